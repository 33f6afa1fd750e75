// Which calls stand in the list, in which order: by project and agent, the worst first, like ones on one line.

/** @typedef {import("./queue.js").Approval} Approval */
/** @typedef {{id: string, approval: Approval, alike: Approval[], sign: string}} Row One line: a call, and those that are the same but for who asks again. */
/** @typedef {{id: string, title: string, members: Approval[], sign: string}} Title What heads the rows of one agent in one project. */

const LEVELS = ["critical", "high", "medium", "low"];

/** How bad, the worst first; what is not known is as bad as can be. @param {Approval} approval */
export function rank(approval) {
  return Math.max(0, LEVELS.indexOf(approval.risk?.level ?? "critical"));
}

/** @param {Approval} approval */
export function isDangerous(approval) {
  return rank(approval) <= LEVELS.indexOf("high");
}

/** @param {Approval} approval */
export function project(approval) {
  return approval.call.cwd.split(/[\\/]/u).filter((part) => part !== "").at(-1) ?? "/";
}

/** Who asks: the program, and the subagent. @param {Approval} approval */
export function agent(approval) {
  const path = (approval.agents ?? []).map((each) => each.type);
  return [approval.call.client ?? approval.call.workerId, ...path, approval.call.requester].filter((each) => each).join(" › ");
}

const keys = new WeakMap();

/** What two calls have in common that a person answers alike. @param {Approval} approval */
function likeness(approval) {
  let key = keys.get(approval);
  if (key === undefined) {
    const { tool, arguments: given, cwd, workerId, env } = approval.call;
    key = JSON.stringify([tool, given, cwd, workerId, env, approval.risk?.level, approval.agentLeft === true, approval.preview?.digest]);
    keys.set(approval, key);
  }
  return key;
}

const WORDS = {
  risk: (approval, value) => LEVELS.includes(value) && rank(approval) <= LEVELS.indexOf(value),
  agent: (approval, value) => agent(approval).toLowerCase().includes(value),
  project: (approval, value) => project(approval).toLowerCase().includes(value),
  badge: (approval, value) => (approval.risk?.badges ?? []).some((badge) => badge.toLowerCase() === value),
  is: (approval, value) => (value === "left" ? approval.agentLeft === true : value === "dangerous" && isDangerous(approval)),
};

const texts = new WeakMap();

/** What a search looks through. @param {Approval} approval */
function text(approval) {
  let all = texts.get(approval);
  if (all === undefined) {
    const { display, headline, call } = approval;
    all = [display.tool, display.where, display.text, headline?.text, call.client, call.task].join(" ").toLowerCase();
    texts.set(approval, all);
  }
  return all;
}

/**
 * Reads what a search looks through while nobody waits for it; says whether all of it is read.
 * @param {Iterable<Approval>} approvals @param {IdleDeadline} deadline
 */
export function prepare(approvals, deadline) {
  for (const approval of approvals) {
    if (deadline.timeRemaining() < 1) return false;
    text(approval);
  }
  return true;
}

/** Whether an approval has all the words of a search; `risk:high`, `agent:`, `project:`, `badge:` and `is:left` say where. */
export function filter(search) {
  const tests = search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => {
      const colon = word.indexOf(":");
      const name = word.slice(0, colon);
      if (colon > 0 && Object.hasOwn(WORDS, name)) return (approval) => WORDS[name](approval, word.slice(colon + 1));
      return (approval) => text(approval).includes(word);
    });
  return (approval) => tests.every((test) => test(approval));
}

/** Those of one agent in one project. */
class Group {
  /** @type {Approval[]} */
  members = [];
  rank = LEVELS.length;

  constructor(key) {
    this.key = key;
  }

  add(approval) {
    this.members.push(approval);
    this.rank = Math.min(this.rank, rank(approval));
  }

  get title() {
    const [first] = this.members;
    return [project(first), agent(first)].join(" · ");
  }

  /** @param {boolean} whole whether the title names the whole folder @returns {(Title | Row)[]} */
  rows(whole) {
    const alike = new Map();
    for (const approval of this.members) {
      const key = likeness(approval);
      if (alike.has(key)) alike.get(key).push(approval);
      else alike.set(key, [approval]);
    }
    const rows = [...alike.values()].map((all) => ({ id: all[0].id, approval: all[0], alike: all, sign: `${all.length}` }));
    rows.sort((one, other) => rank(one.approval) - rank(other.approval));
    const title = whole ? [this.members[0].call.cwd, agent(this.members[0])].join(" · ") : this.title;
    return [{ id: `group ${this.key}`, title, members: this.members, sign: `${this.members.length}` }, ...rows];
  }
}

/** The lines of a list of `approvals`, which are given the oldest first. @param {Approval[]} approvals @returns {(Title | Row)[]} */
export function rows(approvals) {
  const groups = new Map();
  for (const approval of approvals) {
    const key = JSON.stringify([approval.call.cwd, agent(approval)]);
    if (!groups.has(key)) groups.set(key, new Group(key));
    groups.get(key).add(approval);
  }
  // Sorting keeps the order in which the first of each was asked.
  const all = [...groups.values()].sort((one, other) => one.rank - other.rank);
  const titles = all.map((group) => group.title);
  // Two folders of one name are told apart by where they stand.
  return all.flatMap((group) => group.rows(titles.indexOf(group.title) !== titles.lastIndexOf(group.title)));
}
