// Sessions: what mode each is in, who works in it, and what it was given.

import { get, may, post } from "./api.js";
import { h, plural, say, select, span, table } from "./dom.js";

const MODES = [
  ["", "as configured"],
  ["always-ask", "always ask"],
  ["write", "write"],
  ["contained", "contained"],
  ["yolo", "yolo"],
];

export function open(main) {
  const place = h("div", {});
  const problem = h("p", { class: "problem", role: "alert" });
  main.append(h("h2", {}, "Sessions"), problem, place);

  async function load() {
    const reply = await get("/v1/sessions");
    problem.textContent = reply.ok ? "" : reply.body.detail;
    const sessions = reply.body.sessions ?? [];
    place.replaceChildren(
      sessions.length === 0
        ? h("p", {}, "No agents connected yet.")
        : table("Sessions, most recent first", ["Session", "Mode", "Agents", "Full access", "Change"], sessions.map(row)),
    );
  }

  async function tell(session, event) {
    const reply = await post("/v1/sessions", { workerId: session.workerId, sessionId: session.sessionId, ...event });
    say(reply.ok ? "done" : "");
    await load();
    problem.textContent = reply.ok ? "" : reply.body.detail;
  }

  function row(session) {
    const mode = select(MODES, session.mode ?? "", { "aria-label": `mode of ${session.sessionId}`, disabled: !may("rules") });
    mode.addEventListener("change", () => tell(session, mode.value === "" ? { event: "mode" } : { event: "mode", mode: mode.value }));
    return [
      h("span", {}, h("code", {}, session.sessionId), ` on ${session.workerId}`, session.planning ? " (plans)" : ""),
      mode,
      (session.agents ?? []).map((agent) => `${agent.type} ${agent.id}`).join(", ") || "main agent only",
      session.fullAccess ? `full access${left(session.fullAccess)}` : "no",
      h(
        "span",
        { class: "buttons" },
        session.fullAccess ? h("button", { type: "button", class: "danger", disabled: !may("rules"), onclick: () => tell(session, { event: "full-access-ended" }) }, "End full access") : null,
        h("button", { type: "button", class: "danger", disabled: !(may("answer") || may("call")), onclick: () => tell(session, { event: "aborted" }) }, "Cancel pending approvals"),
      ),
    ];
  }

  load();
}

function left(access) {
  const bounds = [
    access.turns === undefined ? null : plural(access.turns, "turn"),
    access.calls === undefined ? null : plural(access.calls, "call"),
    access.until === undefined ? null : `${span(access.until)}`,
  ].filter((each) => each !== null);
  return bounds.length > 0 ? `, ${bounds.join(" or ")} left` : "";
}
