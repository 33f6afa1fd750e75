// Bars, drawn as SVG with a table of the same numbers for who cannot see them.

import { h, table } from "./dom.js";
import { overview as texts } from "./texts.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const HEIGHT = 120;

function svg(name, attributes, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Bars of stacked numbers, one for each `of`. @param {{label: string, parts: {name: string, value: number}[]}[]} bars */
export function plot(title, of, bars) {
  const most = Math.max(1, ...bars.map((bar) => bar.parts.reduce((sum, part) => sum + part.value, 0)));
  const width = 100 / Math.max(1, bars.length);
  const shapes = bars.flatMap((bar, index) => {
    let top = HEIGHT;
    return bar.parts.map((part) => {
      const height = (part.value / most) * HEIGHT;
      top -= height;
      const shape = svg("rect", { class: part.name, x: `${index * width + width * 0.1}%`, y: top, width: `${width * 0.8}%`, height });
      shape.append(svg("title", {}, texts.bar(bar.label, part.value, texts.parts[part.name])));
      return shape;
    });
  });
  const drawing = svg("svg", { class: "plot", width: "100%", height: HEIGHT, "aria-hidden": "true" }, ...shapes);
  const names = bars[0]?.parts.map((part) => part.name) ?? [];
  return h(
    "figure",
    {},
    h("figcaption", {}, title, names.length > 1 ? h("span", { class: "legend" }, ...names.map((name) => h("span", { class: name }, texts.parts[name]))) : null),
    drawing,
    h("div", { class: "axis", "aria-hidden": "true" }, h("span", {}, bars[0]?.label ?? ""), h("span", {}, bars.length > 1 ? bars.at(-1).label : "")),
    h(
      "details",
      {},
      h("summary", {}, texts.numbers),
      table(title, [of, ...names.map((name) => texts.parts[name])], bars.map((bar) => [bar.label, ...bar.parts.map((part) => String(part.value))])),
    ),
  );
}
