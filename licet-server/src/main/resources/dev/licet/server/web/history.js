// What happened: calls from question to outcome, or the entries of the audit one by one; the whole path of each, and
// whether the chain is whole.

import { get, may } from "./api.js";
import { ran } from "./call.js";
import { ago, field, h, plural, ruleText, seconds, select } from "./dom.js";

const STEPS = ["judged", "refused", "asked", "answered", "released", "returned", "ticket", "redeemed", "ticket-refused", "outcome", "granted", "revoked", "rules", "session", "started", "pruned"];
const DECISIONS = ["allow", "contain", "ask", "deny", "approved", "rejected", "expired", "cancelled"];
const PAGE = 100;

/** What an entry says, in a line. */
function summary({ step, what }) {
  const lines = {
    judged: () => [h("strong", { class: what.decision }, what.decision), " ", callText(what)],
    asked: () => [`approval requested: ${what.tool ?? "a call"}`],
    answered: () => [h("strong", { class: what.state }, what.state), ` after ${seconds(what.waitedMillis ?? 0)}`, what.approver ? ` by ${what.approver} over ${what.channel}` : "", what.comment ? `: ${what.comment}` : "", what.saved ? `, saved ${what.saved.map(ruleText).join(", ")}` : ""],
    released: () => [`the answer was taken: ${what.state}`],
    returned: () => ["the answer did not arrive and waits for the same call"],
    ticket: () => ["a ticket was signed"],
    redeemed: () => ["the ticket was used: the call may run"],
    "ticket-refused": () => [`a ticket was refused: ${what.why}`],
    outcome: () => [what.succeeded ? "it succeeded" : "it failed", what.note ? `: ${what.note}` : ""],
    granted: () => [`granted ${(what.rules ?? []).map(ruleText).join(", ") || "this very call"} for ${what.lifetime} by ${what.giver}`],
    revoked: () => [`a grant ended: ${what.why}`],
    rules: () => [`${what.by} edited the rules`],
    session: () => [Object.entries(what).filter(([name]) => !["workerId", "sessionId"].includes(name)).map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(", ")],
    started: () => ["the gate started"],
    refused: () => [`a call could not be read: ${what.why ?? ""}`],
    pruned: () => [`entries up to ${what.upTo} were removed`],
  };
  return (lines[step] ?? (() => [JSON.stringify(what)]))();
}

function callText(what) {
  const text = what.arguments?.command ?? JSON.stringify(what.arguments ?? {});
  return h("code", {}, `${what.tool ?? ""} ${String(text).slice(0, 300).split("\n").join(" ⏎ ")}`);
}

/** What became of a call, in a line. */
function fate(call) {
  const asked = call.approvalId !== undefined;
  const answer = call.state === call.decision ? (asked ? "waits" : "") : `after ${seconds(call.waitedMillis ?? 0)}${call.approver ? ` by ${call.approver} over ${call.channel}` : ""}${call.comment ? `: ${call.comment}` : ""}`;
  const outcome = call.succeeded === undefined ? (call.beganAt === undefined ? "" : "runs, or nobody told how it ended") : ran(call);
  return [answer, outcome].filter((each) => each !== "").join(" · ");
}

function project({ cwd }) {
  return cwd.split(/[\\/]/).findLast((part) => part !== "") ?? cwd;
}

class HistoryPage {
  #entries = h("ol", { class: "entries" });
  #path = h("section", { class: "path", "aria-label": "The whole path", tabindex: -1 });
  #chain = h("p", { class: "chain", role: "status" });
  #more = h("button", { type: "button", hidden: true }, "Older");
  #problem = h("p", { class: "problem", role: "alert" });
  #before = 0;
  #asked = new FormData();
  #turn = 0;

  constructor(main) {
    const text = h("input", { type: "search", name: "text" });
    this.form = h(
      "form",
      { class: "search", role: "search" },
      field("Text", text),
      field("Tool", h("input", { name: "tool" })),
      field("Session", h("input", { name: "session" })),
      field("Person", h("input", { name: "person" })),
      field("Decision", select([["", "any"], ...DECISIONS.map((each) => [each, each])], "", { name: "decision" })),
      field("Show", select([["calls", "calls"], ["", "every entry"], ...STEPS.map((each) => [each, each])], "calls", { name: "step" })),
      field("Since", h("input", { type: "datetime-local", name: "since" })),
      field("Until", h("input", { type: "datetime-local", name: "until" })),
      h("button", { class: "primary" }, "Search"),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search();
    });
    this.#more.addEventListener("click", () => this.#load());
    main.append(h("h2", {}, "History"), this.#chain, this.form, this.#problem, h("div", { class: "columns" }, h("div", {}, this.#entries, this.#more), this.#path));
    this.#search();
    if (may("manage")) this.#verify();
  }

  async #verify() {
    this.#chain.textContent = "checking the chain …";
    const reply = await get("/v1/audit/verify");
    if (!reply.ok) this.#chain.textContent = reply.body.detail;
    else if (reply.body.whole) this.#chain.textContent = `✓ Audit log verified: ${plural(reply.body.entries, "entry", "entries")}, ${plural(reply.body.checkpoints, "signed checkpoint")}.`;
    else {
      this.#chain.className = "chain problem";
      this.#chain.textContent = `✗ The chain is not whole: ${reply.body.problems.join("; ")}`;
    }
  }

  #query() {
    const query = new URLSearchParams({ limit: String(PAGE) });
    for (const [name, value] of this.#asked) {
      if (value !== "" && value !== "calls") query.set(name, ["since", "until"].includes(name) ? new Date(value).toISOString() : value);
    }
    if (this.#before > 0) query.set("before", String(this.#before));
    return query;
  }

  #search() {
    this.#before = 0;
    this.#asked = new FormData(this.form);
    this.#entries.replaceChildren();
    this.#path.replaceChildren();
    this.#load();
  }

  async #load() {
    const mine = ++this.#turn;
    const byCall = this.#asked.get("step") === "calls";
    const reply = await get(`${byCall ? "/v1/calls" : "/v1/audit"}?${this.#query()}`);
    if (mine !== this.#turn) return;
    this.#problem.textContent = reply.ok ? "" : reply.body.detail;
    const { calls = [], entries = [] } = reply.body;
    this.#entries.append(...calls.map((call) => this.#call(call)), ...entries.map((entry) => this.#line(entry)));
    this.#before = byCall ? reply.body.before ?? 0 : entries.length < PAGE ? 0 : entries.at(-1).number;
    this.#more.hidden = this.#before === 0;
    if (this.#entries.children.length === 0 && this.#before === 0) this.#entries.append(h("li", {}, byCall ? "No matching calls." : "No matching entries."));
  }

  #call(call) {
    const text = h("code", {}, `${call.tool} ${call.text}`);
    const by = call.agent === undefined ? call.sessionId : `${call.sessionId} › ${call.agent}`;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "entry", onclick: () => this.#follow({ number: call.number, what: call }) },
        h("span", { class: "step" }, project(call)),
        h("span", { class: "says" }, h("strong", { class: call.state }, call.state), " ", text, " ", h("span", { class: "soft" }, [fate(call), by].filter((each) => each !== "").join(" · "))),
        h("span", { class: "when" }, ago(call.at)),
      ),
    );
  }

  #line(entry) {
    if (entry.what === undefined || entry.damaged !== undefined) {
      return h("li", { class: "damaged" }, `${entry.number} was altered: `, h("code", {}, String(entry.damaged ?? JSON.stringify(entry)).slice(0, 300)));
    }
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "entry", onclick: () => this.#follow(entry) },
        h("span", { class: "step" }, entry.step),
        h("span", { class: "says" }, ...summary(entry)),
        h("span", { class: "when" }, ago(entry.at)),
      ),
    );
  }

  /** Everything that happened to the call of `entry`, in order. */
  async #follow(entry) {
    const { digest, approvalId } = entry.what;
    const key = digest ?? approvalId;
    let all = [entry];
    if (key !== undefined) {
      const reply = await get(`/v1/audit?${new URLSearchParams({ text: key, limit: "200" })}`);
      if (reply.ok) all = reply.body.entries.toReversed();
    }
    this.#path.replaceChildren(
      h("h3", {}, key === undefined ? `Entry ${entry.number}` : "Everything about this call"),
      h(
        "ol",
        {},
        ...all.map((each) =>
          h(
            "li",
            { class: each.number === entry.number ? "this" : "" },
            h("p", {}, h("span", { class: "step" }, each.step), " ", ...summary(each)),
            ...(each.what.findings ?? []).map((finding) => h("p", { class: `finding ${finding.action}` }, `${finding.action}: ${finding.what} (${finding.because})`)),
            h("p", { class: "soft" }, `${each.at} · entry ${each.number} · ${each.hash.slice(0, 16)}`),
          ),
        ),
      ),
      h("details", {}, h("summary", {}, entry.hash === undefined ? "Raw record" : "Raw entry"), h("pre", { tabindex: 0, role: "region", "aria-label": "the record" }, JSON.stringify(entry.hash === undefined ? entry.what : entry, null, 2))),
    );
    this.#path.focus();
  }
}

export function open(main) {
  new HistoryPage(main);
}
