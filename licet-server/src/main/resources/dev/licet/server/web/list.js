// A list of which only the rows in sight are in the page: thousands of rows scroll as smoothly as ten.

import { h } from "./dom.js";

const MORE = 8;

/** Fingers need more room than a pointer. */
const narrow = matchMedia("(max-width: 52rem)");

function rowHeight() {
  return narrow.matches ? 52 : 32;
}

/**
 * A list box. `draw(item)` gives a row's content, `chosen(id)` is called when another row becomes the current one, and
 * `marked` are the ids that are marked. An item with a `title` heads those behind it, and cannot be chosen.
 */
export class List {
  #items = [];
  #index = new Map();
  /** How many rows above that can be chosen, by id. */
  #position = new Map();
  #current = "";
  #rows = new Map();
  #spacer = h("div", { class: "spacer", role: "presentation" });
  #draw;
  #chosen;
  #height = rowHeight();
  marked = new Set();

  constructor(label, draw, chosen) {
    this.#draw = draw;
    this.#chosen = chosen;
    this.element = h(
      "div",
      { class: "list", role: "listbox", tabindex: 0, "aria-label": label, "aria-multiselectable": "true" },
      this.#spacer,
    );
    this.element.addEventListener("scroll", () => this.#paint(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => this.#click(event));
    this.resized = new ResizeObserver(() => this.#measure());
    this.resized.observe(this.element);
  }

  get current() {
    return this.#current;
  }

  /** How many can be chosen. */
  get length() {
    return this.#position.size;
  }

  get items() {
    return this.#items;
  }

  /** Shows `items`, each with an `id`. */
  set items(items) {
    this.#items = items;
    this.#index = new Map(items.map((item, index) => [item.id, index]));
    this.#position = new Map(items.filter((item) => item.title === undefined).map((item, index) => [item.id, index]));
    for (const id of this.marked) if (!this.#index.has(id)) this.marked.delete(id);
    // What a row says may have changed with its sign.
    for (const [id, row] of this.#rows) {
      const item = items[this.#index.get(id)];
      if (item && row.dataset.sign !== (item.sign ?? "")) this.#rows.delete(id);
    }
    this.#spacer.style.height = `${items.length * this.#height}px`;
    this.#paint();
  }

  #measure() {
    if (this.#height !== rowHeight()) {
      this.#height = rowHeight();
      this.items = this.#items;
    }
    this.#paint();
  }

  /** Makes the row `id` the current one, and brings it in sight. */
  choose(id) {
    const index = this.#index.get(id);
    if (index === undefined) return;
    this.#current = id;
    // What heads it comes in sight with it.
    const first = this.#items[index - 1]?.title === undefined ? index : index - 1;
    const { scrollTop, clientHeight } = this.element;
    const end = (index + 1) * this.#height;
    if (first * this.#height < scrollTop) this.element.scrollTop = first * this.#height;
    else if (end > scrollTop + clientHeight) this.element.scrollTop = end - clientHeight;
    this.#paint();
    this.#chosen(id);
  }

  /** No row is the current one any more. */
  forget() {
    this.#current = "";
    this.#paint();
  }

  /** Goes `steps` down; from a row that is gone, to the one that has its place. */
  move(steps, from = this.#index.get(this.#current)) {
    const last = this.#items.length - 1;
    if (this.length === 0) return;
    const to = from === undefined ? (steps > 0 ? 0 : last) : from + steps;
    const step = steps < 0 ? -1 : 1;
    const start = Math.min(Math.max(to, 0), last);
    const found = this.#choosable(start, step) ?? this.#choosable(start, -step);
    this.choose(found.id);
  }

  /** The first item from `index` on, in steps of `step`, that is no title. */
  #choosable(index, step) {
    for (let at = index; at >= 0 && at < this.#items.length; at += step) {
      if (this.#items[at].title === undefined) return this.#items[at];
    }
    return undefined;
  }

  /** The index of the row `id`; undefined when it is gone. */
  indexOf(id) {
    return this.#index.get(id);
  }

  toggle(id) {
    if (!this.marked.delete(id)) this.marked.add(id);
    this.#rows.clear();
    this.#paint();
  }

  toggleAll() {
    const all = this.marked.size < this.length;
    this.marked = new Set(all ? this.#items.filter((item) => item.title === undefined).map((item) => item.id) : []);
    this.#rows.clear();
    this.#paint();
  }

  /** Its row is drawn anew. */
  redraw(id) {
    this.#rows.delete(id);
    this.#paint();
  }

  #paint() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.#height) - MORE);
    const last = Math.min(this.#items.length, Math.ceil((scrollTop + clientHeight) / this.#height) + MORE);
    const rows = new Map();
    for (let index = first; index < last; index++) {
      const item = this.#items[index];
      const row = this.#rows.get(item.id) ?? this.#row(item);
      row.style.transform = `translateY(${index * this.#height}px)`;
      if (item.title === undefined) {
        row.setAttribute("aria-posinset", String(this.#position.get(item.id) + 1));
        row.setAttribute("aria-setsize", String(this.length));
      }
      row.classList.toggle("current", item.id === this.#current);
      rows.set(item.id, row);
    }
    for (const row of [...this.#spacer.children]) if (rows.get(row.dataset.id) !== row) row.remove();
    // Whoever has the page read out hears it in the order in which it is seen.
    let next = this.#spacer.firstChild;
    for (const row of rows.values()) {
      if (row === next) next = row.nextSibling;
      else this.#spacer.insertBefore(row, next);
    }
    this.#rows = rows;
    if (rows.has(this.#current)) this.element.setAttribute("aria-activedescendant", rows.get(this.#current).id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  #row(item) {
    if (item.title !== undefined) return h("div", { class: "title", role: "presentation", "data-id": item.id, "data-sign": item.sign ?? "" }, ...this.#draw(item));
    return h(
      "div",
      {
        class: "row",
        role: "option",
        id: `row-${item.id}`,
        "data-id": item.id,
        "data-sign": item.sign ?? "",
        "aria-selected": String(this.marked.has(item.id)),
      },
      ...this.#draw(item),
    );
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (Number.isFinite(steps)) this.move(steps);
    else this.choose(this.#choosable(steps < 0 ? 0 : this.#items.length - 1, steps < 0 ? 1 : -1)?.id);
  }

  #click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    if (event.target.closest(".mark") || event.ctrlKey || event.metaKey) this.toggle(row.dataset.id);
    this.choose(row.dataset.id);
  }
}
