// A call as a person has to see it: whole, with what needs approval marked, and nothing of it acting as markup.

import { ago, h, ruleText, seconds } from "./dom.js";
import { call as texts } from "./texts.js";
import { tree } from "./tree.js";
import { project } from "./triage.js";

/** A sign for each level of risk, so that colour is not needed to tell them apart. */
export const MARKS = { critical: "▲", high: "◆", medium: "◐", low: "○" };

/** @param {import("./queue.js").Approval} approval */
export function riskMark(approval) {
  const level = approval.risk?.level ?? "critical";
  return h("span", { class: `risk ${level}` }, h("span", { "aria-hidden": "true" }, `${MARKS[level]} `), texts.risk(level));
}

/** What it would do at worst, in one line. @param {import("./queue.js").Approval} approval */
function worst(approval) {
  if (!approval.risk) return null;
  return h(
    "p",
    { class: `worst ${approval.risk.level}` },
    riskMark(approval),
    h("span", { class: "deed" }, approval.risk.worst),
    ...approval.risk.badges.map((badge) => h("span", { class: `badge is-${badge}` }, badge)),
  );
}

/** Who asks, as far as its program says. @param {import("./queue.js").Approval} approval */
function who(approval) {
  const { call } = approval;
  const path = (approval.agents ?? []).map((agent) => `${agent.type} ${agent.id}`);
  const name = [call.client, ...path, call.requester].filter((each) => each).join(" › ");
  const folder = project(approval);
  return h(
    "p",
    { class: "agents" },
    name === "" ? texts.asked : texts.askedBy(name),
    texts.in(folder),
    h("span", { class: "branch" }),
    call.task ? h("span", { class: "task" }, texts.for, h("q", {}, call.task), texts.notVerified) : null,
  );
}

/** What came before: how calls like it were answered, and what its session did last. */
export function past({ similar, before }) {
  return [
    similar.approved + similar.denied === 0 ? null : h("p", { class: "similar" }, texts.like(similar)),
    before.length === 0
      ? null
      : h(
          "details",
          { open: true },
          h("summary", {}, texts.before),
          h(
            "ol",
            { class: "before" },
            ...before.map((call) => h("li", {}, h("span", { class: `action ${call.state}` }, call.state), " ", h("code", { class: "text" }, call.headline.text), call.succeeded === undefined ? null : ` ${texts.ended(call.succeeded)}`, " ", ago(call.at))),
          ),
        ),
  ].filter((each) => each !== null);
}

/** How much two texts have in common at their beginning. */
function common(one, other) {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

/** A changed line, with what differs from `other`, the line that it takes the place of. */
function changed(line, other) {
  const start = common(line, other);
  const end = common([...line.slice(start)].reverse().join(""), [...other.slice(start)].reverse().join(""));
  const middle = line.slice(start, line.length - end);
  return middle === "" || start + end < 3 ? [line] : [line.slice(0, start), h("b", {}, middle), line.slice(line.length - end)];
}

/** Whether a line of an edit takes something away or brings it. */
function isChange(line) {
  return line.startsWith("-") || line.startsWith("+");
}

/** For each line of an edit the one that it takes the place of: in runs of as many removed as added lines, one by one. */
function partners(lines) {
  const found = new Array(lines.length);
  for (let first = 0; first < lines.length; first++) {
    let last = first;
    while (last < lines.length && isChange(lines[last])) last++;
    const half = (last - first) / 2;
    const run = lines.slice(first, last);
    if (half > 0 && run.every((line, at) => (line[0] === "-") === at < half)) {
      for (let at = first; at < first + half; at++) {
        found[at] = lines[at + half];
        found[at + half] = lines[at];
      }
    }
    first = Math.max(first, last - 1);
  }
  return found;
}

/** A line that says where the next ones stand; lines of the texts have a sign before them. */
const PLACE = /^@@ -(?<was>\d+)(?:,\d+)? \+(?<comes>\d+)(?:,\d+)? @@/u;

/** An edit: its lines by their sign, numbered as they were and as they come, with what changed within a line. */
function diffText(part) {
  const text = h("pre", { class: "text", tabindex: 0, "aria-label": part.label || texts.edit, role: "group" });
  const lines = part.text.split("\n");
  const others = partners(lines);
  const classes = { "-": "removed", "+": "added" };
  let was = 0;
  let comes = 0;
  lines.forEach((line, index) => {
    const place = PLACE.exec(line);
    if (place !== null) {
      was = Number(place.groups.was) - 1;
      comes = Number(place.groups.comes) - 1;
      text.append(h("span", { class: "place" }, `${line}\n`));
      return;
    }
    const sign = line[0];
    if (sign !== "+") was++;
    if (sign !== "-") comes++;
    const other = others[index];
    const body = other === undefined ? [line.slice(2)] : changed(line.slice(2), other.slice(2));
    const end = index < lines.length - 1 ? "\n" : "";
    text.append(h("span", { class: classes[sign] ?? "kept", "data-line": sign === "+" ? comes : was }, line.slice(0, 2), ...body, end));
  });
  return text;
}

/** Numbers the lines of each edit as its file has them, where it is known on which line it begins: `places`, 0 where not. */
export function numberLines(article, places) {
  [...(article?.querySelectorAll("figure.diff pre") ?? [])].forEach((diff, index) => {
    const first = places[index] ?? 0;
    if (first > 1) for (const line of diff.querySelectorAll("[data-line]")) line.dataset.line = String(Number(line.dataset.line) + first - 1);
  });
}

/** What the words of a command line are, for its colours: texts, comments, variables, options, operators. */
const WORDS = /(?<string>'[^']*'|"(?:[^"\\]|\\[^])*")|(?<comment>(?<![^\s;])#[^\n]*)|(?<variable>\$\{[^}]*\}|\$\w+)|(?<option>(?<![^\s=])--?[\w-]+)|(?<operator>&&|\|\|?|;|>>?|<<?|&)/gu;

/** Longer lines stay plain. */
const MOST_COLOURED = 20_000;

function coloured(text) {
  if (text.length > MOST_COLOURED) return [text];
  const parts = [];
  let at = 0;
  for (const word of text.matchAll(WORDS)) {
    const [kind] = Object.entries(word.groups).find(([, found]) => found !== undefined);
    parts.push(text.slice(at, word.index), h("span", { class: kind }, word[0]));
    at = word.index + word[0].length;
  }
  return [...parts, text.slice(at)];
}

/** The text of a part, with what needs approval marked, and an edit's lines by their sign. @param {import("./queue.js").Part} part */
function partText(part) {
  if (part.kind === "diff") return diffText(part);
  const branches = part.kind === "argument" && part.asks === undefined ? tree(part.text) : null;
  if (branches !== null) return branches;
  const text = h("pre", { class: "text", tabindex: 0, "aria-label": part.label || texts.command, role: "group" });
  const words = part.kind === "command" ? coloured : (plain) => [plain];
  let at = 0;
  for (const { start, end } of part.asks ?? []) {
    text.append(...words(part.text.slice(at, start)), h("mark", { class: "asks" }, ...words(part.text.slice(start, end))));
    at = end;
  }
  text.append(...words(part.text.slice(at)));
  return text;
}

/** What would be used; what is only said about it is called the words of who says it. @param {import("./queue.js").Part} part */
function partElement(part) {
  if (part.kind === "said" || part.kind === "details") {
    return h(
      "figure",
      { class: "said" },
      h("figcaption", {}, texts[part.kind](part.label)),
      h("blockquote", {}, part.text),
    );
  }
  const caption = part.kind === "command" ? null : h("figcaption", {}, part.label);
  const short = part.kind === "argument" && part.text.length < 100 && !part.text.includes("\n");
  return h("figure", { class: short ? "argument short" : part.kind }, caption, partText(part));
}

export function parts(display) {
  const hidden = display.parts.reduce((sum, part) => sum + part.hidden, 0);
  return [
    h("div", { class: "parts" }, ...display.parts.map(partElement)),
    hidden === 0
      ? null
      : h("p", { class: "hidden" }, texts.hidden(hidden)),
  ];
}

/** What it would read, write, run and reach, each with what the rules say. @param {import("./queue.js").Finding[]} all */
export function findings(all) {
  return h(
    "ul",
    { class: "findings", "aria-label": texts.findings },
    ...all.map((finding) => findingItem(finding)),
  );
}

function findingItem(finding, excerpt = null) {
  return h(
    "li",
    { class: finding.action },
    h("span", { class: "action" }, finding.action),
    h("span", { class: "what" }, finding.what, excerpt),
    h("span", { class: "because" }, finding.because, ...near(finding)),
  );
}

/** Where a finding lies inside of the stretch of another one. */
function contains({ span: outer }, { span: inner }) {
  return inner.end > inner.start && outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;
}

/**
 * The same as a tree: each thing under the one in whose stretch of `text` it lies, with that stretch.
 * @param {import("./queue.js").Finding[]} all
 */
export function findingTree(all, text) {
  const sorted = [...all].sort((one, other) => one.span.start - other.span.start || other.span.end - one.span.end);
  const root = h("ul", { class: "findings tree-of", "aria-label": texts.findings });
  const open = [];
  for (const finding of sorted) {
    while (open.length > 0 && !contains(open.at(-1).finding, finding)) open.pop();
    const { start, end } = finding.span;
    const excerpt = end > start && end <= text.length && end - start < text.length ? h("code", { class: "text excerpt" }, text.slice(start, end)) : null;
    const item = findingItem(finding, excerpt);
    const above = open.at(-1);
    if (above === undefined) root.append(item);
    else {
      above.below ??= above.item.appendChild(h("ul", { class: "findings" }));
      above.below.append(item);
    }
    open.push({ finding, item, below: undefined });
  }
  return root;
}

function near(finding) {
  return (finding.almost ?? []).map((almost) =>
    h("span", { class: "almost" }, texts.near(ruleText(almost), almost.origin, almost.why)),
  );
}

function list(label, lines, className) {
  return lines.length === 0
    ? null
    : h("ul", { class: className, "aria-label": label }, ...lines.map((text) => h("li", {}, text)));
}

/** What is said where nobody waits any more. @param {import("./queue.js").Approval} approval */
export function left(approval) {
  return approval.agentLeft ? h("p", { class: "left" }, texts.left) : null;
}

/** Everything that is known of an approval, but how to answer it. @param {import("./queue.js").Approval} approval */
export function whole(approval) {
  const rest = approval.batchRemaining ?? [];
  return [
    worst(approval),
    h(
      "div",
      { class: "head" },
      h("h2", { class: "tool" }, approval.display.tool),
      h("span", { class: "where" }, approval.display.where),
      h("span", { class: "since" }, texts.since, ago(approval.askedAt)),
    ),
    left(approval),
    who(approval),
    ...parts(approval.display),
    h("div", { class: "end", "data-id": approval.id }),
    approval.state === "pending" ? h("div", { class: "past" }) : null,
    list(texts.problems, approval.problems ?? [], "problems"),
    findings(approval.findings ?? []),
    list(texts.outside, (approval.outside ?? []).map(texts.isOutside), "outside"),
    rest.length === 0
      ? null
      : h(
          "details",
          { class: "batch" },
          h("summary", {}, texts.batch(rest.length)),
          h("ol", {}, ...rest.map((call) => h("li", {}, h("strong", {}, call.tool), " ", h("code", {}, call.text)))),
        ),
    approval.deadline ? h("p", { class: "deadline" }, texts.expires, h("time", {}, new Date(approval.deadline).toLocaleString())) : null,
    approval.approvers ? h("p", { class: "approvers" }, texts.approvers(approval.approvers)) : null,
  ];
}

/** Who or what ended it. @param {import("./queue.js").Approval} approval */
function endedBy(approval) {
  if (!approval.answer) return approval.reason ? `(${approval.reason})` : texts.nobody;
  const { principal, channel, comment } = approval.answer;
  const saved = approval.saved?.length ? texts.saved(approval.saved.map(ruleText).join(", ")) : "";
  return `${texts.by(principal === "owner" ? "" : principal, channel)}${saved}${comment ? texts.comment(comment) : ""}`;
}

/**
 * What was called, in a line: of a file which, and how many lines of it change.
 * @param {{tool: string, text: string, headline?: {kind: string, text: string, added?: number, removed?: number}}} call
 */
export function called({ tool, text, headline }, most = 300) {
  if (headline === undefined) return [h("code", { class: "text" }, `${tool} ${text}`.slice(0, most))];
  const { kind, text: line, added = 0, removed = 0 } = headline;
  const whole = kind === "tool" ? line : `${tool} ${line}`;
  const lines = added + removed === 0 ? null : h("span", { class: "lines" }, " ", h("span", { class: "added" }, `+${added}`), " ", h("span", { class: "removed" }, `−${removed}`));
  return [h("code", { class: "text" }, whole.slice(0, most)), lines];
}

/** How a call ended that ran, in a line. @param {{succeeded: boolean, tookMillis?: number, note?: string}} call */
export function ran({ succeeded, tookMillis = 0, note }) {
  return texts.ran(succeeded, seconds(tookMillis), note);
}

/** @param {import("./queue.js").Approval} approval */
export function outcome(approval) {
  return h(
    "li",
    { class: `outcome ${approval.state}`, "data-id": approval.id },
    h("span", { class: "state" }, approval.state),
    " ",
    h("code", { class: "text" }, approval.display.text.split("\n").join(" ⏎ ").slice(0, 400)),
    " ",
    h("span", { class: "by" }, endedBy(approval)),
    approval.ran === undefined ? null : h("span", { class: "ran soft" }, ` · ${ran(approval.ran)}`),
  );
}
