// A call as a person has to see it: whole, with what needs approval marked, and nothing of it acting as markup.

import { ago, h, plural, ruleText } from "./dom.js";

/** The text of a part, with what needs approval marked, and an edit's lines by their sign. @param {import("./queue.js").Part} part */
function partText(part) {
  const text = h("pre", { class: "text", tabindex: 0, "aria-label": part.label || "command", role: "region" });
  if (part.kind === "diff") {
    const classes = { "-": "removed", "+": "added" };
    const lines = part.text.split("\n");
    lines.forEach((line, index) => {
      const end = index < lines.length - 1 ? "\n" : "";
      text.append(h("span", { class: classes[line[0]] ?? "kept" }, line + end));
    });
    return text;
  }
  let at = 0;
  for (const { start, end } of part.asks ?? []) {
    text.append(part.text.slice(at, start), h("mark", { class: "asks" }, part.text.slice(start, end)));
    at = end;
  }
  text.append(part.text.slice(at));
  return text;
}

/** What is only said about a call, by whom. */
const SPEAKERS = { said: "the model’s words", details: "the tool’s words" };

/** What would be used; what is only said about it is called the words of who says it. @param {import("./queue.js").Part} part */
function partElement(part) {
  if (part.kind in SPEAKERS) {
    return h(
      "figure",
      { class: "said" },
      h("figcaption", {}, `${part.label} (${SPEAKERS[part.kind]})`),
      h("blockquote", {}, part.text),
    );
  }
  const caption = part.kind === "command" ? null : h("figcaption", {}, part.label);
  return h("figure", { class: part.kind }, caption, partText(part));
}

export function parts(display) {
  const hidden = display.parts.reduce((sum, part) => sum + part.hidden, 0);
  return [
    h("div", { class: "parts" }, ...display.parts.map(partElement)),
    hidden === 0
      ? null
      : h("p", { class: "hidden" }, `Contains ${hidden} characters that are hard to see; they are marked ⟨…⟩.`),
  ];
}

/** What it would read, write, run and reach, each with what the rules say. @param {import("./queue.js").Finding[]} all */
export function findings(all) {
  return h(
    "ul",
    { class: "findings", "aria-label": "What it would do" },
    ...all.map((finding) =>
      h(
        "li",
        { class: finding.action },
        h("span", { class: "action" }, finding.action),
        h("span", { class: "what" }, finding.what),
        h("span", { class: "because" }, finding.because, ...near(finding)),
      ),
    ),
  );
}

function near(finding) {
  return (finding.almost ?? []).map((almost) =>
    h("span", { class: "almost" }, `near miss: ${ruleText(almost)} (${almost.origin}), but ${almost.why}`),
  );
}

function list(label, texts, className) {
  return texts.length === 0
    ? null
    : h("ul", { class: className, "aria-label": label }, ...texts.map((text) => h("li", {}, text)));
}

/** What is said where nobody waits any more. @param {import("./queue.js").Approval} approval */
export function left(approval) {
  return approval.agentLeft ? h("p", { class: "left" }, "The agent left. Your answer waits for the same call.") : null;
}

/** Everything that is known of an approval, but how to answer it. @param {import("./queue.js").Approval} approval */
export function whole(approval) {
  const path = (approval.agents ?? []).map((agent) => `${agent.type} ${agent.id}`);
  const rest = approval.batchRemaining ?? [];
  return [
    h(
      "div",
      { class: "head" },
      h("h3", { class: "tool" }, approval.display.tool),
      h("span", { class: "where" }, approval.display.where),
      h("span", { class: "since" }, "asked ", ago(approval.askedAt)),
    ),
    left(approval),
    path.length === 0 ? null : h("p", { class: "agents" }, `asked by ${path.join(" › ")}`),
    ...parts(approval.display),
    h("div", { class: "end", "data-id": approval.id }),
    list("What is wrong with the rules", approval.problems ?? [], "problems"),
    findings(approval.findings ?? []),
    list("Outside of the workspace", (approval.outside ?? []).map((text) => `outside the workspace: ${text}`), "outside"),
    rest.length === 0
      ? null
      : h(
          "details",
          { class: "batch" },
          h("summary", {}, `${plural(rest.length, "more call")} behind it in the same reply`),
          h("ol", {}, ...rest.map((call) => h("li", {}, h("strong", {}, call.tool), " ", h("code", {}, call.text)))),
        ),
    approval.deadline ? h("p", { class: "deadline" }, "Without an answer it expires ", h("time", {}, new Date(approval.deadline).toLocaleString())) : null,
    approval.approvers ? h("p", { class: "approvers" }, `May be answered by ${approval.approvers.join(", ")} only`) : null,
  ];
}

/** Who or what ended it. @param {import("./queue.js").Approval} approval */
function endedBy(approval) {
  if (!approval.answer) return approval.reason ? `(${approval.reason})` : "(nobody answered in time)";
  const who = approval.answer.principal === "owner" ? "" : `${approval.answer.principal} over `;
  const comment = approval.answer.comment ? `: ${approval.answer.comment}` : "";
  const saved = approval.saved?.length ? `, saved ${approval.saved.map(ruleText).join(", ")}` : "";
  return `by ${who}${approval.answer.channel}${saved}${comment}`;
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
  );
}
