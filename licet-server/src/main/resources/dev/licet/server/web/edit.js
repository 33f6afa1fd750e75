// Changes the arguments of a call, field by field or as JSON. What comes out is judged, and shown, before it is approved.

import { post } from "./api.js";
import { findings, parts } from "./call.js";
import { coded, dialog, h, select } from "./dom.js";
import { call as callTexts, edit as texts } from "./texts.js";

/** Characters that a field would not show; a text with one of them is edited as JSON, where they are spelled. */
const UNSEEN = /[^\P{C}\n\t]|[\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u2800]/u;

/** JSON in which every character that is hard to see is spelled as \\u…. */
function spelled(value) {
  const text = JSON.stringify(value, null, 2);
  return text.replace(/[^\P{C}\n]|[\u00a0\u115f\u1160\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\uffa0\u034f\u17b4\u17b5\u2800]/gu, (found) =>
    [...Array(found.length).keys()].map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** What is to be approved stands there for so long first. */
const QUIET_MILLIS = 250;

/** Whether a value has a number that a browser cannot hold: it would come out as another one. */
function isInexact(value) {
  if (typeof value === "number") return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return value !== null && typeof value === "object" && Object.values(value).some(isInexact);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** What the tool says of its arguments, by their names. Nobody has checked it: it makes fields, and decides nothing. */
function properties(schema) {
  const listed = isObject(schema?.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema?.required) ? schema.required : [];
  return new Map(listed.filter(([, spec]) => isObject(spec)).map(([name, spec]) => [name, { spec, required: required.includes(name) }]));
}

/** What an argument begins with that is added. */
function first(spec) {
  if (spec.default !== undefined) return spec.default;
  if (Array.isArray(spec.enum) && spec.enum.length > 0) return spec.enum[0];
  return { boolean: false, number: 0, integer: 0, array: [], object: {} }[spec.type] ?? "";
}

/** @param {import("./queue.js").Approval} approval */
export function editArguments(approval, answer) {
  if (approval.inexact || isInexact(approval.call.arguments)) {
    dialog(texts.title(approval.display.tool), h("p", {}, ...coded(texts.inexact)));
    return;
  }
  new Editing(approval, answer);
}

class Editing {
  #fields = h("div", { class: "fields" });
  #json = h("textarea", { class: "json", rows: 12, spellcheck: "false", "aria-label": texts.json });
  #preview = h("div", { class: "preview", role: "status" });
  #asJson = h("button", { type: "button", class: "quiet" }, texts.asJson);
  #judge = h("button", { type: "button" }, texts.judge);
  #approve = h("button", { type: "button", class: "primary", disabled: true }, texts.approve);
  #judged = null;
  #turns = 0;

  constructor(approval, answer) {
    this.approval = approval;
    this.values = approval.call.arguments;
    this.properties = properties(approval.call.schema);
    this.#draw();
    this.#json.hidden = true;
    this.#asJson.addEventListener("click", () => this.#turn());
    this.#judge.addEventListener("click", () => this.#look());
    this.#approve.addEventListener("click", () => {
      if (this.#judged === null) return;
      box.close();
      answer({ arguments: this.#judged });
    });
    const body = h("div", { class: "edit" }, this.#asJson, this.#fields, this.#json, this.#preview);
    body.addEventListener("input", () => this.#changed());
    const box = dialog(texts.title(approval.display.tool), body, { about: approval.id, buttons: [this.#judge, this.#approve] });
  }

  /** What was judged is not what stands there any more. */
  #changed() {
    this.#turns++;
    this.#judged = null;
    this.#approve.disabled = true;
    this.#preview.replaceChildren();
  }

  #turn() {
    const values = this.#read();
    if (values === null) return;
    this.values = values;
    const json = this.#json.hidden;
    this.#json.hidden = !json;
    this.#fields.hidden = json;
    this.#asJson.textContent = json ? texts.asFields : texts.asJson;
    this.#draw();
  }

  #draw() {
    this.#json.value = spelled(this.values);
    const missing = [...this.properties.keys()].filter((name) => !Object.hasOwn(this.values, name));
    this.#fields.replaceChildren(
      ...Object.entries(this.values).map(([name, value]) => this.#row(name, value)),
      ...missing.map((name) => this.#absent(name)),
    );
  }

  /** The field of an argument; one that the tool can do without can be taken out. */
  #row(name, value) {
    const { spec = {}, required = true } = this.properties.get(name) ?? {};
    const shown = spelled(name).slice(1, -1);
    const row = h("div", { class: "argument" }, this.#field(name, value, spec));
    if (typeof spec.description === "string" && spec.description !== "") row.append(h("p", { class: "said" }, texts.toolSays(spec.description.slice(0, 500))));
    if (!required) {
      row.append(h("button", { type: "button", class: "quiet remove", "aria-label": texts.leaveOutOf(shown), onclick: () => this.#replace(row, this.#absent(name)) }, texts.leaveOut));
    }
    return row;
  }

  /** An argument that the tool knows and the call does not have. */
  #absent(name) {
    const shown = spelled(name).slice(1, -1);
    const { spec } = this.properties.get(name);
    const row = h("div", { class: "argument absent" }, h("button", { type: "button", class: "quiet", onclick: () => this.#replace(row, this.#row(name, first(spec))) }, texts.add(shown)));
    return row;
  }

  #replace(row, other) {
    row.replaceWith(other);
    other.querySelector("[data-name], button")?.focus();
    this.#changed();
  }

  #field(name, value, spec) {
    const label = (control) => h("label", { class: "field" }, h("span", {}, spelled(name).slice(1, -1)), control);
    const options = Array.isArray(spec.enum) ? spec.enum.map(spelled) : [];
    if (options.length > 0 && !isInexact(spec.enum)) {
      const all = [...new Set([spelled(value), ...options])];
      return label(select(all.map((each) => [each, each]), spelled(value), { "data-name": name, "data-kind": "json", "aria-label": spelled(name).slice(1, -1) }));
    }
    if (typeof value === "boolean") return label(h("input", { type: "checkbox", checked: value, "data-name": name, "data-kind": "boolean" }));
    if (typeof value === "number") {
      const bound = (limit) => (typeof limit === "number" ? limit : undefined);
      return label(h("input", { type: "number", step: spec.type === "integer" ? 1 : "any", min: bound(spec.minimum), max: bound(spec.maximum), value, "data-name": name, "data-kind": "number" }));
    }
    const plain = typeof value === "string" && !UNSEEN.test(value);
    const text = plain ? value : spelled(value);
    const area = h("textarea", { rows: Math.min(12, text.split("\n").length), spellcheck: "false", "data-name": name, "data-kind": plain ? "text" : "json" });
    area.value = text;
    return label(area);
  }

  /** The arguments as they stand there; null when they are none, which is told. */
  #read() {
    try {
      if (!this.#json.hidden) {
        const values = JSON.parse(this.#json.value);
        if (values === null || typeof values !== "object" || Array.isArray(values)) throw new Error(texts.object);
        return values;
      }
      const values = {};
      for (const control of this.#fields.querySelectorAll("[data-name]")) {
        const { name, kind } = control.dataset;
        const read = {
          boolean: () => control.checked,
          number: () => (control.value === "" || !control.checkValidity() ? this.#wrong(name, control) : Number(control.value)),
          text: () => control.value,
          json: () => JSON.parse(control.value),
        }[kind];
        Object.defineProperty(values, name, { value: read(), enumerable: true, configurable: true, writable: true });
      }
      return values;
    } catch (problem) {
      this.#preview.replaceChildren(h("p", { class: "problem" }, texts.wrong(problem.message)));
      return null;
    }
  }

  #wrong(name, control) {
    throw new Error(texts.needsNumber(name, control.validationMessage));
  }

  async #look() {
    const values = this.#read();
    if (values === null) return;
    const turn = ++this.#turns;
    const reply = await post(`/v1/approvals/${this.approval.id}/preview`, { arguments: values });
    if (turn !== this.#turns) return;
    if (!reply.ok) {
      this.#preview.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
      return;
    }
    const denied = reply.body.decision === "deny";
    this.#preview.replaceChildren(
      h("p", {}, denied ? texts.denied : texts.wouldRun),
      ...parts(reply.body.display),
      findings(reply.body.findings),
      ...(reply.body.outside ?? []).map((text) => h("p", { class: "outside" }, callTexts.isOutside(text))),
    );
    const same = JSON.stringify(values) === JSON.stringify(this.approval.call.arguments);
    if (same) this.#preview.append(h("p", { class: "problem" }, texts.same));
    this.#judged = denied || same ? null : values;
    if (this.#judged !== null) this.#whenSeen(() => (this.#approve.disabled = this.#judged === null));
    // All of it where there is room, else its beginning.
    this.#preview.scrollIntoView({ block: "nearest" });
  }

  /** INVARIANT (what you see): `then` comes once the end of the preview was in sight, and a moment to read it has passed. */
  #whenSeen(then) {
    const turn = this.#turns;
    const end = h("p", { class: "end-of-preview" }, texts.all);
    this.#preview.append(end);
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      setTimeout(() => {
        if (turn === this.#turns) then();
      }, QUIET_MILLIS);
    });
    watch.observe(end);
  }
}
