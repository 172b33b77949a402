/** Boxes that open beside what was pressed, and close with Escape or a press elsewhere. */

import { h, icon, isNarrow } from "./dom.js";

const GAP = 4;
const EDGE = 8;

/**
 * An empty open box; fill `element`, then call `place`. On a phone it lies at the lower edge of the window.
 *
 * `at` is a point to open at instead of the anchor's edge.
 */
export function popover(anchor, { class: name = "", onclose = null, at = null } = {}) {
  const element = h("div", { class: `popover ${name}`, popover: "auto" });
  // Inside a dialog, for everything outside of one is out of reach.
  (anchor.closest("dialog") ?? document.body).append(element);
  const close = () => element.isConnected && element.hidePopover();
  element.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    const focused = element.contains(document.activeElement) || document.activeElement === document.body;
    element.remove();
    if (focused) anchor.focus({ preventScroll: true });
    onclose?.();
  });
  element.showPopover();
  return { element, close, place: () => place(element, anchor, at) };
}

function place(element, anchor, at) {
  const sheet = isNarrow();
  element.classList.toggle("sheet", sheet);
  if (sheet) return;
  const from = anchor.getBoundingClientRect();
  const [left, top, bottom] = at ? [at.x, at.y, at.y] : [from.left, from.top, from.bottom];
  if (!at && element.classList.contains("menu")) element.style.minWidth = `${from.width}px`;
  const { width, height } = element.getBoundingClientRect();
  const below = innerHeight - bottom - GAP - EDGE;
  const up = below < height && top > below;
  const room = up ? top - GAP - EDGE : below;
  element.style.maxHeight = `${Math.max(room, 120)}px`;
  element.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  element.style.top = `${up ? Math.max(EDGE, top - GAP - Math.min(height, room)) : bottom + GAP}px`;
}

/** A list of things to do: `[{label, onclick, drawing, danger}]`, or strings as headings between them. */
export function actions(anchor, entries, { label, at = null }) {
  const box = popover(anchor, { class: "actions", at });
  const rows = entries
    .filter(Boolean)
    .map((entry) => (typeof entry === "string" ? h("p", { class: "heading" }, entry) : action(entry, box)));
  box.element.append(h("div", { role: "menu", "aria-label": label }, rows));
  box.element.addEventListener("keydown", (event) => {
    const buttons = [...box.element.querySelectorAll("[role=menuitem]")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length)?.focus();
  });
  box.place();
  box.element.querySelector("[role=menuitem]")?.focus();
}

function action(entry, box) {
  const attributes = { type: "button", role: "menuitem", class: `action ${entry.danger ? "danger" : ""}` };
  const onclick = () => {
    box.close();
    entry.onclick();
  };
  return h(
    "button",
    { ...attributes, onclick },
    h("span", {}, entry.label),
    entry.drawing ? icon(entry.drawing) : null,
  );
}
