// Finds the page that the address names, and keeps what stands around every page.

import { begin, may, me, remove } from "./api.js";
import { coded } from "./dom.js";
import { dropAll } from "./drafts.js";
import { queue } from "./queue.js";
import { offerNotifications } from "./notify.js";
import { frame } from "./texts.js";

const pages = {
  inbox: () => import("./inbox.js"),
  history: () => import("./history.js"),
  policy: () => import("./policy.js"),
  grants: () => import("./grants.js"),
  sessions: () => import("./sessions.js"),
  overview: () => import("./overview.js"),
};

document.documentElement.lang = frame.language;
for (const element of document.querySelectorAll("[data-text]")) element.replaceChildren(...coded(frame[element.dataset.text]));
for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", frame[element.dataset.label]);

const main = document.getElementById("page");
/** The page that is open, what closes it, and what takes it to another part of itself. */
let shown = { name: "", close: () => {} };
let turn = 0;

async function show() {
  const mine = ++turn;
  const [, name = "inbox", ...parts] = location.hash.split("/");
  const known = Object.hasOwn(pages, name) ? name : "inbox";
  const rest = parts.map(decoded);
  if (known === shown.name && shown.go !== undefined) {
    shown.go(rest);
    return;
  }
  const page = await pages[known]();
  if (mine !== turn) return;
  shown.close();
  main.replaceChildren();
  main.className = known;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${known}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  shown = { name: known, close: () => {}, ...page.open(main, rest) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Who opens the address with the token while signed in does not leave it there. */
function dropToken() {
  if (location.hash.startsWith("#token=")) history.replaceState(null, "", "/");
}

function count() {
  const number = queue.pending.size;
  document.title = number > 0 ? `(${number}) Licet` : "Licet";
  const badge = document.getElementById("count");
  badge.hidden = number === 0;
  badge.textContent = String(number);
  navigator.setAppBadge?.(number).catch(() => {});
}

function connection() {
  const element = document.getElementById("connection");
  element.textContent = queue.connected ? frame.connected : frame.lost;
  element.className = queue.connected ? "" : "lost";
}

async function signedIn() {
  const known = await begin();
  if (known) {
    document.getElementById("who").textContent = frame.who(me.name, me.role);
    document.getElementById("sign-out").hidden = false;
    document.getElementById("observing").hidden = me.observing !== true;
    offerNotifications(document.getElementById("notifications"), may("read"));
  }
  return known;
}

document.getElementById("sign-out").addEventListener("click", async () => {
  await remove("/v1/session");
  dropAll();
  location.reload();
});
queue.addEventListener("change", count);
queue.addEventListener("connection", connection);
addEventListener("hashchange", () => {
  dropToken();
  show();
});
dropToken();
queue.start(signedIn).then(show);
