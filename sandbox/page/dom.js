/** Building the page's elements. Text always goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Line drawings on a 24 × 24 field. */
const DRAWINGS = {
  hash: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M4 5h16M4 10h9M4 15h5M13 13v4a3 3 0 0 0 3 3h4M17 17l3 3-3 3",
  forum: "M4 5h16v10H10l-4 4v-4H4zM8 9h8M8 12h5",
  speaker: "M4 9v6h4l5 4V5L8 9zM17 9a4 4 0 0 1 0 6",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7.1",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.3.8 3.5 2.5 3.5 5.5",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5 5 19",
  down: "M6 9l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  send: "M4 20 21 12 4 4l2 8zM6 12h8",
  reply: "M10 6 4 12l6 6M4 12h9c4 0 7 2 7 7",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  eye: "M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  bolt: "M13 2 5 14h6l-1 8 8-12h-6z",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  face: "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0M9 10h.01M15 10h.01M8 14.5c2 2.5 6 2.5 8 0",
  trash: "M5 7h14M10 3h4M7 7l1 14h8l1-14",
  check: "M5 13l5 5 9-12",
};

/** A line drawing by name, hidden from screen readers: the element around it carries the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", DRAWINGS[name]);
  svg.append(path);
  return svg;
}

/**
 * An element with attributes and children.
 *
 * `onclick` and its like take functions, `style` and `dataset` take objects; null, undefined and false leave an
 * attribute or a child out.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(present));
  return element;
}

function present(child) {
  return child !== null && child !== undefined && child !== false;
}

/** A button that shows only a drawing; `label` says what it does. */
export function iconButton(name, label, onclick, attributes = {}) {
  return h(
    "button",
    { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes },
    icon(name),
  );
}

/** The element with this id; the page always has it. */
export function byId(id) {
  return document.getElementById(id);
}

const BURST_MS = 20;

/** A function that does something soon, and only once for a burst of calls. Unlike a frame, it comes in hidden tabs too. */
export function soon(act) {
  let timer = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      act();
    }, BURST_MS);
  };
}

/** Whether the window is as narrow as a phone; the style sheets draw the line at the same width. */
export function isNarrow() {
  return matchMedia("(max-width: 760px)").matches;
}

/** Whether the list of members lies over the messages instead of beside them. */
export function isTight() {
  return matchMedia("(max-width: 1100px)").matches;
}

const TINTS = ["#7c6cf0", "#2f9e78", "#d9822b", "#c2557a", "#3d87c9", "#8a8f3c", "#a35bc4"];

/** A round picture of somebody: the first letter of their name on a colour of their own. */
export function avatar(user, name) {
  const tint = TINTS[Number(BigInt(user.id) >> 22n) % TINTS.length];
  const letter = [...name][0]?.toUpperCase() ?? "?";
  return h(
    "span",
    { class: "avatar", "aria-hidden": "true", style: { background: user.bot ? "#3b4bd8" : tint } },
    letter,
  );
}
