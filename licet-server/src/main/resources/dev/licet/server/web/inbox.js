// The inbox: a live list of approvals over the public API and its events. Text from agents is only ever set as text; the
// server has already made hidden characters visible.

/** @typedef {{what: string, action: string, because: string, span: {start: number, end: number}}} Finding */
/** @typedef {{tool: string, pattern: string}} Rule */
/** @typedef {{label: string, kind: "command" | "argument" | "diff" | "said", text: string, hidden: number, asks?: {start: number, end: number}[]}} Part */
/** @typedef {{id: string, state: string, digest: string, askedAt: string, call: any, display: {tool: string, where: string, text: string, hidden: number, parts: Part[]},
 *   always: Rule[], findings?: Finding[], answer?: {channel: string, at: string, comment: string}, saved?: Rule[], reason?: string}} Approval */

const MOST_ANSWERED = 50;

const pending = document.getElementById("pending");
const answered = document.getElementById("answered");
const connection = document.getElementById("connection");
const shown = new Map();
let csrf = "";

function ruleText(rule) {
  return rule.pattern === "*" ? rule.tool : `${rule.tool}: ${rule.pattern}`;
}

function since(text) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(text)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

async function answer(approval, verb, body, item) {
  const problem = item.querySelector(".problem");
  problem.textContent = "";
  for (const button of item.querySelectorAll("button")) button.disabled = true;
  try {
    const reply = await fetch(`/v1/approvals/${approval.id}/${verb}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Licet-Csrf": csrf },
      body: JSON.stringify({ ...body, digest: approval.digest, channel: "web" }),
    });
    const result = await reply.json();
    if (result.approval) {
      show(result.approval);
    } else {
      problem.textContent = result.detail;
    }
  } catch {
    problem.textContent = "The server cannot be reached; whether the answer arrived shows once it is back.";
  }
  for (const button of item.querySelectorAll("button")) button.disabled = false;
}

function element(name, className, text) {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}

/** @param {Finding} finding */
function findingItem(finding) {
  const item = element("li", finding.action, "");
  item.append(
    element("span", "action", finding.action),
    element("span", "what", finding.what),
    element("span", "because", finding.because),
  );
  return item;
}

/** The text of a part, with what needs approval marked, and an edit's lines by their sign. @param {Part} part */
function partText(part) {
  const text = element("pre", "text", "");
  text.tabIndex = 0;
  if (part.kind === "diff") {
    const classes = { "-": "removed", "+": "added" };
    const lines = part.text.split("\n");
    lines.forEach((line, index) => {
      const end = index < lines.length - 1 ? "\n" : "";
      text.append(element("span", classes[line[0]] ?? "kept", line + end));
    });
    return text;
  }
  let at = 0;
  for (const { start, end } of part.asks ?? []) {
    text.append(part.text.slice(at, start), element("mark", "asks", part.text.slice(start, end)));
    at = end;
  }
  text.append(part.text.slice(at));
  return text;
}

/** What would be used; what the model says about it is called its words. @param {Part} part */
function partElement(part) {
  const figure = element("figure", part.kind, "");
  if (part.kind === "said") {
    figure.append(
      element("figcaption", "", `${part.label} (the model’s words)`),
      element("blockquote", "", part.text),
    );
    return figure;
  }
  if (part.kind !== "command") figure.append(element("figcaption", "", part.label));
  figure.append(partText(part));
  return figure;
}

/** @param {Approval} approval */
function card(approval) {
  const item = document.getElementById("approval").content.firstElementChild.cloneNode(true);
  item.dataset.id = approval.id;
  item.querySelector(".tool").textContent = approval.display.tool;
  item.querySelector(".where").textContent = approval.display.where;
  item.querySelector(".since").dateTime = approval.askedAt;
  item.querySelector(".since").textContent = since(approval.askedAt);
  item.querySelector(".parts").append(...approval.display.parts.map(partElement));
  const hidden = item.querySelector(".hidden");
  const count = approval.display.parts.reduce((sum, part) => sum + part.hidden, 0);
  hidden.hidden = count === 0;
  hidden.textContent = `Contains ${count} characters that are hard to see; they are marked ⟨…⟩.`;
  item.querySelector(".findings").append(...(approval.findings ?? []).map(findingItem));
  item.querySelector(".problems").append(
    ...(approval.problems ?? []).map((problem) => element("li", "", problem)),
  );
  const always = item.querySelector(".always");
  const saves = item.querySelector(".saves");
  always.hidden = approval.always.length === 0;
  saves.textContent = approval.always.length === 0
    ? "“Always” is not offered: no rule can allow this call."
    : "“Always” saves to permissions.jsonc:";
  item.querySelector(".rules").append(
    ...approval.always.map((rule) => element("li", "", `allow ${ruleText(rule)}`)),
  );
  const feedback = item.querySelector("input");
  item.querySelector(".approve").addEventListener("click", () => answer(approval, "approve", {}, item));
  always.addEventListener("click", () => answer(approval, "approve", { always: true }, item));
  const deny = () => answer(approval, "deny", { feedback: feedback.value, mode: "soft" }, item);
  item.querySelector(".deny").addEventListener("click", deny);
  feedback.addEventListener("keydown", (event) => {
    if (event.key === "Enter") deny();
  });
  return item;
}

/** Who or what ended it. @param {Approval} approval */
function endedBy(approval) {
  if (!approval.answer) return approval.reason ? `(${approval.reason})` : "(nobody answered in time)";
  const comment = approval.answer.comment ? `: ${approval.answer.comment}` : "";
  const saved = approval.saved?.length ? `, saved ${approval.saved.map(ruleText).join(", ")}` : "";
  return `by ${approval.answer.channel}${saved}${comment}`;
}

/** @param {Approval} approval */
function line(approval) {
  const item = document.getElementById("outcome").content.firstElementChild.cloneNode(true);
  item.dataset.id = approval.id;
  item.classList.add(approval.state);
  item.querySelector(".state").textContent = approval.state;
  item.querySelector(".text").textContent = approval.display.text.split("\n").join(" ⏎ ");
  item.querySelector(".by").textContent = endedBy(approval);
  return item;
}

/** @param {Approval} approval */
function show(approval) {
  const before = shown.get(approval.id);
  if (before?.dataset.state === approval.state) return;
  if (before && approval.state === "pending") return;
  before?.remove();
  const item = approval.state === "pending" ? card(approval) : line(approval);
  item.dataset.state = approval.state;
  shown.set(approval.id, item);
  if (approval.state === "pending") {
    pending.append(item);
  } else {
    answered.prepend(item);
    while (answered.children.length > MOST_ANSWERED) {
      shown.delete(answered.lastElementChild.dataset.id);
      answered.lastElementChild.remove();
    }
  }
  document.getElementById("none").hidden = pending.children.length > 0;
  document.title = pending.children.length > 0 ? `(${pending.children.length}) Licet` : "Licet";
}

async function history() {
  const reply = await fetch("/v1/approvals?state=all");
  if (!reply.ok) return;
  const { approvals } = await reply.json();
  for (const approval of approvals.reverse()) show(approval);
}

function listen() {
  const events = new EventSource("/v1/events");
  const receive = (event) => show(JSON.parse(event.data));
  events.addEventListener("approval_required", receive);
  events.addEventListener("approval_resolved", receive);
  events.addEventListener("open", () => {
    connection.textContent = "connected";
    connection.className = "";
    history();
  });
  events.addEventListener("error", () => {
    connection.textContent = "connection lost, trying again …";
    connection.className = "lost";
    // A browser gives up when the server refuses; starting over keeps trying.
    if (events.readyState === EventSource.CLOSED) setTimeout(start, 2000);
  });
}

async function start() {
  try {
    const session = await fetch("/v1/session");
    if (session.status === 401) {
      location.reload();
      return;
    }
    csrf = (await session.json()).csrf;
    listen();
  } catch {
    setTimeout(start, 2000);
  }
}

setInterval(() => {
  for (const time of pending.querySelectorAll("time")) time.textContent = since(time.dateTime);
}, 1000);

start();
