// Changes the arguments of a call, field by field or as JSON. What comes out is judged, and shown, before it is approved.

import { post } from "./api.js";
import { findings, parts } from "./call.js";
import { dialog, h } from "./dom.js";

/** Characters that a field would not show; a text with one of them is edited as JSON, where they are spelled. */
const UNSEEN = /[^\P{C}\n\t]|[\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\u2800]/u;

/** JSON in which every character that is hard to see is spelled as \\u…. */
function spelled(value) {
  const text = JSON.stringify(value, null, 2);
  return text.replace(/[^\P{C}\n]|[\u00a0\u115f\u1160\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\uffa0\u034f\u17b4\u17b5\u2800]/gu, (found) =>
    [...Array(found.length).keys()].map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Whether a value has a number that a browser cannot hold: it would come out as another one. */
function isInexact(value) {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return value !== null && typeof value === "object" && Object.values(value).some(isInexact);
}

/** @param {import("./queue.js").Approval} approval */
export function editArguments(approval, answer) {
  if (isInexact(approval.call.arguments)) {
    dialog(`Change ${approval.display.tool}`, h("p", {}, "It has a number that a browser cannot hold exactly. Change it in `licet watch`."));
    return;
  }
  new Editing(approval, answer);
}

class Editing {
  #fields = h("div", { class: "fields" });
  #json = h("textarea", { class: "json", rows: 12, spellcheck: "false", "aria-label": "Arguments as JSON" });
  #preview = h("div", { class: "preview", role: "status" });
  #asJson = h("button", { type: "button", class: "quiet" }, "As JSON");
  #judge = h("button", { type: "button" }, "Judge");
  #approve = h("button", { type: "button", class: "primary", disabled: true }, "Approve once as changed");
  #judged = null;
  #turns = 0;

  constructor(approval, answer) {
    this.approval = approval;
    this.values = approval.call.arguments;
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
    const box = dialog(`Change ${approval.display.tool}`, body, { about: approval.id, buttons: [this.#judge, this.#approve] });
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
    this.#asJson.textContent = json ? "As fields" : "As JSON";
    this.#draw();
  }

  #draw() {
    this.#json.value = spelled(this.values);
    this.#fields.replaceChildren(...Object.entries(this.values).map(([name, value]) => this.#field(name, value)));
  }

  #field(name, value) {
    const label = (control) => h("label", { class: "field" }, h("span", {}, spelled(name).slice(1, -1)), control);
    if (typeof value === "boolean") return label(h("input", { type: "checkbox", checked: value, "data-name": name, "data-kind": "boolean" }));
    if (typeof value === "number") return label(h("input", { type: "number", step: "any", value, "data-name": name, "data-kind": "number" }));
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
        if (values === null || typeof values !== "object" || Array.isArray(values)) throw new Error("arguments are an object");
        return values;
      }
      const values = {};
      for (const control of this.#fields.querySelectorAll("[data-name]")) {
        const { name, kind } = control.dataset;
        const read = {
          boolean: () => control.checked,
          number: () => (control.value === "" ? this.#missing(name) : Number(control.value)),
          text: () => control.value,
          json: () => JSON.parse(control.value),
        }[kind];
        Object.defineProperty(values, name, { value: read(), enumerable: true, configurable: true, writable: true });
      }
      return values;
    } catch (problem) {
      this.#preview.replaceChildren(h("p", { class: "problem" }, `This is no JSON of arguments: ${problem.message}`));
      return null;
    }
  }

  #missing(name) {
    throw new Error(`${name} needs a number`);
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
      h("p", {}, denied ? "Changed like this it is denied." : "This is what would run:"),
      ...parts(reply.body.display),
      findings(reply.body.findings),
    );
    this.#judged = denied ? null : values;
    this.#approve.disabled = denied;
    this.#preview.scrollIntoView({ block: "nearest" });
  }
}
