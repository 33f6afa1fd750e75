// A list of which only the rows in sight are in the page: thousands of rows scroll as smoothly as ten.

import { h } from "./dom.js";

const ROW = 60;
const MORE = 8;

/**
 * A list box. `draw(item)` gives a row's content, `chosen(id)` is called when another row becomes the current one, and
 * `marked` are the ids that are marked.
 */
export class List {
  #items = [];
  #index = new Map();
  #current = "";
  #rows = new Map();
  #spacer = h("div", { class: "spacer", role: "presentation" });
  #draw;
  #chosen;
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
    this.resized = new ResizeObserver(() => this.#paint());
    this.resized.observe(this.element);
  }

  get current() {
    return this.#current;
  }

  get length() {
    return this.#items.length;
  }

  /** Shows `items`, each with an `id`. */
  set items(items) {
    this.#items = items;
    this.#index = new Map(items.map((item, index) => [item.id, index]));
    for (const id of this.marked) if (!this.#index.has(id)) this.marked.delete(id);
    this.#spacer.style.height = `${items.length * ROW}px`;
    this.#paint();
  }

  /** Makes the row `id` the current one, and brings it in sight. */
  choose(id) {
    const index = this.#index.get(id);
    if (index === undefined) return;
    this.#current = id;
    const top = index * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW > scrollTop + clientHeight) this.element.scrollTop = top + ROW - clientHeight;
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
    if (this.#items.length === 0) return;
    const to = from === undefined ? (steps > 0 ? 0 : this.#items.length - 1) : from + steps;
    this.choose(this.#items[Math.min(Math.max(to, 0), this.#items.length - 1)].id);
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
    const all = this.marked.size < this.#items.length;
    this.marked = new Set(all ? this.#items.map((item) => item.id) : []);
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
    const first = Math.max(0, Math.floor(scrollTop / ROW) - MORE);
    const last = Math.min(this.#items.length, Math.ceil((scrollTop + clientHeight) / ROW) + MORE);
    const rows = new Map();
    for (let index = first; index < last; index++) {
      const item = this.#items[index];
      const row = this.#rows.get(item.id) ?? this.#row(item);
      row.style.transform = `translateY(${index * ROW}px)`;
      row.setAttribute("aria-posinset", String(index + 1));
      row.setAttribute("aria-setsize", String(this.#items.length));
      row.classList.toggle("current", item.id === this.#current);
      rows.set(item.id, row);
    }
    for (const [id, row] of this.#rows) if (rows.get(id) !== row) row.remove();
    for (const row of rows.values()) if (row.parentNode !== this.#spacer) this.#spacer.append(row);
    for (const row of [...this.#spacer.children]) if (rows.get(row.dataset.id) !== row) row.remove();
    this.#rows = rows;
    if (rows.has(this.#current)) this.element.setAttribute("aria-activedescendant", rows.get(this.#current).id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  #row(item) {
    return h(
      "div",
      {
        class: "row",
        role: "option",
        id: `row-${item.id}`,
        "data-id": item.id,
        "aria-selected": String(this.marked.has(item.id)),
      },
      ...this.#draw(item),
    );
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
    if (steps === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (Number.isFinite(steps)) this.move(steps);
    else this.choose(this.#items[steps < 0 ? 0 : this.#items.length - 1]?.id);
  }

  #click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    if (event.target.closest(".mark") || event.ctrlKey || event.metaKey) this.toggle(row.dataset.id);
    this.choose(row.dataset.id);
  }
}
