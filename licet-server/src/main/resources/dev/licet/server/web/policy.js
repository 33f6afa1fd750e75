// The rules: written, looked at, tried, tested, and held against what happened, before they are saved.

import { get, may, post, put } from "./api.js";
import { findings } from "./call.js";
import { drop, keep, kept } from "./drafts.js";
import { ago, dialog, field, h, ruleText, table } from "./dom.js";
import { queue } from "./queue.js";
import { RuleRows } from "./rows.js";
import { policy as texts } from "./texts.js";

const FIRST_TESTS = `${texts.firstTests}
tests:
  - allow: git status
  - deny: {tool: read_file, args: {path: .env}}
`;

class PolicyPage {
  #worker = h("input", { id: "worker", value: "local", spellcheck: "false" });
  #status = h("p", { class: "told", role: "status" });
  #problem = h("p", { class: "problem", role: "alert" });
  #findings = h("ul", { class: "lint", "aria-label": texts.lint });
  #save = h("button", { type: "button", class: "primary", disabled: true }, texts.save);
  #replay = h("button", { type: "button" }, texts.replay);
  #changes = h("div", { class: "changes" });
  #layers = h("section", { class: "layers", "aria-label": texts.layers });
  #editors = [];
  #version = "";
  #saved = "";
  #testsVersion = "";
  #savedTests = "";
  #loads = 0;
  #draft = h("div", { class: "draft", role: "status" });
  /** The worker whose rules stand in the editor. */
  #name = "";

  constructor(main) {
    this.main = main;
    this.rulesPlace = h("div", { class: "editor", id: "rules-editor" });
    this.rowsPlace = h("section", { class: "rows", "aria-label": texts.table });
    this.testsPlace = h("div", { class: "editor", id: "tests-editor" });
    main.append(
      h("h2", {}, texts.title),
      field(texts.worker, this.#worker),
      this.#status,
      this.#draft,
      // What comes a moment after a key stands below the buttons: they stay where somebody reaches for them.
      h("div", { class: "beside" }, h("div", {}, this.rulesPlace, h("div", { class: "buttons" }, this.#replay, this.#save), this.#findings), this.rowsPlace),
      this.#problem,
      this.#changes,
      this.#try(),
      this.#tests(),
      this.#layers,
    );
    this.#worker.addEventListener("change", () => this.#load());
    this.#replay.addEventListener("click", () => this.#compare());
    this.#save.addEventListener("click", () => this.#confirm());
    this.#load();
  }

  close() {
    for (const editor of this.#editors) editor.close();
    this.rows?.close();
  }

  /** The address of something of the worker whose rules stand in the editor, whatever stands in the field by now. */
  #path(name, worker = this.#name) {
    return `${name}?worker=${encodeURIComponent(worker)}`;
  }

  async #load() {
    const turn = ++this.#loads;
    const worker = this.#worker.value.trim();
    this.#save.disabled = true;
    const [policy, tests, { edit }] = await Promise.all([get(this.#path("/v1/policy", worker)), get(this.#path("/v1/policy/tests", worker)), import("./editor.js")]);
    if (turn !== this.#loads) return;
    this.#problem.textContent = policy.ok && tests.ok ? "" : (policy.ok ? tests : policy).body.detail;
    if (!policy.ok || !tests.ok) {
      // What stands there goes on being that of the worker before.
      if (this.#name !== "") this.#worker.value = this.#name;
      if (this.#editors.length > 0) this.#changed();
      return;
    }
    this.#name = "";
    this.#version = policy.body.version;
    this.#saved = policy.body.text;
    this.#testsVersion = tests.body.version ?? "";
    this.#savedTests = tests.body.text || FIRST_TESTS;
    this.#status.textContent = texts.status(policy.body);
    if (this.#editors.length === 0) {
      this.rules = edit(this.rulesPlace, {
        label: texts.rules,
        text: policy.body.text,
        language: "json",
        words: texts.words,
        check: (text) => this.#check(text),
        changed: () => {
          this.#keep("rules", this.#version, this.rules, this.#saved);
          this.#changed();
        },
        readOnly: !may("rules"),
      });
      this.tests = edit(this.testsPlace, { label: texts.tests, text: this.#savedTests, language: "yaml", words: texts.words.slice(0, 4), changed: () => this.#keep("tests", this.#testsVersion, this.tests, this.#savedTests), readOnly: !may("rules") });
      this.#editors = [this.rules, this.tests];
      this.rows = new RuleRows(this.rowsPlace, this.rules);
    } else {
      this.rules.text = policy.body.text;
      this.tests.text = this.#savedTests;
    }
    this.#name = worker;
    this.#bringBack();
    this.#changed();
    this.#showLayers();
  }

  /** What was written here before and not saved stands there again; over what others have saved only if somebody says so. */
  #bringBack() {
    this.#draft.replaceChildren();
    if (!may("rules")) return;
    const all = [
      ["rules", this.#version, this.rules, this.#saved],
      ["tests", this.#testsVersion, this.tests, this.#savedTests],
    ];
    // All are read first: setting the text of an editor keeps, or drops, what it has.
    const drafts = all.map(([kind]) => kept(`${kind}:${this.#name}`));
    all.forEach(([kind, version, editor, saved], index) => {
      const draft = drafts[index];
      if (draft === null || draft.text === saved) return;
      const place = h("p", { "data-kind": kind });
      const back = () => {
        editor.text = draft.text;
        place.replaceChildren(texts.notSaved(texts.kinds[kind]), h("button", { type: "button", class: "quiet", onclick: () => (editor.text = saved) }, texts.backToSaved));
      };
      if (draft.version === version) back();
      else place.replaceChildren(texts.othersSaved(texts.kinds[kind]), h("button", { type: "button", class: "quiet", onclick: back }, texts.bringBack));
      this.#draft.append(place);
    });
  }

  /** Keeps what stands in `editor`; a draft over what somebody else has replaced stays until it is brought back. */
  #keep(kind, version, editor, saved) {
    if (this.#name === "") return;
    const name = `${kind}:${this.#name}`;
    if (editor.text !== saved) keep(name, version, editor.text);
    else if (kept(name)?.version === version) {
      drop(name);
      this.#draft.querySelector(`[data-kind="${kind}"]`)?.remove();
    }
  }

  #changed() {
    const same = this.rules.text === this.#saved;
    this.#save.disabled = same || !may("rules");
    this.#replay.disabled = same;
    this.#changes.replaceChildren();
    this.rows?.follow();
  }

  async #check(text) {
    const reply = await post(this.#path("/v1/policy/check"), { text });
    if (!reply.ok) return [];
    const all = reply.body.findings.map((finding) => ({
      ...finding,
      severity: finding.kind === "error" ? "error" : "warning",
      message: texts.finding(finding),
    }));
    this.#findings.replaceChildren(
      ...all.map((finding) =>
        h("li", { class: finding.severity }, h("button", { type: "button", class: "quiet", onclick: () => this.rules.goTo(finding.line) }, texts.line(finding.line)), ` ${finding.kind}: ${finding.message}`),
      ),
    );
    return all;
  }

  /** Shows what the rules, as they stand in the editor, would have changed; gives how many calls, or null. */
  async #compare(place = this.#changes) {
    place.replaceChildren(h("p", { role: "status" }, texts.judging));
    const reply = await post(this.#path("/v1/policy/replay"), { text: this.rules.text });
    if (!reply.ok) {
      place.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
      return null;
    }
    const { looked, withheld, changed } = reply.body;
    // What somebody said no to and would run stands first.
    const weight = (change) => (change.after === "allow" ? change.rejected : 0);
    const changes = reply.body.changes.toSorted((one, other) => weight(other) - weight(one));
    const kept = withheld > 0 ? texts.withheld(withheld) : "";
    place.replaceChildren(
      h("p", {}, `${texts.changed(changed, looked, new Date(reply.body.since).toLocaleDateString())}${kept}`),
      changes.length === 0
        ? ""
        : table(
            texts.different,
            texts.differentColumns,
            changes.map((change) => [
              h("span", {}, h("strong", {}, change.tool), " ", h("code", {}, change.text)),
              change.before,
              h("span", { class: change.after }, change.after, change.rejected > 0 && change.after === "allow" ? h("strong", { class: "deny" }, texts.saidNo(change.rejected)) : ""),
              change.because,
              String(change.times),
            ]),
          ),
    );
    return changed;
  }

  /** What would change is shown before anything is saved. */
  async #confirm() {
    const place = h("div", {});
    const button = h("button", { type: "button", class: "primary", disabled: true }, texts.saveNow);
    const waiting = queue.waiting.filter(({ call }) => call.workerId === this.#name).length;
    const told = waiting === 0 ? null : h("p", { class: "judged-again" }, texts.judgedAgain(waiting));
    const box = dialog(texts.sure(this.#name), h("div", {}, told, place), { buttons: [button] });
    button.disabled = (await this.#compare(place)) === null;
    button.addEventListener("click", async () => {
      box.close();
      const reply = await put(this.#path("/v1/policy"), { text: this.rules.text, version: this.#version });
      this.#problem.textContent = reply.ok ? "" : reply.body.detail;
      if (reply.status === 409) this.#problem.textContent += texts.conflict;
      if (reply.ok) {
        this.#version = reply.body.version;
        this.#saved = reply.body.text;
        this.#status.textContent = texts.saved(reply.body.path);
        drop(`rules:${this.#name}`);
        this.#draft.querySelector('[data-kind="rules"]')?.remove();
        this.#changed();
        this.#showLayers();
      }
    });
  }

  #try() {
    const tool = h("input", { id: "try-tool", value: "shell_exec", spellcheck: "false" });
    const value = h("textarea", { id: "try-value", rows: 2, required: true, spellcheck: "false", placeholder: "git push origin main" });
    const cwd = h("input", { id: "try-cwd", value: "/work/project", spellcheck: "false" });
    const place = h("div", { class: "tried", role: "status" });
    const form = h(
      "form",
      { class: "try", "aria-label": texts.try },
      h("h3", {}, texts.try),
      h("p", { class: "soft" }, texts.tryWith),
      h("div", { class: "row3" }, field(texts.tool, tool), field(texts.given, value), field(texts.directory, cwd)),
      h("button", {}, texts.tryNow),
      place,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const callArguments = this.#arguments(tool.value, value.value);
      if (callArguments === null) {
        place.replaceChildren(h("p", { class: "problem" }, texts.noJson));
        return;
      }
      const reply = await post("/v1/explain", { tool: tool.value, arguments: callArguments, cwd: cwd.value, sessionId: "try", workerId: this.#name, rules: this.rules.text });
      place.replaceChildren(
        ...(reply.ok
          ? [
              h("p", {}, texts.decided, h("strong", { class: reply.body.decision }, reply.body.decision)),
              findings(reply.body.findings),
              reply.body.enough.length > 0 ? h("p", {}, texts.enough, h("code", {}, reply.body.enough.map((rule) => texts.allow(ruleText(rule))).join(", "))) : "",
            ]
          : [h("p", { class: "problem" }, reply.body.detail)]),
      );
    });
    return form;
  }

  #arguments(tool, text) {
    if (!text.trim().startsWith("{")) return { [/file|glob|grep|read|write|edit/i.test(tool) ? "path" : /fetch|url|browse/i.test(tool) ? "url" : "command"]: text };
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  #tests() {
    const place = h("div", { class: "results", role: "status" });
    const run = h("button", { type: "button" }, texts.runTests);
    const save = h("button", { type: "button", disabled: !may("rules") }, texts.saveTests);
    run.addEventListener("click", async () => {
      const reply = await post(this.#path("/v1/policy/tests"), { tests: this.tests.text, rules: this.rules.text });
      if (!reply.ok) {
        place.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
        return;
      }
      const { passed, failed, results, untested } = reply.body;
      place.replaceChildren(
        h("p", { class: failed > 0 ? "problem" : "" }, texts.passed(passed, failed)),
        h(
          "ul",
          {},
          ...results.map((result) =>
            h(
              "li",
              { class: result.passed ? "passed" : "failed" },
              result.passed ? "✓ " : "✗ ",
              h("button", { type: "button", class: "quiet", onclick: () => this.tests.goTo(result.line) }, texts.line(result.line)),
              ` ${result.name}`,
              result.passed ? "" : texts.unexpected(result.expected, result.got, result.because),
            ),
          ),
        ),
        untested.length === 0 ? "" : h("details", {}, h("summary", {}, texts.untested(untested.length)), h("ul", {}, ...untested.map((rule) => h("li", {}, rule)))),
      );
    });
    save.addEventListener("click", async () => {
      const reply = await put(this.#path("/v1/policy/tests"), { text: this.tests.text, version: this.#testsVersion });
      if (reply.ok) {
        this.#testsVersion = reply.body.version;
        this.#savedTests = reply.body.text;
        drop(`tests:${this.#name}`);
        this.#draft.querySelector('[data-kind="tests"]')?.remove();
      }
      place.replaceChildren(h("p", { class: reply.ok ? "" : "problem" }, reply.ok ? texts.saved(reply.body.path) : reply.body.detail));
    });
    return h("section", { "aria-label": texts.tests }, h("h3", {}, texts.tests), this.testsPlace, h("div", { class: "buttons" }, run, save), place);
  }

  async #showLayers() {
    const reply = await get(this.#path("/v1/rules"));
    if (!reply.ok) {
      this.#layers.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
      return;
    }
    this.#layers.replaceChildren(
      h("h3", {}, texts.layers),
      h("p", { class: "soft" }, texts.lastWins(new Date(reply.body.since).toLocaleDateString())),
      ...reply.body.layers
        .filter((layer) => layer.rules.length > 0)
        .map((layer) =>
          table(
            texts.layer(layer.owner, layer.veto),
            texts.layerColumns,
            layer.rules.map((rule) => [
              h("strong", { class: rule.action }, rule.action),
              h("span", {}, h("code", {}, ruleText(rule)), rule.reason ? texts.reason(rule.reason) : "", rule.until ? texts.until(new Date(rule.until).toLocaleString()) : ""),
              rule.line > 0 ? `${rule.origin}:${rule.line}` : rule.origin,
              String(rule.uses),
              rule.last ? ago(rule.last) : texts.never,
            ]),
          ),
        ),
    );
  }
}

export function open(main) {
  const page = new PolicyPage(main);
  return { close: () => page.close() };
}
