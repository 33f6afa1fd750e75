// The public API. Every reply is `{ok, status, body}`; what is wrong is told in `body.detail`.

import { frame } from "./texts.js";

let csrf = "";

/** Who is signed in: `{name, role, rights}`. */
export let me = { name: "", role: "", rights: [] };

export function may(right) {
  return me.rights.includes(right);
}

async function send(method, path, body, leaving = false) {
  try {
    const reply = await fetch(path, {
      method,
      // What is said while the page goes away is still sent.
      keepalive: leaving,
      headers: body === undefined ? { "X-Licet-Csrf": csrf } : { "Content-Type": "application/json", "X-Licet-Csrf": csrf },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (reply.status === 401) {
      location.reload();
    }
    return { ok: reply.ok, status: reply.status, body: await reply.json() };
  } catch {
    return { ok: false, status: 0, body: { detail: frame.unreachable } };
  }
}

export const get = (path) => send("GET", path);
export const post = (path, body, leaving) => send("POST", path, body, leaving);
export const put = (path, body) => send("PUT", path, body);
export const remove = (path, body) => send("DELETE", path, body);

/** Learns who is signed in; says whether somebody is. */
export async function begin() {
  const reply = await get("/v1/session");
  if (reply.ok) {
    csrf = reply.body.csrf;
    me = reply.body;
  }
  return reply.ok;
}
