// What waits for an answer: the list, and the calls that are chosen in it, whole.

import { get, may, post } from "./api.js";
import { findingTree, left, MARKS, numberLines, outcome, parts, past, riskMark, whole } from "./call.js";
import { chooseRules } from "./choices.js";
import { coded, dialog, field, h, narrow, ruleText, say, select, span } from "./dom.js";
import { editArguments } from "./edit.js";
import { List } from "./list.js";
import { queue } from "./queue.js";
import { bounds, call as callTexts, inbox as texts, modes, time } from "./texts.js";
import { filter, isDangerous, prepare, rank, rows } from "./triage.js";

/** A key or a click counts only after the calls have stood on the screen for so long. */
const QUIET_MILLIS = 250;

/** With less than this of a call in sight, in pixels, nothing counts as seen. */
const LEAST_ROOM = 80;

/** More calls than these are not answered together before that is asked back. */
const FEW = 3;

/** An answer that is held may be taken back for so long. */
const HOLD_MILLIS = 5000;

/** Searches that everybody has. */
const OFFERED = ["risk:high", "is:left"].map((search) => ({ name: search, search }));

/** What keys do in the list alone. */
const LIST_KEYS = ["j", "k", "x", "*", "/", "u"];

/** What the agent does after a denial, in the order of their keys. */
const MODES = Object.entries(texts.modes);

/** @typedef {{name: string, search: string}} KeptSearch */

/** What this browser keeps: searches by name, and whether answers are held. */
const kept = {
  /** @returns {KeptSearch[]} */
  get searches() {
    try {
      const all = JSON.parse(localStorage.getItem("searches") ?? "[]");
      return Array.isArray(all) ? all.filter((each) => typeof each?.name === "string" && typeof each.search === "string") : [];
    } catch {
      return [];
    }
  },
  /** The name of what is searched for, where that is kept. */
  nameOf(search) {
    return kept.searches.find((each) => each.search === search)?.name;
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
  #list = new List(texts.waiting, (row) => this.#row(row), (id) => this.#show(id));
  #details = h("section", { class: "details", "aria-label": texts.theCall, tabindex: -1 });
  #answered = h("ol", { id: "answered", class: "lately", tabindex: 0, "aria-label": texts.answered });
  #none = h("p", { id: "none" });
  #search = h("input", { type: "search", placeholder: texts.search, "aria-label": texts.searchIn });
  #searches = h("div", { id: "searches", role: "group", "aria-label": texts.kept });
  #keep = h("button", { type: "button", class: "quiet", hidden: true }, texts.keepSearch);
  #all = h("button", { type: "button", class: "quiet" }, texts.markAll);
  #group = h("button", { type: "button", class: "quiet", hidden: true }, texts.group);
  #back = h("button", { type: "button", class: "back" }, texts.allCalls);
  #shownAt = 0;
  #place = 0;
  /** @type {import("./queue.js").Approval[]} */
  #shown = [];
  #seen = new Set();
  /** Calls whose answer is on its way, or may still be taken back. */
  #held = new Set();
  #hold = null;
  #prepares = false;
  #busy = false;
  /** Whether somebody came for a call that is not shown, or not yet. */
  #sought = false;
  /** Counts what was shown. */
  #turn = 0;
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
      h("summary", {}, texts.keys),
      h("dl", {}, ...texts.help.flatMap(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)])),
      h("label", { class: "holds" }, holds, texts.hold(HOLD_MILLIS / 1000)),
    );
    main.append(
      h(
        "section",
        { class: "queue", "aria-labelledby": "waiting" },
        h("h2", { id: "waiting", class: "unseen" }, texts.waiting),
        h("div", { class: "find" }, this.#search, this.#keep, this.#group, this.#all),
        this.#searches,
        this.#none,
        this.#list.element,
        h("div", { class: "folded" }, h("details", { class: "lately", open: innerHeight > 1000 }, h("summary", {}, texts.answered), this.#answered), help),
      ),
      this.#details,
    );
    const signal = this.#stop.signal;
    queue.addEventListener("change", () => this.#changed(), { signal });
    queue.addEventListener("ended", (event) => this.#ended(event.detail), { signal });
    queue.addEventListener("waits", (event) => this.#waits(event.detail), { signal });
    this.#search.addEventListener("input", () => this.#searched());
    this.#search.addEventListener("keydown", (event) => this.#leaveSearch(event));
    this.#keep.addEventListener("click", () => this.#keepSearch());
    // They stay while somebody is among them, and go once the focus is elsewhere: not while it is on its way.
    this.#searches.addEventListener("mousedown", (event) => event.preventDefault());
    const finds = () => main.classList.toggle("finding", document.activeElement?.closest(".find, #searches") !== null);
    this.#search.addEventListener("focus", finds);
    // What is clicked stays where it is until it was clicked.
    for (const done of ["click", "keyup"]) document.addEventListener(done, finds, { signal });
    this.#all.addEventListener("click", () => this.#markAll());
    this.#group.addEventListener("click", () => this.#forGroup());
    this.#back.addEventListener("click", () => this.#toList());
    this.#list.element.addEventListener("click", (event) => {
      if (event.target.closest(".row") && !event.target.closest(".mark")) this.#read();
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
    if (wanted) this.go(wanted);
  }

  /** Shows the call that an address names; one that names none is that of the list. */
  go(wanted) {
    const named = wanted !== undefined && wanted !== "";
    this.main.classList.toggle("reading", named);
    if (named) this.#find(wanted);
  }

  /** On a narrow screen a call takes the place of the list: it has an address of its own, so that Back is back. */
  #read() {
    this.main.classList.add("reading");
    const id = this.#shown[0]?.id;
    if (narrow.matches && id !== undefined) history.pushState({ list: true }, "", `#/inbox/${id}`);
  }

  close() {
    this.#hold?.send();
    this.main.classList.remove("reading");
    this.#stop.abort();
  }

  /** Shows the approval that an address names, answered or not. */
  async #find(id) {
    if (queue.pending.has(id)) {
      this.#findPending(id);
      return;
    }
    // INVARIANT (bound): until it is there no other call is shown in its place, nor answered.
    this.#showNone("");
    const turn = this.#turn;
    const reply = await get(`/v1/approvals/${encodeURIComponent(id)}`);
    // Somebody has gone on to something else.
    if (turn !== this.#turn || this.#stop.signal.aborted) return;
    if (reply.ok && reply.body.state === "pending") {
      queue.take(reply.body);
      this.#changed();
      this.#findPending(id);
    } else if (reply.ok) this.#render([reply.body]);
    else this.#showNone(reply.body.detail);
  }

  /** Whatever is searched for or marked, it is this one that somebody came for. */
  #findPending(id) {
    if (this.#held.has(id)) {
      this.#showNone(texts.isHeld);
      return;
    }
    this.#list.marked.clear();
    if (!filter(this.#search.value)(queue.pending.get(id))) this.#search.value = "";
    this.#searched();
    this.#choose(id);
    this.#show(this.#list.current);
  }

  /** Shows no call, so that no key answers one. */
  #showNone(text) {
    this.#turn++;
    this.#sought = true;
    this.#shown = [];
    this.#shownAt = Infinity;
    this.#details.replaceChildren(this.#back, h("p", { class: "problem", role: "alert" }, text));
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
      h("span", { class: `risk ${level}`, title: texts.atWorst(level, risk?.worst ?? "") }, h("span", { "aria-hidden": "true" }, MARKS[level]), h("span", { class: "unseen" }, callTexts.risk(level))),
      h(
        "span",
        { class: "text" },
        approval.agentLeft ? h("em", { class: "left" }, texts.agentLeft) : null,
        ...headlineText(approval),
      ),
      headline.added || headline.removed ? h("span", { class: "lines" }, h("span", { class: "added" }, `+${headline.added}`), " ", h("span", { class: "removed" }, `−${headline.removed}`)) : null,
      alike.length > 1 ? h("span", { class: "badge", title: texts.alike }, `×${alike.length}`) : null,
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
    for (const each of this.#details.querySelectorAll(".since time")) each.textContent = time.ago(span(each.dateTime));
  }

  /** A call that is filtered out cannot be answered: another takes its place. */
  #searched() {
    this.#keep.hidden = this.#search.value.trim() === "";
    this.#keep.textContent = kept.nameOf(this.#search.value.trim()) === undefined ? texts.keepSearch : texts.forgetSearch;
    this.#changed();
    const gone = this.#shown.some((approval) => approval.state === "pending" && this.#rowOf(approval) === undefined);
    if (!gone) return;
    this.#list.marked.clear();
    this.#next();
  }

  /** Enter and the arrow go on to what was found; Escape gives up the search. */
  #leaveSearch(event) {
    if (!["Enter", "ArrowDown", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") {
      this.#search.value = "";
      this.#searched();
    }
    if (this.#list.length > 0) this.#list.element.focus();
  }

  #keepSearch() {
    const search = this.#search.value.trim();
    if (kept.nameOf(search) === undefined) this.#nameSearch(search);
    else this.#keepSearches(kept.searches.filter((each) => each.search !== search));
  }

  #keepSearches(all) {
    kept.searches = all;
    this.#offerSearches();
    this.#searched();
  }

  #nameSearch(search) {
    const name = h("input", { value: search.slice(0, 60), maxlength: 60, required: true, spellcheck: "false" });
    const form = h("form", { method: "dialog", class: "fields" }, field(texts.searchName, name));
    const keep = h("button", { type: "submit", class: "primary" }, texts.keep);
    const box = dialog(texts.keepThis(search), form, { buttons: [keep] });
    const called = () => name.value.trim() || search;
    const unique = () => name.setCustomValidity([...OFFERED, ...kept.searches].some((each) => each.name === called()) ? texts.nameTaken : "");
    name.addEventListener("input", unique);
    keep.addEventListener("click", () => form.requestSubmit());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      box.close();
      this.#keepSearches([{ name: called(), search }, ...kept.searches]);
      this.#search.focus();
    });
    name.select();
    unique();
  }

  #offerSearches() {
    this.#searches.replaceChildren(
      ...[...OFFERED, ...kept.searches].map(({ name, search }) => h("button", { type: "button", class: "quiet", title: search, onclick: () => this.#searchFor(search) }, name)),
    );
  }

  #searchFor(search) {
    this.#search.value = search;
    this.#search.focus();
    this.#searched();
  }

  #rowOf(approval) {
    return this.#list.items.find((item) => item.alike?.some((each) => each.id === approval.id));
  }

  #changed() {
    const fits = filter(this.#search.value);
    this.#list.items = rows(queue.waiting.filter((approval) => !this.#held.has(approval.id) && fits(approval)));
    this.#none.hidden = this.#list.length > 0;
    this.#none.replaceChildren(...coded(queue.pending.size === 0 ? texts.none : texts.noneFound));
    this.#all.hidden = this.#list.length < 2;
    this.#all.textContent = this.#list.marked.size < this.#list.length ? texts.markAll : texts.unmarkAll;
    this.#group.hidden = this.#list.length === 0;
    this.#list.element.hidden = this.#list.length === 0;
    this.#answered.replaceChildren(...queue.answered.map(outcome));
    this.#prepare();
    // The first that comes is shown. INVARIANT (meant): it never takes the place of what somebody reads, answered or not, or a
    // key that was meant for that would answer it.
    // What comes while the page is still being filled may not be the worst.
    const free = queue.ready && !this.#sought && this.#shown.length === 0 && !this.#busy && document.querySelector("dialog") === null;
    if (free && this.#list.length > 0) this.#list.move(this.#list.indexOf(this.#list.current) === undefined ? 1 : 0);
  }

  /** Of thousands of calls the first letter of a search would wait. */
  #prepare() {
    if (this.#prepares || this.#stop.signal.aborted) return;
    this.#prepares = true;
    (globalThis.requestIdleCallback ?? ((then) => setTimeout(() => then({ timeRemaining: () => 5 }), 50)))((deadline) => {
      this.#prepares = false;
      if (!prepare(queue.waiting, deadline)) this.#prepare();
    });
  }

  /** What was answered elsewhere stands where it was, and says so: no key that was meant for it goes to another. */
  #ended(approval) {
    this.#held.delete(approval.id);
    if (!this.#shown.some((shown) => shown.id === approval.id) || this.#busy) return;
    say(texts.ended(approval.state, approval.display.tool));
    for (const open of document.querySelectorAll(`dialog[data-about="${approval.id}"]`)) open.close();
    const now = this.#shown.map((shown) => (shown.id === approval.id ? approval : shown));
    if (document.activeElement?.id !== "feedback") {
      this.#render(now);
      return;
    }
    // Who is typing goes on typing: the field stays, or the rest of the words would be keys.
    this.#shown = now;
    this.#details.querySelector(`article[data-id="${approval.id}"]`)?.append(this.#below(approval));
    this.#problem(texts.elsewhere);
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
    if (approve !== null) approve.textContent = complete ? texts.putInPlace : texts.approve(1);
    if (run !== null) run.hidden = !complete;
  }

  #markAll() {
    this.#list.toggleAll();
    this.#changed();
    this.#show(this.#list.current);
  }

  #toList() {
    this.main.classList.remove("reading");
    this.#list.element.focus();
    if (history.state?.list) history.back();
    else if (location.hash.startsWith("#/inbox/")) history.replaceState(null, "", "#/inbox");
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
    this.#turn++;
    this.#sought = false;
    this.#shown = approvals;
    const named = location.hash.startsWith("#/inbox/");
    if (named && approvals.length > 0) history.replaceState(history.state, "", `#/inbox/${approvals[0].id}`);
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
    const turn = this.#turn;
    const reply = await get(`/v1/approvals/${encodeURIComponent(approval.id)}/past`);
    if (turn !== this.#turn) return;
    const place = this.#details.querySelector(`article[data-id="${CSS.escape(approval.id)}"] .past`);
    if (!reply.ok || place === null) return;
    place.replaceChildren(...past(reply.body));
    const branch = this.#details.querySelector(`article[data-id="${CSS.escape(approval.id)}"] .branch`);
    if (branch !== null && reply.body.branch) branch.textContent = callTexts.on(reply.body.branch);
    numberLines(this.#details.querySelector(`article[data-id="${CSS.escape(approval.id)}"]`), reply.body.lines ?? []);
    this.#look();
  }

  #below(approval) {
    if (approval.state === "pending") return this.#saves(approval);
    return h("div", { class: "over" }, h("ul", { class: "ended" }, outcome(approval)), h("button", { type: "button", class: "next", onclick: () => this.#next() }, texts.next));
  }

  #answers(open) {
    const one = open.length === 1 ? open[0] : null;
    const answering = may("answer");
    const feedback = h("input", { type: "text", maxlength: 10000, placeholder: texts.optional, id: "feedback", autocomplete: "off" });
    feedback.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        // A dialog that opens takes no key that was meant for this field.
        event.preventDefault();
        this.#deny();
      }
      if (event.key === "Escape") this.#details.focus();
      const mode = MODES["123".indexOf(event.key)];
      if (mode !== undefined && feedback.value === "" && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        document.getElementById("mode").value = mode[0];
        this.#deny();
      }
    });
    const always = one !== null && one.always.length > 0;
    return h(
      "div",
      { class: "answers", role: "group", "aria-label": texts.answer },
      h("p", { class: "hold", role: "status" }),
      answering ? null : h("p", { class: "hold" }, texts.looksOnly),
      h("button", { type: "button", class: "approve primary", disabled: !answering, onclick: () => this.#approve({}) }, one?.preview?.complete === true ? texts.putInPlace : texts.approve(open.length)),
      one === null ? null : h("button", { type: "button", class: "run", hidden: one.preview?.complete !== true, disabled: !answering, onclick: () => this.#approve({ run: true }) }, texts.runInstead),
      h("button", { type: "button", class: "session", disabled: !answering || !always, onclick: () => this.#forSession() }, texts.thisSession),
      h("button", { type: "button", class: "always", disabled: !may("rules") || !always, onclick: () => this.#approve({ always: true }) }, texts.always),
      one === null ? null : h("button", { type: "button", class: "more", disabled: !answering, onclick: () => this.#more() }, texts.more),
      one === null ? null : h("button", { type: "button", class: "edit", disabled: !answering, onclick: () => this.#edit() }, texts.edit),
      one === null ? null : h("button", { type: "button", class: "why", onclick: () => this.#why() }, texts.why),
      h("label", { class: "feedback" }, texts.whyNot, feedback),
      select(MODES, "soft", { id: "mode", "aria-label": texts.then }),
      h("button", { type: "button", class: "deny danger", disabled: !answering, onclick: () => this.#deny() }, texts.deny(open.length)),
      h("p", { class: "problem", role: "alert" }),
    );
  }

  #saves(approval) {
    return approval.always.length === 0
      ? h("p", { class: "saves" }, texts.noAlways)
      : h("div", {}, h("p", { class: "saves" }, texts.remembers), h("ul", { class: "rules" }, ...approval.always.map((rule) => h("li", {}, texts.allow(ruleText(rule))))));
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
    if (hold) hold.textContent = this.#isSeen ? "" : texts.scroll;
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
    const many = open.length > FEW || (open.length > 1 && open.some(isDangerous));
    if (many) this.#askBack("approve", open, body);
    else this.#answer("approve", body, open);
  }

  /** Many at once, or one among several that may do harm: the person says so again. */
  #askBack(verb, open, body) {
    const allows = verb === "approve";
    const sure = h("button", { type: "button", class: `${allows ? "primary" : "danger"} sure` }, allows ? texts.allowMany(open.length) : texts.denyMany(open.length));
    const worst = [...open].sort((one, other) => rank(one) - rank(other));
    const dangerous = open.filter(isDangerous).length;
    const box = dialog(
      allows ? texts.sure(open.length) : texts.sureNot(open.length),
      h(
        "div",
        {},
        allows && dangerous > 0 ? h("p", { class: "problem" }, texts.harmful(dangerous)) : null,
        h("ul", { class: "harm" }, ...worst.map((approval) => h("li", {}, riskMark(approval), " ", h("code", { class: "text" }, approval.headline.text)))),
      ),
      { buttons: [sure], safe: true },
    );
    sure.addEventListener("click", () => {
      box.close();
      this.#answer(verb, body, open.filter((approval) => queue.pending.has(approval.id)));
    });
  }

  /** What "always" would save, for this session alone. */
  #forSession() {
    const approval = this.#only;
    if (!approval) return;
    if (approval.always.length > 0) this.#approve({ remember: { rules: approval.always, lifetime: "session" } });
    else this.#problem(texts.noAlways);
  }

  #deny() {
    const feedback = document.getElementById("feedback")?.value ?? "";
    const mode = document.getElementById("mode")?.value ?? "soft";
    if (!this.#busy && this.#quiet && this.#open.length > 0) this.#denyAll({ feedback, mode }, this.#open);
  }

  /** Denies `open`; that of many is asked back, too: the agents are told at once. */
  #denyAll(body, open) {
    if (open.length <= FEW) this.#answer("deny", body, open.filter((approval) => queue.pending.has(approval.id)));
    else this.#askBack("deny", open, body);
  }

  /** What may be said of all that one agent asks in one project. */
  #forGroup() {
    const title = this.#list.items.find((item) => item.members?.some((each) => this.#shown.some((shown) => shown.id === each.id)));
    if (!title) return;
    const calm = this.#list.items.filter((item) => item.alike?.some((each) => title.members.includes(each)) && item.approval.risk?.level === "low");
    const gone = title.members.filter((approval) => approval.agentLeft);
    const sessions = [...new Map(title.members.map(({ call }) => [`${call.workerId} ${call.sessionId}`, call])).values()];
    const told = h("p", { class: "told", role: "status" });
    const tell = async (event) => {
      const replies = await Promise.all(sessions.map(({ workerId, sessionId }) => post("/v1/sessions", { workerId, sessionId, ...event })));
      told.textContent = replies.every((reply) => reply.ok) ? texts.done : replies.find((reply) => !reply.ok).body.detail;
    };
    const review = h("button", { type: "button", class: "calm", disabled: calm.length === 0 }, texts.markLow(calm.length));
    const denyAll = h("button", { type: "button", class: "danger deny-all", disabled: !may("answer") }, texts.denyAll(title.members.length));
    const clear = h("button", { type: "button", class: "clear", disabled: gone.length === 0 || !may("answer") }, texts.clear(gone.length));
    const pause = h("button", { type: "button", disabled: !(may("answer") || may("call")) }, texts.pause);
    const resume = h("button", { type: "button", disabled: !may("answer") }, texts.goOn);
    const mode = select(modes, "", { class: "mode", "aria-label": texts.modeOfThese, disabled: !may("rules") });
    const setMode = h("button", { type: "button", class: "set-mode", disabled: !may("rules") }, texts.setMode);
    const number = h("input", { type: "number", min: 1, max: 1000, value: 10, required: true, "aria-label": texts.howMany });
    const unit = select(bounds, "calls", { "aria-label": texts.ofWhat });
    const access = h("button", { type: "button", disabled: !may("rules") }, texts.fullAccess);
    const box = dialog(
      title.title,
      h(
        "div",
        { class: "fields" },
        h("p", {}, texts.inGroup(title.members.length, sessions.length)),
        h("div", { class: "buttons" }, review, clear, pause, resume),
        h("div", { class: "buttons" }, mode, setMode),
        h("div", { class: "buttons" }, number, unit, access),
        h("p", { class: "soft" }, texts.judgedAgain),
        h("div", { class: "buttons" }, denyAll),
        told,
      ),
      { safe: true },
    );
    review.addEventListener("click", () => {
      box.close();
      this.#list.marked = new Set(calm.map((item) => item.id));
      this.#list.items = this.#list.items;
      this.#show(calm[0].id);
    });
    const denied = (open, words) => {
      box.close();
      this.#denyAll({ feedback: words, mode: "soft" }, open);
    };
    denyAll.addEventListener("click", () => denied(title.members, ""));
    clear.addEventListener("click", () => denied(gone, texts.nobodyWaited));
    pause.addEventListener("click", () => tell({ event: "paused" }));
    resume.addEventListener("click", () => tell({ event: "resumed" }));
    setMode.addEventListener("click", () => tell(mode.value === "" ? { event: "mode" } : { event: "mode", mode: mode.value }));
    access.addEventListener("click", () => {
      if (number.reportValidity()) tell({ event: "full-access", ...bound(unit.value, Number(number.value)) });
    });
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
    const undo = h("button", { type: "button", class: "undo" }, texts.takeBack);
    const bar = h("p", { class: "holding", role: "status" }, texts.held(verb, open.length === 1 ? open[0].headline.text : texts.calls(open.length)), undo);
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
        say(texts.takenBack);
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
      if (!result.ok) problems.push(result.body.approval ? texts.before(result.body.approval.state, open[index].display.tool) : result.body.detail);
    });
    this.#busy = false;
    // Another page, or this one anew, is open by now.
    if (this.#stop.signal.aborted) return;
    this.#changed();
    const left = open.filter((approval) => queue.pending.has(approval.id));
    if (problems.length > 0) {
      this.#render(left.length > 0 ? left : results.map((result, index) => result.body.approval ?? open[index]));
      this.#problem(problems.join("; "));
    } else {
      say(texts.sent(verb, open.length));
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
    else this.#toList();
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
    if (!approval || !this.#mayAllow()) return;
    const turn = this.#turn;
    const isShown = () => turn === this.#turn && this.#only === approval && !this.#stop.signal.aborted;
    await chooseRules(approval, (body) => this.#answer("approve", body, [approval]), { lifetime, isShown });
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
        { class: "explained", "aria-label": texts.why },
        ...(reply.ok
          ? [
              findingTree(reply.body.findings, String(call.arguments?.command ?? "")),
              h("p", {}, reply.body.enough.length > 0 ? texts.enough(reply.body.enough.map(ruleText).join(", ")) : texts.notEnough),
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
    // INVARIANT (what you see): where only the list is in sight no key answers what stands behind it.
    if (narrow.matches && !this.main.classList.contains("reading") && !LIST_KEYS.includes(event.key)) return;
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

/** What bounds full access. */
function bound(unit, many) {
  return unit === "minutes" ? { until: new Date(Date.now() + many * 60_000).toISOString() } : { [unit]: many };
}

/** How long a call has waited, or how long it is still waited for. */
function age(approval) {
  return approval.deadline ? time.left(span(approval.deadline)) : span(approval.askedAt);
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
  return { close: () => page.close(), go: ([id]) => page.go(id) };
}
