// Exchanges the bearer token for a session cookie. The token arrives after `#` in the address, which never leaves the
// browser, or from the form.

import { coded } from "./dom.js";
import { signIn as texts } from "./texts.js";

for (const element of document.querySelectorAll("[data-text]")) element.replaceChildren(...coded(texts[element.dataset.text]));

const message = document.getElementById("message");

async function signIn(token) {
  try {
    const reply = await fetch("/v1/session", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
    if (reply.ok) {
      // Where somebody was going before they had to sign in, as a notification leads to its approval.
      const place = location.hash.startsWith("#/") ? location.hash : "";
      location.replace(`/${place}`);
      if (place) location.reload();
    } else {
      message.textContent = texts.wrong;
    }
  } catch {
    message.textContent = texts.unreachable;
  }
}

const fromAddress = new URLSearchParams(location.hash.slice(1)).get("token");
if (fromAddress) {
  history.replaceState(null, "", "/");
  signIn(fromAddress);
}

document.getElementById("form").addEventListener("submit", (event) => {
  event.preventDefault();
  signIn(document.getElementById("token").value.trim());
});
