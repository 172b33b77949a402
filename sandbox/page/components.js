/** Components of messages, V1 and V2, as elements. */

import { h, icon } from "./dom.js";
import { t } from "./language.js";
import { fileCard, gallery, thumbnail } from "./media.js";
import { markdown } from "./markdown.js";
import { menu } from "./select.js";

/** Discord's component types. */
export const ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
export const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
export const LABEL = 18;
const SECTION = 9;
const TEXT_DISPLAY = 10;
const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

const DRAWN = {
  [ROW]: (one, context) =>
    h(
      "div",
      { class: "row" },
      one.components.map((child) => component(child, context)),
    ),
  [BUTTON]: button,
  [STRING_SELECT]: select,
  [USER_SELECT]: select,
  [ROLE_SELECT]: select,
  [MENTIONABLE_SELECT]: select,
  [CHANNEL_SELECT]: select,
  [SECTION]: section,
  [TEXT_DISPLAY]: (one, context) => markdown(one.content, context.words),
  [THUMBNAIL]: (one) => thumbnail(one),
  [GALLERY]: (one) => gallery(one.items),
  [FILE]: (one) => fileCard({ ...one.file, filename: one.name, size: one.size, spoiler: one.spoiler }),
  [SEPARATOR]: (one) =>
    h("hr", { class: `separator ${one.divider ? "" : "invisible"} ${one.spacing === 2 ? "wide" : ""}` }),
  [CONTAINER]: container,
};

/**
 * One component as an element.
 *
 * `context` has `words` (for Markdown), `store`, `message`, and `act` with `click` and `select`.
 */
export function component(one, context) {
  const draw = DRAWN[one.type];
  return draw ? draw(one, context) : h("p", { class: "unknown" }, `(a component of type ${one.type})`);
}

/** All components of a message, or null when it has none. */
export function components(list, context) {
  return list.length
    ? h(
        "div",
        { class: "components" },
        list.map((one) => component(one, context)),
      )
    : null;
}

function container(one, context) {
  const accent = one.accent_color ?? null;
  const style = accent === null ? {} : { "--accent": `#${accent.toString(16).padStart(6, "0")}` };
  const inside = h(
    "div",
    { class: "container", style },
    one.components.map((child) => component(child, context)),
  );
  return one.spoiler ? covered(inside) : inside;
}

function covered(inside) {
  const cover = h(
    "button",
    { type: "button", class: "cover", onclick: () => box.classList.remove("hidden-part") },
    t("Spoiler"),
  );
  const box = h("div", { class: "spoiler-box hidden-part" }, inside, cover);
  return box;
}

function section(one, context) {
  const texts = h(
    "div",
    { class: "section-texts" },
    one.components.map((child) => component(child, context)),
  );
  return h("div", { class: "section" }, texts, h("div", { class: "accessory" }, component(one.accessory, context)));
}

function face(one) {
  const emoji = one.emoji?.name ? h("span", { class: "emoji" }, one.emoji.name) : null;
  return [emoji, one.label ? h("span", {}, one.label) : null];
}

function button(one, context) {
  const style = STYLES[one.style] ?? "secondary";
  if (style === "link") {
    const follow = context.words.follow(one.url);
    const target = follow ? { onclick: follow.onclick } : { target: "_blank", rel: "noreferrer noopener" };
    return h("a", { class: "button secondary", href: one.url, ...target }, face(one), icon("outside"));
  }
  const label = one.label ? {} : { "aria-label": one.emoji?.name };
  const element = h(
    "button",
    { type: "button", class: `button ${style}`, ...label, dataset: { id: one.custom_id ?? "" } },
    face(one),
  );
  element.disabled = Boolean(one.disabled) || style === "premium";
  element.addEventListener("click", () => busy(element, () => context.act.click(context.message, one)));
  return element;
}

/** Shows three dots on a control until what it started is answered. */
async function busy(element, act) {
  if (element.getAttribute("aria-busy") === "true") return;
  element.setAttribute("aria-busy", "true");
  try {
    await act();
  } finally {
    element.removeAttribute("aria-busy");
  }
}

function select(one, context) {
  const element = menu(one, context.store, {
    label: one.placeholder ?? t("Make a selection"),
    onchoose: (values) => busy(element, () => context.act.select(context.message, one, values)),
  });
  element.dataset.id = one.custom_id;
  return element;
}
