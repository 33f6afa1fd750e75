// Sessions: every agent that called, what it does, what holds for it, and what may be changed of that.

import { get, may, post } from "./api.js";
import { ago, dialog, field, h, plural, say, select, span, table } from "./dom.js";
import { queue } from "./queue.js";

const MODES = [
  ["", "as configured"],
  ["always-ask", "always ask"],
  ["write", "write"],
  ["contained", "contained"],
  ["yolo", "yolo"],
];

/** What bounds full access. */
const BOUNDS = [
  ["calls", "calls"],
  ["turns", "turns"],
  ["minutes", "minutes"],
];

const COLUMNS = ["Agent", "Last call", "Waiting", "Mode", "Full access", "Change"];
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
    main.append(h("h2", {}, "Sessions"), this.#problem, this.#place);
    queue.addEventListener("change", this.#changed);
    this.#load();
  }

  close() {
    queue.removeEventListener("change", this.#changed);
    clearTimeout(this.#soon);
    this.#loads++;
  }

  async #load() {
    this.#soon = null;
    const turn = ++this.#loads;
    const [sessions, calls] = await Promise.all([get("/v1/sessions"), get(`/v1/calls?limit=${MOST_CALLS}`)]);
    // Whoever is choosing something goes on choosing.
    if (turn !== this.#loads || (this.#place.contains(document.activeElement) && this.#open())) return;
    this.#problem.textContent = sessions.ok ? "" : sessions.body.detail;
    if (!sessions.ok) return;
    const last = new Map();
    for (const call of calls.ok ? calls.body.calls : []) if (!last.has(key(call))) last.set(key(call), call);
    const focused = document.activeElement?.dataset?.key;
    this.#place.replaceChildren(
      sessions.body.sessions.length === 0
        ? h("p", {}, "No agent has called yet. ", h("code", {}, "licet setup"), " connects one, and its first call makes it stand here.")
        : table("Sessions, the last changed first", COLUMNS, sessions.body.sessions.map((session) => this.#row(session, last.get(key(session))))),
    );
    if (focused) this.#place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Whether a list of choices may be open: it would close. */
  #open() {
    return document.activeElement instanceof HTMLSelectElement;
  }

  async #tell(session, event) {
    const reply = await post("/v1/sessions", { workerId: session.workerId, sessionId: session.sessionId, ...event });
    say(reply.ok ? "done" : "");
    document.activeElement?.blur();
    await this.#load();
    if (!reply.ok) this.#problem.textContent = reply.body.detail;
  }

  #row(session, last) {
    const waiting = queue.waiting.filter(({ call }) => key(call) === key(session));
    const mode = select(MODES, session.mode ?? "", { "aria-label": `mode of ${session.sessionId}`, "data-key": `mode ${key(session)}`, disabled: !may("rules") });
    mode.addEventListener("change", () => this.#tell(session, mode.value === "" ? { event: "mode" } : { event: "mode", mode: mode.value }));
    return [
      agent(session),
      last === undefined
        ? "none lately"
        : h("span", {}, h("span", { class: `action ${last.decision}` }, last.decision), " ", h("code", { class: "text" }, `${last.tool} ${last.text}`.slice(0, MOST_TEXT)), " ", ago(last.at)),
      waiting.length === 0 ? "nothing" : h("a", { href: `#/inbox/${waiting[0].id}` }, plural(waiting.length, "call")),
      mode,
      session.fullAccess ? `full access${left(session.fullAccess)}` : session.checkpoint ? `ended: ${session.checkpoint}` : "no",
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
        ? button("Let it go on", { event: "resumed" }, may("answer"), { of: "pause" })
        : button("Pause", { event: "paused" }, may("answer") || may("call"), { of: "pause" }),
      session.fullAccess || session.checkpoint
        ? button(session.fullAccess ? "End full access" : "Seen", { event: "full-access-ended" }, may("rules"), { danger: true, of: "access" })
        : h("button", { type: "button", "data-key": `access ${key(session)}`, disabled: !may("rules"), onclick: () => this.#give(session) }, "Full access …"),
      session.planning ? button("End the plan", { event: "plan-ended" }, may("rules")) : button("Only plan", { event: "plan-started" }, may("answer") || may("call")),
      waiting === 0 ? null : button("Cancel what waits", { event: "aborted" }, may("answer") || may("call"), { danger: true }),
    );
  }

  /** Full access has a bound: what it is, a person says. */
  #give(session) {
    const number = h("input", { type: "number", min: 1, max: 10000, value: 10, required: true });
    const unit = select(BOUNDS, "calls");
    const give = h("button", { type: "button", class: "danger" }, "Give full access");
    const box = dialog(
      `Full access for ${session.sessionId}`,
      h(
        "div",
        { class: "fields" },
        h("p", {}, "Every call of this session runs unasked until the bound is reached. What is denied stays denied, and what is protected is asked."),
        h("div", { class: "row2" }, field("How many", number), field("Of what", unit)),
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
  const folder = (session.workspace ?? "").split("/").filter((part) => part !== "").at(-1);
  const states = [session.pausedBy ? `paused by ${session.pausedBy}` : null, session.planning ? "plans: may only read" : null].filter((state) => state !== null);
  const running = (session.agents ?? []).map(({ type, id }) => `${type} ${id}`);
  return h(
    "span",
    {},
    h("strong", {}, session.client ?? "agent"),
    folder ? [" in ", h("span", { title: session.workspace }, folder)] : null,
    ...states.map((state) => h("span", { class: "badge is-paused" }, state)),
    h("br"),
    h("span", { class: "soft" }, h("code", {}, session.sessionId), session.workerId === "local" ? "" : ` on ${session.workerId}`),
    running.length === 0 ? null : [h("br"), h("span", { class: "soft" }, `with ${running.join(", ")}`)],
  );
}

function left(access) {
  const bounds = [
    access.turns === undefined ? null : plural(access.turns, "turn"),
    access.calls === undefined ? null : plural(access.calls, "call"),
    access.until === undefined ? null : `${span(access.until)}`,
  ].filter((each) => each !== null);
  return bounds.length > 0 ? `, ${bounds.join(" or ")} left` : "";
}

export function open(main) {
  const page = new SessionsPage(main);
  return () => page.close();
}
