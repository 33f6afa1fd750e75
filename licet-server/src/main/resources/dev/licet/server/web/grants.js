// What was granted beyond one call, to be taken back.

import { get, may, remove } from "./api.js";
import { ago, h, ruleText, say, table } from "./dom.js";
import { grants as texts } from "./texts.js";

export function open(main) {
  const place = h("div", {});
  main.append(h("h2", {}, texts.title), place);

  async function load() {
    const reply = await get("/v1/grants");
    if (!reply.ok) {
      place.replaceChildren(h("p", { class: "problem" }, reply.body.detail));
      return;
    }
    const { grants } = reply.body;
    place.replaceChildren(
      grants.length === 0
        ? h("p", {}, texts.none)
        : table(
            texts.title,
            texts.columns,
            grants.map((grant) => [
              h("code", {}, grant.rules.map(ruleText).join(", ") || texts.oneCall),
              grant.lifetime,
              texts.in(grant),
              h("span", {}, texts.by(grant.giver, grant.channel), ago(grant.given)),
              h("button", { type: "button", class: "danger", disabled: !(may("answer") || may("rules")), onclick: () => revoke(grant) }, texts.takeBack),
            ]),
          ),
    );
  }

  async function revoke(grant) {
    const reply = await remove(`/v1/grants/${encodeURIComponent(grant.id)}`);
    say(reply.ok ? texts.takenBack : reply.body.detail);
    await load();
  }

  load();
}
