// Notifications: of this browser while a page is open, and by Web Push while none is.

import { get, post, remove } from "./api.js";
import { queue } from "./queue.js";
import { frame } from "./texts.js";

const START_MILLIS = 2000;

/** Pages may only load the one script of the worker, under the policy for trusted types. */
const scripts = globalThis.trustedTypes?.createPolicy("licet", {
  createScriptURL: (url) => {
    if (url === "/sw.js") return url;
    throw new TypeError("not a script of this page");
  },
});

async function worker() {
  await navigator.serviceWorker.register(scripts ? scripts.createScriptURL("/sw.js") : "/sw.js");
  return navigator.serviceWorker.ready;
}

function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Has the phone ring for asks, if the server is set up for it and the browser can; says whether it does. */
async function subscribe(registration) {
  const reply = await get("/v1/push");
  if (!reply.ok || !registration.pushManager) return false;
  const key = bytes(reply.body.publicKey);
  const known = await registration.pushManager.getSubscription();
  const same = known?.options.applicationServerKey && bytes64(known.options.applicationServerKey) === bytes64(key);
  if (known && !same) await known.unsubscribe();
  const subscription = known && same ? known : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return (await post("/v1/push", subscription.toJSON())).ok;
}

function bytes64(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)));
}

async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager?.getSubscription();
  if (known) {
    await remove("/v1/push", { endpoint: known.endpoint });
    await known.unsubscribe();
  }
}

/** Shows what is asked while the page is in the background; what was pending when it opened is not news. */
function notifyWhileOpen() {
  const opened = Date.now();
  queue.addEventListener("asked", async ({ detail: approval }) => {
    const fresh = Date.now() - opened > START_MILLIS;
    if (!fresh || !document.hidden || localStorage.getItem("notify") !== "on") return;
    const registration = await navigator.serviceWorker.ready;
    registration.showNotification(frame.asks(approval.display.tool), {
      body: approval.display.text.slice(0, 300),
      tag: approval.id,
      icon: "/icon.svg",
      data: { id: approval.id },
    });
  });
  queue.addEventListener("ended", async ({ detail: approval }) => {
    const registration = await navigator.serviceWorker?.getRegistration();
    const shown = (await registration?.getNotifications({ tag: approval.id })) ?? [];
    for (const notification of shown) notification.close();
  });
}

let offered = false;

/** Shows the button that turns notifications on and off, where there can be any. */
export function offerNotifications(button, mayRead) {
  if (offered || !mayRead || !("Notification" in globalThis) || !("serviceWorker" in navigator)) return;
  offered = true;
  const draw = () => {
    const on = localStorage.getItem("notify") === "on" && Notification.permission === "granted";
    button.hidden = Notification.permission === "denied";
    button.textContent = on ? frame.notifyNot : frame.notify;
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (localStorage.getItem("notify") === "on") {
        localStorage.setItem("notify", "off");
        await unsubscribe();
      } else if ((await Notification.requestPermission()) === "granted") {
        localStorage.setItem("notify", "on");
        await subscribe(await worker());
      }
    } catch (problem) {
      button.title = String(problem.message);
    } finally {
      button.disabled = false;
      draw();
    }
  });
  notifyWhileOpen();
  draw();
  // A new sign-in has no subscription yet, though the browser has.
  if (localStorage.getItem("notify") === "on") worker().then(subscribe).catch(() => {});
}
