// JSON as a tree: small objects as a table, everything else in branches, of which all are open.

import { h } from "./dom.js";
import { call as texts } from "./texts.js";

/** Longer texts stay as they are: their lines are found faster than their branches. */
const MOST_TEXT = 50_000;

/** Deeper values stay in a line. */
const DEEPEST = 12;

/**
 * The tree of `text`; null where it is no object or list, or where the tree would not say the same: names that stand twice,
 * numbers and spaces that are spelled otherwise.
 * @param {string} text
 */
export function tree(text) {
  if (text.length > MOST_TEXT || !/^[[{]/u.test(text)) return null;
  try {
    const value = JSON.parse(text);
    const isSame = JSON.stringify(value) === text;
    return isSame && entries(value).length > 0 ? h("div", { class: "tree" }, branches(value, 1)) : null;
  } catch {
    return null;
  }
}

function isBranch(value) {
  return typeof value === "object" && value !== null && entries(value).length > 0;
}

function entries(value) {
  return Object.entries(value);
}

function branches(value, depth) {
  return h("dl", {}, ...entries(value).map(([name, child]) => [h("dt", {}, Array.isArray(value) ? `${Number(name) + 1}.` : name), h("dd", {}, node(child, depth))]));
}

function node(value, depth) {
  if (!isBranch(value)) return leaf(value);
  if (depth >= DEEPEST) return h("code", {}, JSON.stringify(value));
  const count = entries(value).length;
  const summary = Array.isArray(value) ? texts.elements(count) : texts.members(count);
  return entries(value).some(([, child]) => isBranch(child)) || count > 3
    ? h("details", { open: true }, h("summary", {}, summary), branches(value, depth + 1))
    : branches(value, depth + 1);
}

/** A text stands as it is, in quotes where it could be taken for something else. */
function leaf(value) {
  if (typeof value !== "string") return h("code", { class: "plain" }, JSON.stringify(value));
  if (value.includes("\n")) return h("pre", { class: "text" }, value);
  const isPlain = value !== "" && value === value.trim() && !/^(?:true|false|null|[-\d.[{"].*)$/u.test(value);
  return h("span", { class: "string" }, isPlain ? value : JSON.stringify(value));
}
