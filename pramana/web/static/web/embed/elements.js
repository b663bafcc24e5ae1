// Creates elements; strings become text, never markup.

/** An element with properties and children; strings become text. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "role") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = {
  ask: "M3 4h14v9.5H9.5L6 16.8v-3.3H3zM6.5 7.5h7M6.5 10.2h4.5",
  close: "m5 5 10 10M15 5 5 15",
  plus: "M10 4v12M4 10h12",
  send: "M10 16.5v-13M4.8 8.7 10 3.5l5.2 5.2",
  stop: "M6 6h8v8H6z",
};

function drawn(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", DRAWN[name]);
  svg.append(path);
  return svg;
}

/** An icon button; its name is read out and shown on hover. */
function iconButton(name, label, properties = {}) {
  const named = { type: "button", title: label, "aria-label": label, ...properties };
  return make("button", named, drawn(name));
}
