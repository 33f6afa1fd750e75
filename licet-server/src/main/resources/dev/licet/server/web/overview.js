// Figures: how much is asked, how long answers take, and what would make it quieter.

import { get, may, post, put } from "./api.js";
import { field, h, ruleText, seconds, select, table } from "./dom.js";
import { plot } from "./plot.js";
import { overview as texts } from "./texts.js";

function share(part, whole) {
  return whole === 0 ? "–" : texts.percent(Math.round((1000 * part) / whole) / 10);
}

function duration(millis) {
  return millis < 60_000 ? seconds(millis) : texts.minutes(Math.round(millis / 6000) / 10);
}

/** Every hour of the period, also those in which nothing was. */
function hours(overview) {
  const known = new Map(overview.hours.map((hour) => [Date.parse(hour.start), hour]));
  const bars = [];
  const step = 3600_000;
  const first = Date.parse(overview.since);
  for (let start = first - (first % step); start <= Date.now() && bars.length < 750; start += step) {
    const hour = known.get(start) ?? { allowed: 0, asked: 0, denied: 0 };
    bars.push({
      label: new Date(start).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" }),
      parts: ["asked", "denied"].map((name) => ({ name, value: hour[name] })),
    });
  }
  return bars;
}

function waits(overview) {
  return overview.waits.classes.map((each) => ({
    label: each.upToSeconds === undefined ? texts.longer : texts.upTo(each.upToSeconds),
    parts: [{ name: "answers", value: each.answers }],
  }));
}

/** Has the rules of `worker` allow what `rules` name, an entry that asks in its place; gives what went wrong, or nothing. */
async function add(worker, rules) {
  const of = `?worker=${encodeURIComponent(worker)}`;
  const path = `/v1/policy${of}`;
  const before = await get(path);
  if (!before.ok) return before.body.detail;
  let table = await post("/v1/policy/table", { text: before.body.text });
  for (const { tool, pattern } of rules) {
    if (!table.ok) break;
    const { text, rows } = table.body;
    const row = rows.findIndex((each) => each.tool === tool && each.pattern === pattern && each.action === "ask");
    table = await post("/v1/policy/table", { text, edit: row < 0 ? { tool, pattern, says: "allow" } : { row, says: "allow" } });
  }
  if (!table.ok) return table.body.detail;
  // Calls that were asked for another reason may be among those that it would allow.
  const replay = await post(`/v1/policy/replay${of}`, { text: table.body.text });
  if (!replay.ok) return replay.body.detail;
  if (replay.body.changes.some((change) => change.after === "allow" && change.rejected > 0)) return texts.rejected;
  const saved = await put(path, { text: table.body.text, version: before.body.version });
  return saved.ok ? "" : saved.body.detail;
}

/** The rules that would have kept it quiet, and a button that makes them some; what people said no to is for the policy page. */
function quieter(noise) {
  if (noise.rules === undefined) return texts.notSought;
  if (noise.rules.length === 0) return texts.noRule;
  const rules = noise.rules.map(ruleText).join(", ");
  const shown = h("code", {}, noise.rules.map((rule) => texts.allow(ruleText(rule))).join(", "));
  if (noise.rejected > 0) return h("span", {}, shown, h("strong", { class: "deny" }, texts.saidNo(noise.rejected)));
  const told = h("span", { class: "told", role: "status" });
  const button = h("button", { type: "button", class: "quiet", disabled: !may("rules"), "aria-label": texts.addOf(rules) }, texts.add);
  button.addEventListener("click", async () => {
    button.disabled = true;
    const problem = await add(noise.worker, noise.rules);
    told.textContent = problem === "" ? texts.added : problem;
    button.hidden = problem === "";
    button.disabled = false;
  });
  return h("span", {}, shown, " ", button, " ", told);
}

export function open(main) {
  const period = select(texts.periods, "24", { id: "period" });
  const place = h("div", { class: "figures" });
  main.append(h("h2", {}, texts.title), field(texts.period, period), place);

  async function load() {
    place.replaceChildren(h("p", { role: "status" }, texts.loading));
    const reply = await get(`/v1/overview?hours=${period.value}`);
    if (!reply.ok) {
      place.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
      return;
    }
    const overview = reply.body;
    const all = overview.allowed + overview.asked + overview.denied;
    place.replaceChildren(
      h(
        "dl",
        { class: "totals" },
        ...[
          [texts.totals.calls, all],
          [texts.totals.allowed, share(overview.allowed, all)],
          [texts.totals.asked, overview.asked],
          [texts.totals.denied, overview.denied],
          [texts.totals.approved, overview.answers.approved],
          [texts.totals.rejected, overview.answers.rejected],
          [texts.totals.median, overview.waits.answers === 0 ? "–" : duration(overview.waits.medianMillis)],
        ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))),
      ),
      overview.whole ? "" : h("p", { class: "hidden" }, texts.notWhole),
      overview.noise.length === 0
        ? h("p", {}, texts.nothingAsked)
        : table(
            texts.noise,
            texts.noiseColumns,
            overview.noise.map((noise) => [String(noise.asked), noise.because, h("code", {}, noise.example), String(noise.approved), String(noise.rejected), quieter(noise)]),
          ),
      overview.deniedBy.length === 0
        ? h("p", {}, texts.nothingDenied)
        : table(
            texts.denials,
            texts.denialColumns,
            overview.deniedBy.map((denied) => [String(denied.times), denied.because, h("code", {}, denied.example)]),
          ),
      plot(texts.perHour, texts.hour, hours(overview)),
      plot(texts.responses, texts.time, waits(overview)),
    );
  }

  period.addEventListener("change", load);
  load();
}
