// The rules of a text as a table, a row a rule. What is changed in it changes the text, of which comments and order stay.

import { may, post } from "./api.js";
import { h, select, visible } from "./dom.js";
import { rows as texts } from "./texts.js";

const ACTIONS = texts.actions;

/** So many rows stand in the page at once; a word finds the others. */
const MOST_ROWS = 200;

const WAIT_MILLIS = 250;

export class RuleRows {
  #editor;
  #body = h("tbody", {});
  #word = h("input", { type: "search", placeholder: texts.find, "aria-label": texts.findLabel, spellcheck: "false" });
  #told = h("p", { class: "told", role: "status" });
  #problem = h("p", { class: "problem", role: "alert" });
  #rows = [];
  #turn = 0;
  #soon = null;
  /** Where the focus goes once a change has been made. */
  #next = null;

  /** @param {{text: string, goTo: (line: number) => void}} editor */
  constructor(place, editor) {
    this.#editor = editor;
    this.#word.addEventListener("input", () => this.#draw());
    place.replaceChildren(
      h("div", { class: "finder" }, this.#word, this.#told),
      h(
        "table",
        { class: "rules-table" },
        h("caption", { class: "unseen" }, texts.caption),
        h("thead", {}, h("tr", {}, ...texts.columns.map((column) => h("th", { scope: "col" }, column)))),
        this.#body,
      ),
      may("rules") ? this.#adding() : null,
      this.#problem,
    );
  }

  close() {
    clearTimeout(this.#soon);
    this.#turn++;
  }

  /** The text has changed: the table follows soon. */
  follow() {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#ask(), WAIT_MILLIS);
  }

  /** Asks for the rows of the text, after `edit` if there is one; says whether that was possible. */
  async #ask(edit) {
    clearTimeout(this.#soon);
    const turn = ++this.#turn;
    const { text } = this.#editor;
    const reply = await post("/v1/policy/table", { text, ...(edit ? { edit } : {}) });
    if (turn !== this.#turn) return false;
    this.#problem.textContent = reply.ok ? "" : reply.body.detail;
    if (!reply.ok) {
      // What cannot be read as rules is mended in the text.
      if (!edit) this.#show([]);
      return false;
    }
    // These are the rows of a text that is gone: those of the new one are asked for already.
    if (text !== this.#editor.text) return false;
    if (edit) {
      this.#editor.text = reply.body.text;
      clearTimeout(this.#soon);
    }
    this.#show(reply.body.rows);
    return true;
  }

  #show(rows) {
    this.#rows = rows;
    this.#draw();
  }

  #draw() {
    const word = this.#word.value.trim().toLowerCase();
    const found = this.#rows.map((row, at) => ({ row, at })).filter(({ row }) => `${row.tool} ${row.pattern} ${row.action} ${row.reason}`.toLowerCase().includes(word));
    const shown = found.slice(0, MOST_ROWS);
    this.#told.textContent = this.#rows.length === 0 ? texts.none : found.length > shown.length ? texts.some(MOST_ROWS, found.length) : texts.all(found.length);
    this.#body.replaceChildren(...shown.map(({ row, at }) => this.#row(row, at)));
    if (this.#next !== null) this.#body.querySelector(`[data-at="${CSS.escape(this.#next)}"]`)?.focus();
    this.#next = null;
  }

  #change(edit, next = null) {
    this.#next = next;
    return this.#ask(edit);
  }

  #row(row, at) {
    const name = `${row.tool} ${row.pattern}`;
    const fixed = !may("rules");
    const known = ACTIONS.some(([action]) => action === row.action);
    const says = select(known ? ACTIONS : [["", row.action || texts.noAction], ...ACTIONS], known ? row.action : "", { "aria-label": texts.says(name), "data-at": `says ${at}`, disabled: fixed, class: row.action });
    says.addEventListener("change", () => this.#change({ row: at, says: says.value }, `says ${at}`));
    const pattern = this.#field(row.pattern, texts.patternOf(name), (text) => this.#change({ row: at, pattern: text }));
    const reason = this.#field(row.reason, texts.reasonOf(name), (text) => this.#change({ row: at, reason: text }));
    const button = (label, what, edit, className = "quiet") => h("button", { type: "button", class: className, "aria-label": `${what} ${name}`, title: what, disabled: fixed, onclick: () => this.#change(edit) }, label);
    const [ofTool, ofPattern, ofSays, ofReason, ofChange] = texts.columns;
    return h(
      "tr",
      {},
      h("td", { "data-column": ofTool }, h("code", {}, row.tool)),
      h("td", { "data-column": ofPattern }, pattern),
      h("td", { "data-column": ofSays }, says),
      h("td", { "data-column": ofReason }, reason, row.limits.length === 0 ? null : h("span", { class: "soft" }, texts.limits(row.limits))),
      h(
        "td",
        { "data-column": ofChange },
        h("span", { class: "tools" }, h("button", { type: "button", class: "quiet", "aria-label": texts.lineOf(row.line, name), onclick: () => this.#editor.goTo(row.line) }, texts.line(row.line)), button("↑", texts.up, { row: at, up: true }), button("✕", texts.remove, { row: at, remove: true }, "quiet danger")),
      ),
    );
  }

  /** A text that can be changed here; one of several lines, or with characters that are hard to see, is changed in the text. */
  #field(value, label, change) {
    const isPlain = visible(value) === value && !/[\n\r]/u.test(value);
    const input = h("input", { value: visible(value), "aria-label": label, spellcheck: "false", disabled: !isPlain || !may("rules") });
    input.addEventListener("change", async () => {
      if (!(await change(input.value))) input.value = value;
    });
    return input;
  }

  #adding() {
    const tool = h("input", { value: "shell_exec", spellcheck: "false", "aria-label": texts.newTool, required: true });
    const pattern = h("input", { placeholder: "npm run *", spellcheck: "false", "aria-label": texts.newPattern, required: true });
    const says = select(ACTIONS, "ask", { "aria-label": texts.newSays });
    const form = h("form", { class: "adding", "aria-label": texts.newRule }, tool, pattern, says, h("button", {}, texts.add));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.#change({ tool: tool.value.trim(), pattern: pattern.value, says: says.value })) {
        pattern.value = "";
        pattern.focus();
      }
    });
    return form;
  }
}
