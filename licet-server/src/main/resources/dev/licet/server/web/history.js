// What happened: calls from question to outcome, or the entries of the audit one by one; the whole path of each, and
// whether the chain is whole.

import { get, may } from "./api.js";
import { called, ran } from "./call.js";
import { ago, coded, field, h, narrow, ruleText, seconds, select } from "./dom.js";
import { history as texts } from "./texts.js";

const STEPS = ["judged", "refused", "asked", "answered", "released", "returned", "ticket", "redeemed", "ticket-refused", "outcome", "granted", "revoked", "rules", "session", "started", "pruned"];
const DECISIONS = ["allow", "contain", "ask", "deny", "approved", "rejected", "expired", "cancelled"];
const PAGE = 100;

/** What an entry says, in a line. */
function summary({ step, what }) {
  const { steps } = texts;
  const lines = {
    judged: () => [h("strong", { class: what.decision }, what.decision), " ", callText(what)],
    asked: () => [steps.asked(what.tool)],
    answered: () => [h("strong", { class: what.state }, what.state), texts.after(seconds(what.waitedMillis ?? 0), what.approver, what.channel, what.comment), what.saved ? texts.saved(what.saved.map(ruleText).join(", ")) : ""],
    released: () => [steps.released(what.state)],
    returned: () => [steps.returned()],
    ticket: () => [steps.ticket()],
    redeemed: () => [steps.redeemed()],
    "ticket-refused": () => [steps["ticket-refused"](what.why)],
    outcome: () => [steps.outcome(what.succeeded, what.note)],
    granted: () => [steps.granted((what.rules ?? []).map(ruleText).join(", "), what.lifetime, what.giver)],
    revoked: () => [steps.revoked(what.why)],
    rules: () => [steps.rules(what.by)],
    session: () => [Object.entries(what).filter(([name]) => !["workerId", "sessionId"].includes(name)).map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`).join(", ")],
    started: () => [steps.started()],
    refused: () => [steps.refused(what.why)],
    pruned: () => [steps.pruned(what.upTo)],
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
  const answer = call.state === call.decision ? (asked ? texts.waits : "") : texts.after(seconds(call.waitedMillis ?? 0), call.approver, call.channel, call.comment).trim();
  const outcome = call.succeeded === undefined ? (call.beganAt === undefined ? "" : texts.unknownEnd) : ran(call);
  return [answer, outcome].filter((each) => each !== "").join(" · ");
}

function project({ cwd }) {
  return cwd.split(/[\\/]/).findLast((part) => part !== "") ?? cwd;
}

/** Those of `entries`, all of calls with one digest, that are of the call that was asked as `approvalId`. */
function ofOne(entries, approvalId) {
  const asked = entries.findIndex(({ step, what }) => step === "asked" && what.approvalId === approvalId);
  if (asked < 0) return entries;
  // Each is judged before it is asked.
  const judged = (from, to) => entries.slice(from, to).findLastIndex(({ step }) => step === "judged");
  const begin = judged(0, asked);
  const after = entries.findIndex(({ step }, index) => index > asked && step === "asked");
  const next = after < 0 ? -1 : judged(asked, after);
  return entries.slice(begin < 0 ? asked : begin, next < 0 ? entries.length : asked + next);
}

class HistoryPage {
  #entries = h("ol", { class: "entries" });
  #path = h("section", { class: "path", "aria-label": texts.path, tabindex: -1 });
  #chain = h("p", { class: "chain", role: "status" });
  #more = h("button", { type: "button", hidden: true }, texts.older);
  #problem = h("p", { class: "problem", role: "alert" });
  #before = 0;
  #asked = new FormData();
  #turn = 0;

  constructor(main) {
    const text = h("input", { type: "search", name: "text" });
    this.form = h(
      "form",
      { class: "search", role: "search" },
      field(texts.text, text),
      field(texts.tool, h("input", { name: "tool" })),
      field(texts.session, h("input", { name: "session" })),
      field(texts.person, h("input", { name: "person" })),
      field(texts.decision, select([["", texts.any], ...DECISIONS.map((each) => [each, each])], "", { name: "decision" })),
      field(texts.show, select([["calls", texts.calls], ["", texts.everyEntry], ...STEPS.map((each) => [each, each])], "calls", { name: "step" })),
      field(texts.since, h("input", { type: "datetime-local", name: "since" })),
      field(texts.until, h("input", { type: "datetime-local", name: "until" })),
      h("button", { class: "primary" }, texts.search),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search();
    });
    this.#more.addEventListener("click", () => this.#load());
    main.append(h("h2", {}, texts.title), this.#chain, this.form, this.#problem, h("div", { class: "columns" }, h("div", {}, this.#entries, this.#more), this.#path));
    this.#search();
    if (may("manage")) this.#verify();
  }

  async #verify() {
    this.#chain.textContent = texts.checking;
    const reply = await get("/v1/audit/verify");
    if (!reply.ok) this.#chain.textContent = reply.body.detail;
    else if (reply.body.whole) this.#chain.textContent = texts.whole(reply.body.entries, reply.body.checkpoints);
    else {
      this.#chain.className = "chain problem";
      this.#chain.textContent = texts.broken(reply.body.problems);
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
    if (this.#entries.children.length === 0 && this.#before === 0) this.#entries.append(h("li", {}, ...coded(this.#nothing(byCall))));
  }

  #nothing(byCall) {
    const all = [...this.#query().keys()].every((name) => name === "limit");
    if (!byCall) return texts.noEntries;
    return all ? texts.noneYet : texts.noCalls;
  }

  #call(call) {
    const by = [call.client, call.sessionId, call.agent].filter((each) => each !== undefined).join(" › ");
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "entry", onclick: (event) => this.#follow({ number: call.number, what: call }, event.currentTarget) },
        h("span", { class: "step" }, project(call)),
        h("span", { class: "says" }, h("strong", { class: call.state }, call.state), " ", ...called(call), " ", h("span", { class: "soft" }, [fate(call), by].filter((each) => each !== "").join(" · "))),
        h("span", { class: "when" }, ago(call.at)),
      ),
    );
  }

  #line(entry) {
    if (entry.what === undefined || entry.damaged !== undefined) {
      return h("li", { class: "damaged" }, texts.altered(entry.number), h("code", {}, String(entry.damaged ?? JSON.stringify(entry)).slice(0, 300)));
    }
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "entry", onclick: (event) => this.#follow(entry, event.currentTarget) },
        h("span", { class: "step" }, entry.step),
        h("span", { class: "says" }, ...summary(entry)),
        h("span", { class: "when" }, ago(entry.at)),
      ),
    );
  }

  /** Everything that happened to the call of `entry`, in order. */
  async #follow(entry, button) {
    const { digest, approvalId } = entry.what;
    const key = digest ?? approvalId;
    let all = [entry];
    if (key !== undefined) {
      const reply = await get(`/v1/audit?${new URLSearchParams({ text: key, limit: "200" })}`);
      if (reply.ok) all = ofOne(reply.body.entries.toReversed(), approvalId);
    }
    // On a phone it stands below its line, not below all lines.
    if (narrow.matches) button.closest("li")?.append(this.#path);
    this.#path.replaceChildren(
      h("h3", {}, key === undefined ? texts.entry(entry.number) : texts.everything),
      h(
        "ol",
        {},
        ...all.map((each) =>
          h(
            "li",
            { class: each.number === entry.number ? "this" : "" },
            h("p", {}, h("span", { class: "step" }, each.step), " ", ...summary(each)),
            ...(each.what.findings ?? []).map((finding) => h("p", { class: `finding ${finding.action}` }, texts.finding(finding.action, finding.what, finding.because))),
            h("p", { class: "soft" }, texts.place(each.at, each.number, each.hash.slice(0, 16))),
          ),
        ),
      ),
      h("details", {}, h("summary", {}, entry.hash === undefined ? texts.rawRecord : texts.rawEntry), h("pre", { tabindex: 0, role: "region", "aria-label": texts.record }, JSON.stringify(entry.hash === undefined ? entry.what : entry, null, 2))),
    );
    this.#path.focus();
  }
}

export function open(main) {
  new HistoryPage(main);
}
