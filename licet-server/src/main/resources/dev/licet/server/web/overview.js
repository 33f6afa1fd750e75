// Figures: how much is asked, how long answers take, and what would make it quieter.

import { get } from "./api.js";
import { field, h, plural, ruleText, select, table } from "./dom.js";
import { plot } from "./plot.js";

const PERIODS = [
  ["24", "a day"],
  ["168", "a week"],
  ["744", "31 days"],
];

function share(part, whole) {
  return whole === 0 ? "–" : `${Math.round((1000 * part) / whole) / 10} %`;
}

function duration(millis) {
  return millis < 60_000 ? `${Math.round(millis / 100) / 10} s` : `${Math.round(millis / 6000) / 10} min`;
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
    label: each.upToSeconds === undefined ? "longer" : `≤ ${each.upToSeconds < 60 ? `${each.upToSeconds} s` : `${each.upToSeconds / 60} min`}`,
    parts: [{ name: "answers", value: each.answers }],
  }));
}

function quieter(noise) {
  if (noise.rules.length === 0) return "no rule can allow it";
  const rules = h("code", {}, noise.rules.map((rule) => `allow ${ruleText(rule)}`).join(", "));
  const caution = noise.rejected > 0 ? h("strong", { class: "deny" }, ` – but ${plural(noise.rejected, "time")} somebody said no`) : "";
  return h("span", {}, rules, caution);
}

export function open(main) {
  const period = select(PERIODS, "24", { id: "period" });
  const place = h("div", { class: "figures" });
  main.append(h("h2", {}, "Overview"), field("The last", period), place);

  async function load() {
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
          ["Calls", all],
          ["Allowed silently", share(overview.allowed, all)],
          ["Asked", overview.asked],
          ["Denied", overview.denied],
          ["Approved", overview.answers.approved],
          ["Rejected", overview.answers.rejected],
          ["Median response time", overview.waits.answers === 0 ? "–" : duration(overview.waits.medianMillis)],
        ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))),
      ),
      overview.whole ? "" : h("p", { class: "hidden" }, "Only the newest 10,000 calls are shown."),
      plot("Approvals and denials per hour", "Hour", hours(overview)),
      plot("Response times", "Time", waits(overview)),
      overview.noise.length === 0
        ? h("p", {}, "No approvals were requested.")
        : table(
            "Most frequent prompts, with the smallest rule that would have avoided them",
            ["Asked", "Because", "For example", "Approved", "Rejected", "Suggested rule"],
            overview.noise.map((noise) => [String(noise.asked), noise.because, h("code", {}, noise.example), String(noise.approved), String(noise.rejected), quieter(noise)]),
          ),
      overview.deniedBy.length === 0
        ? h("p", {}, "Nothing was denied.")
        : table(
            "Most frequent denials",
            ["Times", "Because", "For example"],
            overview.deniedBy.map((denied) => [String(denied.times), denied.because, h("code", {}, denied.example)]),
          ),
    );
  }

  period.addEventListener("change", load);
  load();
}
