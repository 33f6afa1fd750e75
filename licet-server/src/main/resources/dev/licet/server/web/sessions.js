// Sessions: every agent that called, what it does, what holds for it, and what may be changed of that.

import { get, may, post } from "./api.js";
import { called } from "./call.js";
import { ago, coded, dialog, field, h, say, select, span, table } from "./dom.js";
import { queue } from "./queue.js";
import { bounds, modes, sessions as texts } from "./texts.js";

const MOST_CALLS = 500;
const MOST_TEXT = 120;
const RELOAD_MILLIS = 1000;

class SessionsPage {
  #place = h("div", {});
  #problem = h("p", { class: "problem", role: "alert" });
  #loads = 0;
  #soon = null;
  #changed = () => {
    this.#soon ??= setTimeout(() => this.#load(), RELOAD_MILLIS);
  };

  constructor(main) {
    main.append(h("h2", {}, texts.title), this.#problem, this.#place);
    queue.addEventListener("change", this.#changed);
    this.#load();
  }

  close() {
    queue.removeEventListener("change", this.#changed);
    clearTimeout(this.#soon);
    this.#loads++;
  }

  async #load(told = false) {
    this.#soon = null;
    const turn = ++this.#loads;
    const [sessions, calls] = await Promise.all([get("/v1/sessions"), get(`/v1/calls?limit=${MOST_CALLS}`)]);
    // Whoever is choosing something goes on choosing.
    if (turn !== this.#loads || (!told && this.#place.contains(document.activeElement) && this.#open())) return;
    this.#problem.textContent = sessions.ok ? "" : sessions.body.detail;
    if (!sessions.ok) return;
    const last = new Map();
    for (const call of calls.ok ? calls.body.calls : []) if (!last.has(key(call))) last.set(key(call), call);
    const focused = document.activeElement?.dataset?.key ?? (told ? document.activeElement?.previousElementSibling?.dataset?.key : undefined);
    this.#place.replaceChildren(
      sessions.body.sessions.length === 0
        ? h("p", {}, ...coded(texts.none))
        : table(texts.caption, texts.columns, sessions.body.sessions.map((session) => this.#row(session, last.get(key(session))))),
    );
    if (focused) this.#place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Whether a list of choices may be open, or what was chosen in one is not said yet: it would be lost. */
  #open() {
    return document.activeElement instanceof HTMLSelectElement || this.#place.querySelector("select ~ button:not([hidden])") !== null;
  }

  async #tell(session, event) {
    const reply = await post("/v1/sessions", { workerId: session.workerId, sessionId: session.sessionId, ...event });
    say(reply.ok ? texts.done : "");
    await this.#load(true);
    if (!reply.ok) this.#problem.textContent = reply.body.detail;
  }

  #row(session, last) {
    const waiting = queue.waiting.filter(({ call }) => key(call) === key(session));
    const mode = select(modes, session.mode ?? "", { "aria-label": texts.modeOf(session.sessionId), "data-key": `mode ${key(session)}`, disabled: !may("rules") });
    // A list of choices goes on by each key: what is chosen holds once somebody says so.
    const set = h("button", { type: "button", class: "quiet", "aria-label": texts.setModeOf(session.sessionId), title: texts.judgedAgain, hidden: true, onclick: () => this.#tell(session, mode.value === "" ? { event: "mode" } : { event: "mode", mode: mode.value }) }, texts.setMode);
    mode.addEventListener("change", () => (set.hidden = mode.value === (session.mode ?? "")));
    return [
      agent(session),
      last === undefined
        ? texts.noneLately
        : h("span", {}, h("span", { class: `action ${last.state}` }, last.state), " ", ...called(last, MOST_TEXT), " ", ago(last.at)),
      waiting.length === 0 ? texts.nothing : h("a", { href: `#/inbox/${waiting[0].id}` }, texts.calls(waiting.length)),
      h("span", { class: "buttons" }, mode, set),
      session.fullAccess ? texts.access(left(session.fullAccess)) : session.checkpoint ? texts.ended(session.checkpoint) : texts.no,
      this.#changes(session, waiting.length),
    ];
  }

  #changes(session, waiting) {
    const button = (label, event, right, { danger = false, of = label } = {}) =>
      h("button", { type: "button", class: danger ? "danger" : "", "data-key": `${of} ${key(session)}`, disabled: !right, onclick: () => this.#tell(session, event) }, label);
    return h(
      "span",
      { class: "buttons" },
      session.pausedBy
        ? button(texts.goOn, { event: "resumed" }, may("answer"), { of: "pause" })
        : button(texts.pause, { event: "paused" }, may("answer") || may("call"), { of: "pause" }),
      session.fullAccess || session.checkpoint
        ? button(session.fullAccess ? texts.endAccess : texts.seen, { event: "full-access-ended" }, may("rules"), { danger: true, of: "access" })
        : h("button", { type: "button", "data-key": `access ${key(session)}`, disabled: !may("rules"), onclick: () => this.#give(session) }, texts.giveAccess),
      session.planning ? button(texts.endPlan, { event: "plan-ended" }, may("rules")) : button(texts.onlyPlan, { event: "plan-started" }, may("answer") || may("call")),
      waiting === 0 ? null : button(texts.cancel, { event: "aborted" }, may("answer") || may("call"), { danger: true }),
    );
  }

  /** Full access has a bound: what it is, a person says. */
  #give(session) {
    const number = h("input", { type: "number", min: 1, max: 10000, value: 10, required: true });
    const unit = select(bounds, "calls");
    const give = h("button", { type: "button", class: "danger" }, texts.give);
    const box = dialog(
      texts.accessFor(session.sessionId),
      h(
        "div",
        { class: "fields" },
        h("p", {}, texts.explained),
        h("div", { class: "row2" }, field(texts.howMany, number), field(texts.ofWhat, unit)),
      ),
      { buttons: [give] },
    );
    give.addEventListener("click", () => {
      if (!number.reportValidity()) return;
      box.close();
      const many = Number(number.value);
      this.#tell(session, {
        event: "full-access",
        ...(unit.value === "minutes" ? { until: new Date(Date.now() + many * 60_000).toISOString() } : { [unit.value]: many }),
      });
    });
  }
}

function key({ workerId, sessionId }) {
  return `${workerId} ${sessionId}`;
}

/** Which agent it is, where it works, and what it may not at present. */
function agent(session) {
  const folder = (session.workspace ?? "").split(/[\\/]/u).filter((part) => part !== "").at(-1);
  const states = [session.pausedBy ? texts.pausedBy(session.pausedBy) : null, session.planning ? texts.plans : null].filter((state) => state !== null);
  const running = (session.agents ?? []).map(({ type, id }) => `${type} ${id}`);
  return h(
    "span",
    {},
    h("strong", {}, session.client ?? texts.agent),
    folder ? [texts.in, h("span", { title: session.workspace }, folder)] : null,
    ...states.map((state) => h("span", { class: "badge is-paused" }, state)),
    h("br"),
    session.task ? [h("q", { class: "task" }, session.task), h("br")] : null,
    h("span", { class: "soft" }, h("code", {}, session.sessionId), session.workerId === "local" ? "" : texts.on(session.workerId)),
    running.length === 0 ? null : [h("br"), h("span", { class: "soft" }, texts.with(running))],
  );
}

function left(access) {
  return texts.left({ ...access, until: access.until === undefined ? undefined : span(access.until) });
}

export function open(main) {
  const page = new SessionsPage(main);
  return { close: () => page.close() };
}
