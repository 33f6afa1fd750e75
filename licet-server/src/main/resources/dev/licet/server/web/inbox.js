// What waits for an answer: the list, and the calls that are chosen in it, whole.

import { get, may, post } from "./api.js";
import { findings, left, outcome, whole } from "./call.js";
import { chooseRules } from "./choices.js";
import { h, plural, ruleText, say, select, span } from "./dom.js";
import { editArguments } from "./edit.js";
import { List } from "./list.js";
import { queue } from "./queue.js";

/** A key or a click counts only after the calls have stood on the screen for so long. */
const QUIET_MILLIS = 250;

/** With less than this of a call in sight, in pixels, nothing counts as seen. */
const LEAST_ROOM = 80;

const MODES = [
  ["soft", "deny and continue"],
  ["hard", "stop"],
  ["explain", "ask what it is for"],
];

const HELP = [
  ["j k ↑ ↓", "one down, one up"],
  ["y", "allow this once"],
  ["n", "deny; type why first, if you like"],
  ["Enter, a", "more answers, each with the rules that it saves"],
  ["e", "change the arguments; they are judged again"],
  ["w", "why it is asked, rule by rule"],
  ["x, *", "mark one, mark all: answers are for all that are marked"],
  ["Space", "further down in the call"],
  ["/", "search in what waits"],
];

class InboxPage {
  #list = new List("Waiting for you", (approval) => this.#row(approval), (id) => this.#show(id));
  #details = h("section", { class: "details", "aria-label": "The call", tabindex: -1 });
  #answered = h("ol", { id: "answered", class: "lately", tabindex: 0, "aria-label": "Answered" });
  #none = h("p", { id: "none" }, "Nothing is waiting.");
  #search = h("input", { type: "search", placeholder: "Search (/)", "aria-label": "Search in what waits" });
  #all = h("button", { type: "button", class: "quiet" }, "Mark all");
  #shownAt = 0;
  #place = 0;
  /** @type {import("./queue.js").Approval[]} */
  #shown = [];
  #seen = new Set();
  #busy = false;
  #stop = new AbortController();

  constructor(main, wanted) {
    const help = h("details", { class: "help lately" }, h("summary", {}, "Keys"), h("dl", {}, ...HELP.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])));
    main.append(
      h(
        "section",
        { class: "queue", "aria-labelledby": "waiting" },
        h("div", { class: "bar" }, h("h2", { id: "waiting" }, "Waiting for you"), this.#all),
        this.#search,
        this.#none,
        this.#list.element,
        h("h2", { class: "lately" }, "Answered"),
        this.#answered,
        help,
      ),
      this.#details,
    );
    const signal = this.#stop.signal;
    queue.addEventListener("change", () => this.#changed(), { signal });
    queue.addEventListener("ended", (event) => this.#ended(event.detail), { signal });
    queue.addEventListener("waits", (event) => this.#waits(event.detail), { signal });
    this.#search.addEventListener("input", () => this.#changed());
    this.#all.addEventListener("click", () => this.#markAll());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#details.addEventListener("scroll", () => this.#look(), { passive: true });
    document.addEventListener("scroll", () => this.#look(), { passive: true, signal });
    const resized = new ResizeObserver(() => this.#look());
    resized.observe(this.#details);
    const clock = setInterval(() => this.#tick(), 1000);
    signal.addEventListener("abort", () => {
      clearInterval(clock);
      resized.disconnect();
      this.#list.resized.disconnect();
    });
    this.#changed();
    if (wanted) this.#find(wanted);
    else if (!this.#list.current) this.#list.move(1);
  }

  close() {
    this.#stop.abort();
  }

  /** Shows the approval that an address names, answered or not. */
  async #find(id) {
    if (queue.pending.has(id)) {
      this.#list.choose(id);
      return;
    }
    const reply = await get(`/v1/approvals/${encodeURIComponent(id)}`);
    if (reply.ok && reply.body.state === "pending") {
      queue.take(reply.body);
      this.#changed();
      this.#list.choose(id);
    } else if (reply.ok) this.#render([reply.body]);
    else this.#details.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
  }

  #row(approval) {
    const text = approval.display.text.split("\n", 1)[0].slice(0, 300);
    return [
      h("span", { class: "mark", "aria-hidden": "true" }, this.#list.marked.has(approval.id) ? "☑" : "☐"),
      h("span", { class: "line" }, h("strong", {}, approval.display.tool), h("span", { class: "age" }, span(approval.askedAt))),
      h("span", { class: "text" }, approval.agentLeft ? h("em", { class: "left" }, "agent left ") : null, text),
    ];
  }

  #tick() {
    for (const row of this.#list.element.querySelectorAll(".row")) {
      const approval = queue.pending.get(row.dataset.id);
      if (approval) row.querySelector(".age").textContent = span(approval.askedAt);
    }
    for (const time of this.#details.querySelectorAll(".since time")) time.textContent = `${span(time.dateTime)} ago`;
  }

  #changed() {
    const words = this.#search.value.trim().toLowerCase();
    const fits = (approval) =>
      words === "" || `${approval.display.tool} ${approval.display.where} ${approval.display.text}`.toLowerCase().includes(words);
    this.#list.items = queue.waiting.filter(fits);
    this.#none.hidden = queue.pending.size > 0;
    this.#all.hidden = this.#list.length < 2;
    this.#list.element.hidden = this.#list.length === 0;
    this.#answered.replaceChildren(...queue.answered.map(outcome));
    // The first that comes is shown. INVARIANT (meant): it never takes the place of what somebody reads, answered or not, or a
    // key that was meant for that would answer it.
    const free = this.#shown.length === 0 && !this.#busy && document.querySelector("dialog") === null;
    if (free && this.#list.length > 0) this.#list.move(1, undefined);
  }

  /** What was answered elsewhere stands where it was, and says so: no key that was meant for it goes to another. */
  #ended(approval) {
    if (!this.#shown.some((shown) => shown.id === approval.id) || this.#busy) return;
    say(`${approval.state}: ${approval.display.tool}`);
    for (const open of document.querySelectorAll(`dialog[data-about="${approval.id}"]`)) open.close();
    const now = this.#shown.map((shown) => (shown.id === approval.id ? approval : shown));
    if (document.activeElement?.id !== "feedback") {
      this.#render(now);
      return;
    }
    // Who is typing goes on typing: the field stays, or the rest of the words would be keys.
    this.#shown = now;
    this.#details.querySelector(`article[data-id="${approval.id}"]`)?.append(this.#below(approval));
    this.#problem("Already answered elsewhere.");
    this.#arm();
  }

  /** Whether its agent is there is said where it stands: nothing else moves under who reads or types. */
  #waits(approval) {
    this.#list.items = queue.waiting.filter((each) => this.#list.indexOf(each.id) !== undefined);
    this.#list.redraw(approval.id);
    this.#shown = this.#shown.map((shown) => (shown.id === approval.id ? approval : shown));
    const article = this.#details.querySelector(`article[data-id="${approval.id}"]`);
    article?.querySelector(".left")?.remove();
    article?.querySelector(".head")?.after(...[left(approval)].filter((note) => note !== null));
  }

  #markAll() {
    this.#list.toggleAll();
    this.#show(this.#list.current);
  }

  /** Shows the marked ones, or `id` where none is. */
  #show(id) {
    this.#place = this.#list.indexOf(id) ?? 0;
    const ids = this.#list.marked.size > 0 ? [...this.#list.marked] : [id];
    const approvals = ids.map((each) => queue.pending.get(each)).filter((each) => each !== undefined);
    const same = approvals.length === this.#shown.length && approvals.every((each, index) => each === this.#shown[index]);
    if (!same) this.#render(approvals);
  }

  #render(approvals) {
    this.#shown = approvals;
    // Nobody has seen it before it was drawn, which may take a while on a busy machine.
    this.#shownAt = Infinity;
    this.#details.replaceChildren(
      ...approvals.map((approval) =>
        h("article", { class: `approval ${approval.state}`, "data-id": approval.id }, ...whole(approval), this.#below(approval)),
      ),
    );
    this.#details.scrollTop = 0;
    if (this.#open.length > 0) this.#details.append(this.#answers(this.#open));
    this.#look();
    const drawn = approvals;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (this.#shown !== drawn) return;
        this.#shownAt = performance.now();
        setTimeout(() => this.#look(), QUIET_MILLIS + 10);
      }),
    );
  }

  #below(approval) {
    if (approval.state === "pending") return this.#saves(approval);
    return h("div", { class: "over" }, h("ul", { class: "ended" }, outcome(approval)), h("button", { type: "button", class: "next", onclick: () => this.#next() }, "Next"));
  }

  #answers(open) {
    const one = open.length === 1 ? open[0] : null;
    const answering = may("answer");
    const feedback = h("input", { type: "text", maxlength: 10000, placeholder: "optional, sent to the agent", id: "feedback", autocomplete: "off" });
    feedback.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#deny();
      if (event.key === "Escape") this.#details.focus();
    });
    const several = open.length === 1 ? "" : ` (${open.length})`;
    const always = one !== null && one.always.length > 0;
    return h(
      "div",
      { class: "answers", role: "group", "aria-label": "Answer" },
      h("p", { class: "hold", role: "status" }),
      answering ? null : h("p", { class: "hold" }, "You may look, and not answer."),
      h("button", { type: "button", class: "approve primary", disabled: !answering, onclick: () => this.#approve({}) }, `Approve once${several}`),
      h("button", { type: "button", class: "always", hidden: !always, disabled: !may("rules"), onclick: () => this.#approve({ always: true }) }, "Always"),
      one === null ? null : h("button", { type: "button", class: "more", disabled: !answering, onclick: () => this.#more() }, "More …"),
      one === null ? null : h("button", { type: "button", class: "edit", disabled: !answering, onclick: () => this.#edit() }, "Edit …"),
      one === null ? null : h("button", { type: "button", class: "why", onclick: () => this.#why() }, "Why"),
      h("label", { class: "feedback" }, "Why not ", feedback),
      select(MODES, "soft", { id: "mode", "aria-label": "What the agent does then" }),
      h("button", { type: "button", class: "deny danger", disabled: !answering, onclick: () => this.#deny() }, `Deny${several}`),
      h("p", { class: "problem", role: "alert" }),
    );
  }

  #saves(approval) {
    return approval.always.length === 0
      ? h("p", { class: "saves" }, "“Always” is not offered: no rule can allow this call.")
      : h("div", {}, h("p", { class: "saves" }, "“Always” remembers:"), h("ul", { class: "rules" }, ...approval.always.map((rule) => h("li", {}, `allow ${ruleText(rule)}`))));
  }

  /**
   * Notes whose end is in sight, or further up. INVARIANT (what you see): nothing here is laid out by estimate
   * (`content-visibility`), or an end would seem to be in sight that is not.
   */
  #look() {
    const answers = this.#details.querySelector(".answers")?.getBoundingClientRect().top ?? Infinity;
    const pane = this.#details.getBoundingClientRect();
    const bottom = Math.min(innerHeight, pane.bottom, answers);
    const room = bottom - Math.max(0, pane.top);
    for (const end of this.#details.querySelectorAll(".end")) {
      if (room >= LEAST_ROOM && end.getBoundingClientRect().top <= bottom) this.#seen.add(end.dataset.id);
    }
    this.#arm();
  }

  get #quiet() {
    return performance.now() - this.#shownAt >= QUIET_MILLIS;
  }

  /** INVARIANT (what you see): nothing is allowed that was not shown to its end. */
  get #isSeen() {
    return this.#shown.every((approval) => approval.state !== "pending" || this.#seen.has(approval.id));
  }

  #arm() {
    const hold = this.#details.querySelector(".hold");
    if (hold) hold.textContent = this.#isSeen ? "" : "Scroll to the end of the call to allow it.";
    for (const button of this.#details.querySelectorAll(".approve, .always, .more")) {
      button.setAttribute("aria-disabled", String(!this.#isSeen || !this.#quiet || this.#busy || this.#open.length === 0));
    }
    for (const button of this.#details.querySelectorAll(".deny")) {
      button.setAttribute("aria-disabled", String(!this.#quiet || this.#busy || this.#open.length === 0));
    }
  }

  /** On a narrow screen it is the page that scrolls. */
  #further() {
    const inside = this.#details.scrollHeight > this.#details.clientHeight + 1;
    if (inside) this.#details.scrollBy({ top: this.#details.clientHeight * 0.8 });
    else scrollBy({ top: innerHeight * 0.8 });
  }

  #mayAllow() {
    if (this.#busy || !this.#quiet || this.#open.length === 0) return false;
    if (!this.#isSeen) this.#further();
    return this.#isSeen;
  }

  #approve(body) {
    if (this.#mayAllow()) this.#answer("approve", body);
  }

  #deny() {
    const feedback = document.getElementById("feedback")?.value ?? "";
    const mode = document.getElementById("mode")?.value ?? "soft";
    if (!this.#busy && this.#quiet && this.#open.length > 0) this.#answer("deny", { feedback, mode });
  }

  /**
   * Sends an answer for each of `open`, and goes on to the next that waits. INVARIANT (bound): what a dialog asked about is
   * answered, whatever is shown by then.
   */
  async #answer(verb, body, open = this.#open) {
    if (open.length === 0) return;
    this.#busy = true;
    this.#arm();
    const problems = [];
    const results = await Promise.all(
      open.map((approval) => post(`/v1/approvals/${approval.id}/${verb}`, { ...body, digest: approval.digest, channel: "web" })),
    );
    results.forEach((result, index) => {
      // A late answer gets the approval as it is.
      if (result.body.approval) queue.take(result.body.approval);
      if (!result.ok) problems.push(result.body.approval ? `answered before, ${result.body.approval.state}: ${open[index].display.tool}` : result.body.detail);
    });
    this.#busy = false;
    this.#changed();
    const left = open.filter((approval) => queue.pending.has(approval.id));
    if (problems.length > 0) {
      this.#render(left.length > 0 ? left : results.map((result, index) => result.body.approval ?? open[index]));
      this.#problem(problems.join("; "));
    } else {
      say(`${verb === "approve" ? "approved" : "denied"}: ${plural(open.length, "call")}`);
      this.#next();
    }
  }

  #problem(text) {
    let element = this.#details.querySelector(".answers .problem");
    if (!element) {
      element = h("p", { class: "problem", role: "alert" });
      this.#details.append(element);
    }
    element.textContent = text;
  }

  #next() {
    this.#shown = [];
    this.#details.replaceChildren();
    this.#list.forget();
    if (this.#list.length > 0) this.#list.move(0, Math.min(this.#place, this.#list.length - 1));
  }

  /** What is shown and waits. */
  get #open() {
    return this.#shown.filter((approval) => approval.state === "pending");
  }

  get #only() {
    return this.#shown.length === 1 ? (this.#open[0] ?? null) : null;
  }

  async #more() {
    const approval = this.#only;
    if (approval && this.#mayAllow()) await chooseRules(approval, (body) => this.#answer("approve", body, [approval]));
  }

  #edit() {
    const approval = this.#only;
    if (approval && !this.#busy) editArguments(approval, (body) => this.#answer("approve", body, [approval]));
  }

  async #why() {
    const approval = this.#only;
    if (!approval) return;
    const { batchRemaining, ...call } = approval.call;
    const reply = await post("/v1/explain", call.batchId === undefined ? call : { ...call, batchRemaining: batchRemaining ?? [] });
    const place = this.#details.querySelector(`article[data-id="${approval.id}"]`);
    if (!place) return;
    place.querySelector(".explained")?.remove();
    place.append(
      h(
        "section",
        { class: "explained", "aria-label": "Why" },
        ...(reply.ok
          ? [
              findings(reply.body.findings),
              h("p", {}, reply.body.enough.length > 0 ? `Enough would be: allow ${reply.body.enough.map(ruleText).join(", ")}` : "No rule would be enough."),
            ]
          : [h("p", { class: "problem" }, reply.body.detail)]),
      ),
    );
  }

  #key(event) {
    const at = event.target instanceof Element ? event.target : document.body;
    const typing = at.closest("input, textarea, select, dialog, [contenteditable]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const onButton = at.closest("button, a, summary") && (event.key === "Enter" || event.key === " ");
    if (onButton) return;
    const act = {
      j: () => this.#list.move(1),
      k: () => this.#list.move(-1),
      y: () => this.#approve({}),
      n: () => document.getElementById("feedback")?.focus(),
      a: () => this.#more(),
      Enter: () => this.#more(),
      e: () => this.#edit(),
      w: () => this.#why(),
      x: () => this.#mark(),
      "*": () => this.#markAll(),
      " ": () => this.#further(),
      "/": () => this.#search.focus(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #mark() {
    if (!this.#list.current) return;
    this.#list.toggle(this.#list.current);
    this.#show(this.#list.current);
  }
}

export function open(main, [wanted]) {
  const page = new InboxPage(main, wanted);
  return () => page.close();
}
