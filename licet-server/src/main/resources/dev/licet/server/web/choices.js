// What approving may leave behind: the rules to the letter, for how long and for whom, to be changed before they are saved.

import { get, may, post } from "./api.js";
import { dialog, field, h, select } from "./dom.js";
import { choices as texts } from "./texts.js";

/**
 * @param {import("./queue.js").Approval} approval
 * @param {{lifetime?: string, isShown: () => boolean}} how for how long, to begin with; whether it is still what somebody looks at
 */
export async function chooseRules(approval, answer, { lifetime = "session", isShown }) {
  const reply = await get(`/v1/approvals/${approval.id}/choices`);
  if (!isShown()) return;
  const choices = reply.ok ? reply.body.choices : [];
  if (choices.length === 0) {
    dialog(texts.more, h("p", {}, reply.ok ? texts.none : reply.body.detail));
    return;
  }
  new Chooser(approval, choices, answer, lifetime);
}

/** The pattern of a rule as its field shows it. @param {import("./dom.js").Rule} rule */
function shownPattern(rule) {
  return rule.shown && rule.pattern !== "*" ? rule.shown.slice(rule.shown.indexOf(": ") + 2) : rule.pattern;
}

/** @param {import("./dom.js").Rule[]} one @param {import("./dom.js").Rule[]} other */
function sameRules(one, other) {
  return one.length === other.length && one.every((rule, i) => rule.tool === other[i].tool && rule.pattern === other[i].pattern);
}

class Chooser {
  #choice;
  #rules = h("div", { class: "written" });
  #told = h("p", { class: "told", role: "status" });
  #lifetime = select(texts.lifetimes, "session", { id: "lifetime" });
  #uses = h("input", { type: "number", min: 1, max: 999999, value: 10, "aria-label": texts.howMany });
  #until = h("input", { type: "datetime-local", "aria-label": texts.untilWhen });
  #reach = select(texts.reaches, "agent", { id: "reach" });
  #save = h("button", { type: "submit", class: "primary" }, texts.title);
  #typed = 0;

  constructor(approval, choices, answer, lifetime) {
    this.approval = approval;
    this.#choice = choices[0];
    const form = h(
      "form",
      { method: "dialog", class: "choices" },
      h("fieldset", {}, h("legend", {}, texts.remember), ...choices.map((choice) => this.#option(choice))),
      h("fieldset", {}, h("legend", {}, texts.rules), this.#rules, this.#told),
      h("fieldset", { class: "scope" }, h("legend", {}, texts.scope), field(texts.holdsFor, this.#lifetime), this.#uses, this.#until, approval.call.agent ? field(texts.isFor, this.#reach) : null),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const body = this.#body();
      if (body === null) return;
      box.close();
      answer(body);
    });
    this.#lifetime.addEventListener("change", () => this.#lasts());
    this.#until.value = new Date(Date.now() + 3600_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    // For good, a prefix is meant rather than this very call.
    const first = lifetime === "worker" ? (choices.find((choice) => choice.rules.length > 0 && sameRules(choice.rules, approval.always)) ?? choices[0]) : choices[0];
    this.#lifetime.value = lifetime;
    for (const radio of form.querySelectorAll("input[name=choice]")) radio.checked = radio.value === first.kind;
    this.#choose(first);
    this.#lasts();
    this.#save.addEventListener("click", () => form.requestSubmit());
    const box = dialog(texts.title, form, { about: approval.id, buttons: [this.#save] });
    if (lifetime === "worker") form.querySelector(".rule-pattern")?.focus();
  }

  #option(choice) {
    const radio = h("input", { type: "radio", name: "choice", value: choice.kind, onchange: () => this.#choose(choice) });
    return h(
      "label",
      { class: "choice" },
      radio,
      h("span", {}, h("strong", {}, choice.covers), h("span", { class: "matched" }, texts.matched(choice.matched, choice.looked))),
    );
  }

  #choose(choice) {
    this.#choice = choice;
    const fixed = ["call", "line"].includes(choice.kind);
    this.#rules.replaceChildren(
      ...(fixed
        ? [h("p", {}, choice.kind === "line" ? texts.line : texts.call)]
        : choice.rules.map((rule) =>
            h(
              "div",
              { class: "rule" },
              h("input", { class: "rule-tool", value: rule.tool, "aria-label": texts.tool, spellcheck: "false", disabled: !may("rules") }),
              h("input", { class: "rule-pattern", value: shownPattern(rule), "aria-label": texts.pattern, spellcheck: "false", disabled: !may("rules") }),
            ),
          )),
    );
    this.#told.textContent = may("rules") || fixed ? "" : texts.noRight;
    this.#rules.oninput = () => this.#changed();
    for (const option of this.#lifetime.options) {
      const own = { worker: fixed, batch: !this.approval.call.batchId, turn: false }[option.value] ?? false;
      option.disabled = own || (["worker", "until"].includes(option.value) && !may("rules"));
    }
    if (this.#lifetime.selectedOptions[0]?.disabled) this.#lifetime.value = "session";
    this.#save.disabled = false;
    this.#lasts();
  }

  #lasts() {
    this.#uses.hidden = this.#lifetime.value !== "uses";
    this.#until.hidden = this.#lifetime.value !== "until";
  }

  get #written() {
    return [...this.#rules.querySelectorAll(".rule")].map((row, i) => {
      const { pattern } = this.#choice.rules[i];
      const [tool, typed] = [".rule-tool", ".rule-pattern"].map((part) => row.querySelector(part).value.trim());
      // What is hard to see is spelled in the field, and stays as it is where nobody touched it.
      return { tool, pattern: typed === shownPattern(this.#choice.rules[i]).trim() ? pattern : typed };
    });
  }

  get #isWritten() {
    return !["call", "line"].includes(this.#choice.kind) && !sameRules(this.#written, this.#choice.rules);
  }

  /** Says what the rules would do as they are typed. */
  async #changed() {
    const turn = ++this.#typed;
    this.#save.disabled = true;
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (turn !== this.#typed) return;
    const reply = await post(`/v1/approvals/${this.approval.id}/choices`, { rules: this.#written });
    if (turn !== this.#typed) return;
    this.#save.disabled = !reply.ok || !reply.body.allows;
    if (!reply.ok) this.#told.textContent = reply.body.detail;
    else if (reply.body.allows) this.#told.textContent = texts.allows(reply.body.matched, reply.body.looked);
    else this.#told.textContent = texts.allowsNot;
  }

  #body() {
    const chosen = this.#lifetime.value;
    let lifetime = chosen;
    if (chosen === "uses") {
      if (!this.#uses.reportValidity() || this.#uses.value === "") return null;
      lifetime = { uses: Number(this.#uses.value) };
    }
    if (chosen === "until") {
      const end = new Date(this.#until.value);
      if (Number.isNaN(end.getTime())) return null;
      lifetime = { until: end.toISOString() };
    }
    const what = this.#isWritten ? { rules: this.#written } : { kind: this.#choice.kind };
    return { remember: { ...what, lifetime, reach: this.#reach.value } };
  }
}
