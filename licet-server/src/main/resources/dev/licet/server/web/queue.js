// The approvals as the server tells them, live: those that wait, and those that were answered lately.

import { get } from "./api.js";

/** @typedef {{what: string, action: string, because: string, span: {start: number, end: number}}} Finding */
/** @typedef {{label: string, kind: "command" | "argument" | "diff" | "said" | "details", text: string, hidden: number, asks?: {start: number, end: number}[]}} Part */
/** @typedef {{id: string, state: string, digest: string, askedAt: string, call: any, display: {tool: string, where: string, text: string, hidden: number, parts: Part[]},
 *   always: import("./dom.js").Rule[], findings?: Finding[], answer?: {principal: string, channel: string, at: string, comment: string},
 *   saved?: import("./dom.js").Rule[], reason?: string, agentLeft?: boolean, ran?: {succeeded: boolean, tookMillis?: number, note?: string},
 *   preview?: {line: string, complete: boolean, changed: number, digest: string}}} Approval */

const MOST_ANSWERED = 50;
const RETRY_MILLIS = 2000;

/** How what was approved ended is looked for that soon, then later and later, and at last not any more. */
const RAN_MILLIS = { first: 1000, most: 30000, within: 300000 };

export class Queue extends EventTarget {
  /** @type {Map<string, Approval>} What waits, in the order in which it was asked. */
  pending = new Map();
  /** @type {Approval[]} The newest first. */
  answered = [];
  connected = false;
  /** Whether everything that waited when the page was opened is here. */
  ready = false;
  #announced = false;
  /** @type {Map<string, Approval>} Approved; how their calls ended is not known. */
  #running = new Map();
  #looks = 0;

  /** What waits, the oldest first. @returns {Approval[]} */
  get waiting() {
    return [...this.pending.values()];
  }

  /** One that waits as before, but for who waits for it. @param {Approval} approval */
  replace(approval) {
    if (!this.pending.has(approval.id)) return;
    this.pending.set(approval.id, approval);
    this.dispatchEvent(new CustomEvent("waits", { detail: approval }));
    this.#change({ state: "changed" });
  }

  /** @param {Approval} approval */
  take(approval) {
    const known = this.pending.get(approval.id);
    if (approval.state === "pending") {
      if (known === undefined && !this.answered.some((other) => other.id === approval.id)) {
        this.pending.set(approval.id, approval);
        this.#change(approval);
      }
      return;
    }
    this.pending.delete(approval.id);
    if (this.answered.some((other) => other.id === approval.id)) return;
    this.answered.unshift(approval);
    this.answered.length = Math.min(this.answered.length, MOST_ANSWERED);
    this.#change(approval);
    this.dispatchEvent(new CustomEvent("ended", { detail: approval }));
    if (approval.state === "approved" && this.#mayRun(approval)) {
      this.#running.set(approval.id, approval);
      this.#lookSoon(RAN_MILLIS.first);
    }
  }

  #mayRun(approval) {
    return Date.parse(approval.answer?.at ?? approval.askedAt) > Date.now() - RAN_MILLIS.within;
  }

  /** Whoever is approved anew has it looked for soon. */
  #lookSoon(wait) {
    const look = ++this.#looks;
    setTimeout(async () => {
      if (look !== this.#looks) return;
      if (!document.hidden) await this.#lookHowTheyEnded();
      if (look === this.#looks && this.#running.size > 0) this.#lookSoon(Math.min(2 * wait, RAN_MILLIS.most));
    }, wait);
  }

  async #lookHowTheyEnded() {
    for (const approval of this.#running.values()) if (!this.#mayRun(approval)) this.#running.delete(approval.id);
    if (this.#running.size === 0) return;
    const since = Math.min(...[...this.#running.values()].map((approval) => Date.parse(approval.askedAt)));
    const reply = await get(`/v1/calls?${new URLSearchParams({ decision: "approved", since: new Date(since - RETRY_MILLIS).toISOString(), limit: "500" })}`);
    if (!reply.ok) return;
    for (const call of reply.body.calls) {
      const approval = this.#running.get(call.approvalId);
      if (approval !== undefined && call.succeeded !== undefined) {
        approval.ran = call;
        this.#running.delete(approval.id);
        this.#change(approval);
      }
    }
  }

  /** Many come at once when the page opens: who listens is told once for each frame. */
  #change(approval) {
    if (approval.state === "pending") this.dispatchEvent(new CustomEvent("asked", { detail: approval }));
    if (this.#announced) return;
    this.#announced = true;
    const tell = () => {
      if (!this.#announced) return;
      this.#announced = false;
      this.dispatchEvent(new Event("change"));
    };
    requestAnimationFrame(tell);
    // A page that is not seen has no frames.
    setTimeout(tell, 200);
  }

  #connection(connected) {
    this.connected = connected;
    this.dispatchEvent(new Event("connection"));
  }

  /** What was answered while nobody looked, and what no longer waits. */
  async #catchUp() {
    try {
      await this.#catchUpNow();
    } finally {
      this.ready = true;
      this.#change({ state: "ready" });
    }
  }

  async #catchUpNow() {
    const [all, waiting] = await Promise.all([get("/v1/approvals?state=all"), get("/v1/approvals")]);
    if (!all.ok || !waiting.ok) return;
    const still = new Set(waiting.body.approvals.map((approval) => approval.id));
    for (const approval of all.body.approvals.toReversed()) this.take(approval);
    for (const approval of waiting.body.approvals) this.take(approval);
    // Events bring the newest first where older ones are caught up with later: the server's list has the order.
    const inOrder = [...still].filter((id) => this.pending.has(id));
    const since = [...this.pending.keys()].filter((id) => !still.has(id));
    const moved = [...this.pending.keys()].some((id, at) => id !== [...inOrder, ...since][at]);
    this.pending = new Map([...inOrder, ...since].map((id) => [id, this.pending.get(id)]));
    if (moved) this.#change({ state: "moved" });
    for (const [id, approval] of this.pending) {
      if (!still.has(id) && Date.parse(approval.askedAt) < Date.now() - RETRY_MILLIS) this.#lookAt(id);
    }
  }

  async #lookAt(id) {
    const reply = await get(`/v1/approvals/${id}`);
    if (reply.ok) this.take(reply.body);
    else if (reply.status === 404) {
      this.pending.delete(id);
      this.#change({ state: "gone" });
    }
  }

  /** Listens, for ever. @param {() => Promise<boolean>} begin signs in again after the server was away */
  listen(begin) {
    const events = new EventSource("/v1/events");
    const receive = (event) => this.take(JSON.parse(event.data));
    events.addEventListener("approval_required", receive);
    events.addEventListener("approval_changed", (event) => this.replace(JSON.parse(event.data)));
    events.addEventListener("approval_resolved", receive);
    events.addEventListener("open", () => {
      this.#connection(true);
      this.#catchUp();
    });
    events.addEventListener("error", () => {
      this.#connection(false);
      // A browser gives up when the server refuses; starting over keeps trying.
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.start(begin), RETRY_MILLIS);
    });
  }

  async start(begin) {
    if (await begin()) this.listen(begin);
    else setTimeout(() => this.start(begin), RETRY_MILLIS);
  }
}

export const queue = new Queue();
