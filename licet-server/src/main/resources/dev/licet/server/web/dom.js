// Elements and words that every page uses. Text is only ever set as text; the server has already made hidden characters
// visible in what it calls `display`, `what`, `because`, `covers` and rules.

import { frame, time } from "./texts.js";

/** Where a call takes the place of the list, and what belongs to a line stands below it, as the style has it. */
export const narrow = matchMedia("(max-width: 52rem)");

/** @typedef {{tool: string, pattern: string, shown?: string}} Rule */

/** Characters that are hard to see, spelled: where the server has not done so already. */
export function visible(text) {
  return text.replace(/[^\P{C}\n\t]|[\u2028\u2029\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu, (found) => `⟨U+${found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** An element: properties that begin with `on` are listeners, `class` and the others are attributes. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, String(value));
  }
  const shown = children.flat(2).filter((child) => child !== null && child !== undefined);
  element.append(...shown.map((child) => (child instanceof Node ? child : visible(String(child)))));
  return element;
}

/** @param {Rule} rule */
export function ruleText(rule) {
  return rule.shown ?? (rule.pattern === "*" ? rule.tool : `${rule.tool}: ${rule.pattern}`);
}

/** How long ago a time is, or how long ahead, in the largest unit that says something. */
export function span(text, now = Date.now()) {
  const seconds = Math.max(0, Math.round(Math.abs(now - Date.parse(text)) / 1000));
  if (seconds < 60) return time.seconds(seconds);
  if (seconds < 3600) return time.minutes(Math.floor(seconds / 60));
  if (seconds < 86400) return time.hours(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
  return time.days(Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600));
}

/** How long `millis` are. */
export function seconds(millis) {
  return time.seconds(Math.round(millis / 100) / 10);
}

/** A time that tells how long ago it was, with the whole of it for whoever points at it. */
export function ago(text) {
  return h("time", { datetime: text, title: new Date(text).toLocaleString() }, time.ago(span(text)));
}

/** A sentence of ours with what stands between backticks as code; what others wrote may have backticks of its own. */
export function coded(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}

/** Says something to who cannot see the page change. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/**
 * A dialog that closes by its buttons and by Escape; it is gone from the page once it is closed. One that is about an approval
 * is closed when that ends. Where a key too many would do harm, the first is for the safe way out (`safe`).
 */
export function dialog(title, content, { about, buttons = [], safe = false } = {}) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const box = h(
    "dialog",
    { "aria-labelledby": "dialog-title", "data-about": about },
    heading,
    content,
    h("div", { class: "buttons" }, ...buttons, h("button", { type: "button", autofocus: safe, onclick: () => box.close() }, frame.cancel)),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** A table of `rows`, each a list of cells; on a narrow screen each cell names its column. */
export function table(caption, columns, rows) {
  return h(
    "table",
    {},
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))),
    h(
      "tbody",
      {},
      ...rows.map((cells) =>
        h("tr", {}, ...cells.map((cell, index) => h("td", { "data-column": columns[index] }, cell))),
      ),
    ),
  );
}

/** A field with its label. */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", {}, label), control);
}

export function select(options, chosen, properties = {}) {
  const element = h(
    "select",
    properties,
    ...options.map(([value, label]) => h("option", { value, selected: value === chosen }, label)),
  );
  return element;
}
