// What waits for an answer: the list, and the calls that are chosen in it, whole.

import { get, may, post } from "./api.js";
import { findings, left, MARKS, outcome, parts, past, riskMark, whole } from "./call.js";
import { chooseRules } from "./choices.js";
import { dialog, h, plural, ruleText, say, select, span } from "./dom.js";
import { editArguments } from "./edit.js";
import { List } from "./list.js";
import { queue } from "./queue.js";
import { filter, isDangerous, rank, rows } from "./triage.js";

/** A key or a click counts only after the calls have stood on the screen for so long. */
const QUIET_MILLIS = 250;

/** With less than this of a call in sight, in pixels, nothing counts as seen. */
const LEAST_ROOM = 80;

/** More calls than these are not answered together before that is asked back. */
const FEW = 3;

/** An answer that is held may be taken back for so long. */
const HOLD_MILLIS = 5000;

const MODES = [
  ["soft", "1 deny and continue"],
  ["hard", "2 stop"],
  ["explain", "3 ask what it is for"],
];

const HELP = [
  ["j k ↑ ↓", "one down, one up"],
  ["y", "allow this once"],
  ["Y", "allow it for this session"],
  ["a", "allow it always, with the rule to be changed"],
  ["n", "deny: then Enter, or 1 to 3 to say what the agent does next; type why first, if you like"],
  ["u", "take back an answer that is held"],
  ["Enter", "more answers, each with the rules that it saves"],
  ["e", "change the arguments; they are judged again"],
  ["w", "why it is asked, rule by rule"],
  ["x, *", "mark one, mark all: answers are for all that are marked"],
  ["g", "answers for all of this agent in this project"],
  ["Space", "further down in the call"],
  ["/", "search; risk:high, agent:NAME, project:NAME, badge:network and is:left say where"],
];

/** What this browser keeps: searches by name, and whether answers are held. */
const kept = {
  get searches() {
    try {
      const all = JSON.parse(localStorage.getItem("searches") ?? "[]");
      return Array.isArray(all) ? all.filter((each) => typeof each === "string") : [];
    } catch {
      return [];
    }
  },
  set searches(all) {
    localStorage.setItem("searches", JSON.stringify(all.slice(0, 20)));
  },
  get holds() {
    return localStorage.getItem("holds") === "yes";
  },
  set holds(holds) {
    localStorage.setItem("holds", holds ? "yes" : "no");
  },
};

class InboxPage {
  #list = new List("Waiting for you", (row) => this.#row(row), (id) => this.#show(id));
  #details = h("section", { class: "details", "aria-label": "The call", tabindex: -1 });
  #answered = h("ol", { id: "answered", class: "lately", tabindex: 0, "aria-label": "Answered" });
  #none = h("p", { id: "none" }, "Nothing is waiting. Calls that need an answer appear here; `licet install` hooks up an agent.");
  #search = h("input", { type: "search", placeholder: "Search (/)", "aria-label": "Search in what waits", list: "searches" });
  #searches = h("datalist", { id: "searches" });
  #keep = h("button", { type: "button", class: "quiet", hidden: true }, "Keep search");
  #all = h("button", { type: "button", class: "quiet" }, "Mark all");
  #group = h("button", { type: "button", class: "quiet", hidden: true }, "Group …");
  #back = h("button", { type: "button", class: "back" }, "All calls");
  #shownAt = 0;
  #place = 0;
  /** @type {import("./queue.js").Approval[]} */
  #shown = [];
  #seen = new Set();
  /** Calls whose answer is on its way, or may still be taken back. */
  #held = new Set();
  #hold = null;
  #busy = false;
  #stop = new AbortController();

  constructor(main, wanted) {
    this.main = main;
    const holds = h("input", { type: "checkbox", id: "holds", checked: kept.holds });
    holds.addEventListener("change", () => {
      kept.holds = holds.checked;
    });
    const help = h(
      "details",
      { class: "help lately" },
      h("summary", {}, "Keys"),
      h("dl", {}, ...HELP.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])),
      h("label", { class: "holds" }, holds, ` Hold each answer for ${HOLD_MILLIS / 1000} s, so that u takes it back`),
    );
    main.append(
      h(
        "section",
        { class: "queue", "aria-labelledby": "waiting" },
        h("h2", { id: "waiting", class: "unseen" }, "Waiting for you"),
        h("div", { class: "find" }, this.#search, this.#searches, this.#keep, this.#group, this.#all),
        this.#none,
        this.#list.element,
        h("details", { class: "lately", open: innerHeight > 1000 }, h("summary", {}, "Answered"), this.#answered),
        help,
      ),
      this.#details,
    );
    const signal = this.#stop.signal;
    queue.addEventListener("change", () => this.#changed(), { signal });
    queue.addEventListener("ended", (event) => this.#ended(event.detail), { signal });
    queue.addEventListener("waits", (event) => this.#waits(event.detail), { signal });
    this.#search.addEventListener("input", () => this.#searched());
    this.#keep.addEventListener("click", () => this.#keepSearch());
    this.#all.addEventListener("click", () => this.#markAll());
    this.#group.addEventListener("click", () => this.#forGroup());
    this.#back.addEventListener("click", () => this.#toList());
    this.#list.element.addEventListener("click", (event) => {
      if (event.target.closest(".row") && !event.target.closest(".mark")) main.classList.add("reading");
    });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#details.addEventListener("scroll", () => this.#look(), { passive: true });
    document.addEventListener("scroll", () => this.#look(), { passive: true, signal });
    addEventListener("pagehide", () => this.#hold?.send(true), { signal });
    const resized = new ResizeObserver(() => this.#look());
    resized.observe(this.#details);
    const clock = setInterval(() => this.#tick(), 1000);
    signal.addEventListener("abort", () => {
      clearInterval(clock);
      resized.disconnect();
      this.#list.resized.disconnect();
    });
    this.#offerSearches();
    this.#changed();
    if (wanted) {
      main.classList.add("reading");
      this.#find(wanted);
    }
  }

  close() {
    this.#hold?.send();
    this.main.classList.remove("reading");
    this.#stop.abort();
  }

  /** Shows the approval that an address names, answered or not. */
  async #find(id) {
    if (queue.pending.has(id)) {
      this.#choose(id);
      return;
    }
    const reply = await get(`/v1/approvals/${encodeURIComponent(id)}`);
    if (reply.ok && reply.body.state === "pending") {
      queue.take(reply.body);
      this.#changed();
      this.#choose(id);
    } else if (reply.ok) this.#render([reply.body]);
    else this.#details.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
  }

  /** Chooses the line on which a call stands. */
  #choose(id) {
    const row = this.#list.items.find((item) => item.alike?.some((each) => each.id === id));
    this.#list.choose(row?.id ?? id);
  }

  #row(row) {
    if (row.title !== undefined) {
      return [h("span", { class: "name" }, row.title), h("span", { class: "age" }, String(row.members.length))];
    }
    const { approval, alike } = row;
    const { risk, headline } = approval;
    const level = risk?.level ?? "critical";
    return [
      h("span", { class: "mark", "aria-hidden": "true" }, this.#list.marked.has(row.id) ? "☑" : "☐"),
      h("span", { class: `risk ${level}`, title: `${level}: ${risk?.worst ?? ""}` }, h("span", { "aria-hidden": "true" }, MARKS[level]), h("span", { class: "unseen" }, `${level} risk`)),
      h(
        "span",
        { class: "text" },
        approval.agentLeft ? h("em", { class: "left" }, "agent left ") : null,
        ...headlineText(approval),
      ),
      headline.added || headline.removed ? h("span", { class: "lines" }, h("span", { class: "added" }, `+${headline.added}`), " ", h("span", { class: "removed" }, `−${headline.removed}`)) : null,
      alike.length > 1 ? h("span", { class: "badge", title: "the same call, by several sessions or more than once" }, `×${alike.length}`) : null,
      // What is not known is said by how bad that may be.
      ...(risk?.badges ?? []).filter((badge) => badge !== "unknown").map((badge) => h("span", { class: `badge is-${badge}` }, badge)),
      h("span", { class: "age" }, age(approval)),
    ];
  }

  #tick() {
    for (const element of this.#list.element.querySelectorAll(".row")) {
      const approval = queue.pending.get(element.dataset.id);
      if (approval) element.querySelector(".age").textContent = age(approval);
    }
    for (const time of this.#details.querySelectorAll(".since time")) time.textContent = `${span(time.dateTime)} ago`;
  }

  /** A call that is filtered out cannot be answered: another takes its place. */
  #searched() {
    this.#keep.hidden = this.#search.value.trim() === "";
    this.#keep.textContent = kept.searches.includes(this.#search.value.trim()) ? "Forget search" : "Keep search";
    this.#changed();
    const gone = this.#shown.some((approval) => approval.state === "pending" && this.#rowOf(approval) === undefined);
    if (!gone) return;
    this.#list.marked.clear();
    this.#next();
  }

  #keepSearch() {
    const search = this.#search.value.trim();
    const all = kept.searches.filter((each) => each !== search);
    kept.searches = all.length < kept.searches.length ? all : [search, ...all];
    this.#offerSearches();
    this.#searched();
  }

  #offerSearches() {
    this.#searches.replaceChildren(
      ...["risk:high", "is:left", ...kept.searches].map((search) => h("option", { value: search })),
    );
  }

  #rowOf(approval) {
    return this.#list.items.find((item) => item.alike?.some((each) => each.id === approval.id));
  }

  #changed() {
    const fits = filter(this.#search.value);
    this.#list.items = rows(queue.waiting.filter((approval) => !this.#held.has(approval.id) && fits(approval)));
    this.#none.hidden = queue.pending.size > 0;
    this.#all.hidden = this.#list.length < 2;
    this.#group.hidden = this.#list.length === 0;
    this.#list.element.hidden = this.#list.length === 0;
    this.#answered.replaceChildren(...queue.answered.map(outcome));
    // The first that comes is shown. INVARIANT (meant): it never takes the place of what somebody reads, answered or not, or a
    // key that was meant for that would answer it.
    // What comes while the page is still being filled may not be the worst.
    const free = queue.ready && this.#shown.length === 0 && !this.#busy && document.querySelector("dialog") === null;
    if (free && this.#list.length > 0) this.#list.move(this.#list.indexOf(this.#list.current) === undefined ? 1 : 0);
  }

  /** What was answered elsewhere stands where it was, and says so: no key that was meant for it goes to another. */
  #ended(approval) {
    this.#held.delete(approval.id);
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
    this.#changed();
    this.#list.redraw(approval.id);
    const before = this.#shown.find((shown) => shown.id === approval.id);
    this.#shown = this.#shown.map((shown) => (shown.id === approval.id ? approval : shown));
    const article = this.#details.querySelector(`article[data-id="${approval.id}"]`);
    article?.querySelector(".left")?.remove();
    article?.querySelector(".head")?.after(...[left(approval)].filter((note) => note !== null));
    if (before !== undefined && before.preview?.digest !== approval.preview?.digest) this.#tried(approval, article);
  }

  /** What it did when it was tried has come: nobody has seen that yet. */
  #tried(approval, article) {
    this.#seen.delete(approval.id);
    this.#shownAt = performance.now();
    article.querySelector("p.hidden")?.remove();
    article.querySelector(".parts").replaceWith(...parts(approval.display).filter((part) => part !== null));
    if (this.#shown.length === 1) this.#labels(approval);
    say(approval.preview?.line ?? "");
    this.#look();
    setTimeout(() => this.#look(), QUIET_MILLIS + 10);
  }

  /** What allowing it does: its changes are put in place, or it runs. */
  #labels(approval) {
    const complete = approval.preview?.complete === true;
    const approve = this.#details.querySelector(".approve");
    const run = this.#details.querySelector(".run");
    if (approve !== null) approve.textContent = complete ? "Put in place" : "Approve once";
    if (run !== null) run.hidden = !complete;
  }

  #markAll() {
    this.#list.toggleAll();
    this.#show(this.#list.current);
  }

  #toList() {
    this.main.classList.remove("reading");
    this.#list.element.focus();
  }

  /** Shows the marked ones, or `id` where none is: every call that stands on these lines. */
  #show(id) {
    this.#place = this.#list.indexOf(id) ?? 0;
    const ids = this.#list.marked.size > 0 ? [...this.#list.marked] : [id];
    const lines = new Map(this.#list.items.map((item) => [item.id, item]));
    const approvals = ids
      .flatMap((each) => lines.get(each)?.alike ?? [])
      .map((each) => queue.pending.get(each.id))
      .filter((each) => each !== undefined && !this.#held.has(each.id));
    const same = approvals.length === this.#shown.length && approvals.every((each, index) => each === this.#shown[index]);
    if (!same) this.#render(approvals);
  }

  #render(approvals) {
    this.#shown = approvals;
    // Nobody has seen it before it was drawn, which may take a while on a busy machine.
    this.#shownAt = Infinity;
    this.#details.replaceChildren(
      this.#back,
      ...approvals.map((approval) =>
        h("article", { class: `approval ${approval.state}`, "data-id": approval.id }, ...whole(approval), this.#below(approval)),
      ),
    );
    this.#details.scrollTop = 0;
    if (this.#open.length > 0) this.#details.append(this.#answers(this.#open));
    this.#look();
    const drawn = approvals;
    if (approvals.length === 1) this.#tellPast(approvals[0]);
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (this.#shown !== drawn) return;
        this.#shownAt = performance.now();
        setTimeout(() => this.#look(), QUIET_MILLIS + 10);
      }),
    );
  }

  /** What came before stands below the call: nothing that is read moves when it comes. */
  async #tellPast(approval) {
    const reply = await get(`/v1/approvals/${encodeURIComponent(approval.id)}/past`);
    const place = this.#details.querySelector(`article[data-id="${CSS.escape(approval.id)}"] .past`);
    if (!reply.ok || place === null) return;
    place.replaceChildren(...past(reply.body));
    const branch = this.#details.querySelector(`article[data-id="${CSS.escape(approval.id)}"] .branch`);
    if (branch !== null && reply.body.branch) branch.textContent = ` on ${reply.body.branch}`;
    this.#look();
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
      const mode = MODES["123".indexOf(event.key)];
      if (mode !== undefined && feedback.value === "" && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        document.getElementById("mode").value = mode[0];
        this.#deny();
      }
    });
    const several = open.length === 1 ? "" : ` (${open.length})`;
    const always = one !== null && one.always.length > 0;
    return h(
      "div",
      { class: "answers", role: "group", "aria-label": "Answer" },
      h("p", { class: "hold", role: "status" }),
      answering ? null : h("p", { class: "hold" }, "You may look, and not answer."),
      h("button", { type: "button", class: "approve primary", disabled: !answering, onclick: () => this.#approve({}) }, one?.preview?.complete === true ? "Put in place" : `Approve once${several}`),
      one === null ? null : h("button", { type: "button", class: "run", hidden: one.preview?.complete !== true, disabled: !answering, onclick: () => this.#approve({ run: true }) }, "Run it instead"),
      h("button", { type: "button", class: "session", hidden: !always, disabled: !answering, onclick: () => this.#forSession() }, "This session"),
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
    for (const button of this.#details.querySelectorAll(".approve, .run, .session, .always, .more")) {
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
    if (!this.#mayAllow()) return;
    const open = this.#open;
    const dangerous = open.filter(isDangerous);
    const many = open.length > FEW || (open.length > 1 && dangerous.length > 0);
    if (many) this.#askBack(open, dangerous, body);
    else this.#answer("approve", body, open);
  }

  /** Many at once, or one among several that may do harm: the person says so again. */
  #askBack(open, dangerous, body) {
    const sure = h("button", { type: "button", class: "primary sure" }, `Allow ${plural(open.length, "call")}`);
    const worst = [...open].sort((one, other) => rank(one) - rank(other));
    const box = dialog(
      `Allow ${plural(open.length, "call")}?`,
      h(
        "div",
        {},
        dangerous.length > 0 ? h("p", { class: "problem" }, `${dangerous.length} of them may do harm.`) : null,
        h("ul", { class: "worst" }, ...worst.map((approval) => h("li", {}, riskMark(approval), " ", h("code", { class: "text" }, approval.headline.text)))),
      ),
      { buttons: [sure] },
    );
    sure.addEventListener("click", () => {
      box.close();
      this.#answer("approve", body, open.filter((approval) => queue.pending.has(approval.id)));
    });
  }

  /** What "always" would save, for this session alone. */
  #forSession() {
    const approval = this.#only;
    if (approval && approval.always.length > 0) this.#approve({ remember: { rules: approval.always, lifetime: "session" } });
  }

  #deny() {
    const feedback = document.getElementById("feedback")?.value ?? "";
    const mode = document.getElementById("mode")?.value ?? "soft";
    if (!this.#busy && this.#quiet && this.#open.length > 0) this.#answer("deny", { feedback, mode });
  }

  /** What may be said of all that one agent asks in one project. */
  #forGroup() {
    const row = this.#list.items[this.#place];
    const title = this.#list.items.findLast((item, at) => item.title !== undefined && at <= this.#list.items.indexOf(row));
    if (!title) return;
    const calm = this.#list.items.filter((item) => item.alike?.some((each) => title.members.includes(each)) && item.approval.risk?.level === "low");
    const gone = title.members.filter((approval) => approval.agentLeft);
    const sessions = [...new Map(title.members.map(({ call }) => [`${call.workerId} ${call.sessionId}`, call])).values()];
    const told = h("p", { class: "told", role: "status" });
    const tell = async (event) => {
      const replies = await Promise.all(sessions.map(({ workerId, sessionId }) => post("/v1/sessions", { workerId, sessionId, ...event })));
      told.textContent = replies.every((reply) => reply.ok) ? "Done." : replies.find((reply) => !reply.ok).body.detail;
    };
    const review = h("button", { type: "button", class: "calm", disabled: calm.length === 0 }, `Mark low risk (${calm.length})`);
    const denyAll = h("button", { type: "button", class: "danger deny-all", disabled: !may("answer") }, `Deny all (${title.members.length})`);
    const clear = h("button", { type: "button", class: "clear", disabled: gone.length === 0 || !may("answer") }, `Clear what nobody waits for (${gone.length})`);
    const pause = h("button", { type: "button", disabled: !(may("answer") || may("call")) }, "Pause");
    const resume = h("button", { type: "button", disabled: !may("answer") }, "Let it go on");
    const mode = select([["", "mode …"], ["always-ask", "ask about everything"], ["write", "ask beyond the workspace"], ["contained", "run the rest within bounds"], ["yolo", "ask about nothing"]], "", { class: "mode", "aria-label": "Mode of these sessions", disabled: !may("rules") });
    const calls = h("input", { type: "number", min: 1, max: 1000, value: 10, "aria-label": "How many calls" });
    const access = h("button", { type: "button", disabled: !may("rules") }, "Full access for so many calls");
    const box = dialog(
      title.title,
      h(
        "div",
        { class: "fields" },
        h("p", {}, `${plural(title.members.length, "call")} of ${plural(sessions.length, "session")}.`),
        h("div", { class: "buttons" }, review, denyAll, clear),
        h("div", { class: "buttons" }, pause, resume),
        h("div", { class: "buttons" }, mode),
        h("div", { class: "buttons" }, calls, access),
        told,
      ),
    );
    review.addEventListener("click", () => {
      box.close();
      this.#list.marked = new Set(calm.map((item) => item.id));
      this.#list.items = this.#list.items;
      this.#show(calm[0].id);
    });
    const denied = (open, words) => {
      box.close();
      this.#answer("deny", { feedback: words, mode: "soft" }, open.filter((approval) => queue.pending.has(approval.id)));
    };
    denyAll.addEventListener("click", () => denied(title.members, ""));
    clear.addEventListener("click", () => denied(gone, "Nobody waited for this any more."));
    pause.addEventListener("click", () => tell({ event: "paused" }));
    resume.addEventListener("click", () => tell({ event: "resumed" }));
    mode.addEventListener("change", () => tell({ event: "mode", mode: mode.value }));
    access.addEventListener("click", () => tell({ event: "full-access", calls: Number(calls.value) }));
  }

  /** Answers now, or once nobody has taken it back for a while. */
  async #answer(verb, body, open = this.#open) {
    if (open.length === 0) return;
    if (!kept.holds) {
      await this.#send(verb, body, open);
      return;
    }
    await this.#hold?.send();
    for (const approval of open) this.#held.add(approval.id);
    this.#list.marked.clear();
    const undo = h("button", { type: "button", class: "undo" }, "Take back (u)");
    const bar = h("p", { class: "holding", role: "status" }, `${verb === "approve" ? "Approved" : "Denied"}: ${open.length === 1 ? open[0].headline.text : plural(open.length, "call")}. `, undo);
    const end = () => {
      clearTimeout(timer);
      bar.remove();
      this.#hold = null;
      for (const approval of open) this.#held.delete(approval.id);
    };
    const hold = {
      send: async (leaving = false) => {
        if (this.#hold !== hold) return;
        end();
        await this.#send(verb, body, open, leaving);
      },
      undo: () => {
        if (this.#hold !== hold) return;
        end();
        this.#changed();
        this.#choose(open[0].id);
        say("taken back");
      },
    };
    const timer = setTimeout(() => hold.send(), HOLD_MILLIS);
    undo.addEventListener("click", () => hold.undo());
    this.#hold = hold;
    this.main.append(bar);
    this.#changed();
    this.#next();
  }

  /**
   * Sends an answer for each of `open`, and goes on to the next that waits. INVARIANT (bound): what a dialog asked about is
   * answered, whatever is shown by then.
   */
  async #send(verb, body, open, leaving = false) {
    const shown = open.some((approval) => this.#shown.some((each) => each.id === approval.id));
    this.#busy = shown;
    this.#arm();
    const problems = [];
    const results = await Promise.all(
      open.map((approval) => post(`/v1/approvals/${approval.id}/${verb}`, { ...body, digest: approval.digest, channel: "web" }, leaving)),
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
      if (shown) this.#next();
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
    if (this.#list.length > 0) this.#list.move(0, Math.min(this.#place, this.#list.items.length - 1));
    else this.main.classList.remove("reading");
  }

  /** What is shown and waits. */
  get #open() {
    return this.#shown.filter((approval) => approval.state === "pending");
  }

  get #only() {
    return this.#shown.length === 1 ? (this.#open[0] ?? null) : null;
  }

  async #more(lifetime) {
    const approval = this.#only;
    if (approval && this.#mayAllow()) await chooseRules(approval, (body) => this.#answer("approve", body, [approval]), lifetime);
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
      Y: () => this.#forSession(),
      n: () => document.getElementById("feedback")?.focus(),
      a: () => this.#more("worker"),
      u: () => this.#hold?.undo(),
      Enter: () => this.#more(),
      e: () => this.#edit(),
      w: () => this.#why(),
      x: () => this.#mark(),
      g: () => this.#forGroup(),
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

/** How long a call has waited, or how long it is still waited for. */
function age(approval) {
  return approval.deadline ? `${span(approval.deadline)} left` : span(approval.askedAt);
}

/** The line of a call, with what needs approval first where that would not be in sight. */
function headlineText(approval) {
  const { text } = approval.headline;
  const part = approval.display.parts.find((each) => each.asks?.length > 0);
  const guilty = part === undefined ? "" : part.text.slice(part.asks[0].start, part.asks[0].end).split("\n")[0];
  const at = guilty === "" ? -1 : text.indexOf(guilty);
  if (at < 0 || guilty.length === text.length) return [text];
  const before = at > 40 ? `…${text.slice(at - 12, at)}` : text.slice(0, at);
  return [before, h("b", {}, guilty), text.slice(at + guilty.length)];
}

export function open(main, [wanted]) {
  const page = new InboxPage(main, wanted);
  return () => page.close();
}
