// What was granted beyond one call, to be taken back.

import { get, may, remove } from "./api.js";
import { ago, h, ruleText, say, table } from "./dom.js";

export function open(main) {
  const place = h("div", {});
  main.append(h("h2", {}, "Grants"), place);

  async function load() {
    const reply = await get("/v1/grants");
    if (!reply.ok) {
      place.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
      return;
    }
    const { grants } = reply.body;
    place.replaceChildren(
      grants.length === 0
        ? h("p", {}, "No grants. Permanent rules are on the Policy page.")
        : table(
            "Grants",
            ["Allows", "Holds for", "In", "Given", "Change"],
            grants.map((grant) => [
              h("code", {}, grant.rules.map(ruleText).join(", ") || "one very call"),
              grant.lifetime,
              `${grant.session} on ${grant.worker}${grant.agent ? `, ${grant.agent}` : ""}`,
              h("span", {}, `by ${grant.giver} over ${grant.channel}, `, ago(grant.given)),
              h("button", { type: "button", class: "danger", disabled: !(may("answer") || may("rules")), onclick: () => revoke(grant) }, "Take back"),
            ]),
          ),
    );
  }

  async function revoke(grant) {
    const reply = await remove(`/v1/grants/${encodeURIComponent(grant.id)}`);
    say(reply.ok ? "taken back" : reply.body.detail);
    await load();
  }

  load();
}
