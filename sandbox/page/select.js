/** Select menus: of strings, people, roles and channels, one or several at once. */

import { avatar, h, icon } from "./dom.js";
import { t } from "./language.js";
import { popover } from "./popover.js";
import { CATEGORY, isThread } from "./store.js";

const PEOPLE = new Set([5, 7]);
const ROLES = new Set([6, 7]);
const CHANNELS = 8;
const SEARCHED = 12;

/** What a menu offers: `[{value, label, description, emoji, picture}]`. */
function offered(one, store) {
  if (one.options) {
    return one.options.map((option) => ({
      ...option,
      picture: option.emoji ? h("span", { class: "emoji" }, option.emoji.name) : null,
    }));
  }
  const guild = store.place?.guild;
  const found = [];
  if (PEOPLE.has(one.type)) {
    for (const user of store.audience()) {
      const name = store.name(user.id);
      found.push({ value: user.id, label: name, description: user.username, picture: avatar(user, name) });
    }
  }
  if (ROLES.has(one.type) && guild) {
    for (const role of guild.roles.values()) found.push({ value: role.id, label: role.name, picture: icon("people") });
  }
  if (one.type === CHANNELS && guild) {
    const wanted = (channel) =>
      one.channel_types?.length ? one.channel_types.includes(channel.type) : channel.type !== CATEGORY;
    for (const channel of guild.channels.filter(wanted)) {
      found.push({ value: channel.id, label: channel.name, picture: icon(isThread(channel) ? "thread" : "hash") });
    }
  }
  return found;
}

function preset(one) {
  if (one.options) return one.options.filter((option) => option.default).map((option) => option.value);
  return (one.default_values ?? []).map((value) => value.id);
}

/**
 * A select menu as an element. `onchoose` gets the chosen values when the menu closes with others than before;
 * in modals the element's `values` are read instead.
 */
export function menu(one, store, { label, onchoose = null }) {
  let chosen = preset(one);
  const [least, most] = [one.min_values ?? 1, one.max_values ?? 1];
  const shown = h("span", { class: "shown" });
  const element = h(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-label": label,
    },
    shown,
    icon("down"),
  );
  element.disabled = Boolean(one.disabled);

  function show() {
    const labels = offered(one, store)
      .filter((option) => chosen.includes(option.value))
      .map((option) => option.label);
    shown.textContent = labels.join(", ") || one.placeholder || t("Make a selection");
    shown.classList.toggle("empty", !labels.length);
  }

  function choose(values) {
    const changed = values.length !== chosen.length || values.some((value) => !chosen.includes(value));
    chosen = values;
    show();
    // One option chosen again is a choice too: the bot may have redrawn nothing.
    if (onchoose && (changed || most === 1)) onchoose(values);
  }

  element.addEventListener("click", () =>
    open({ element, options: offered(one, store), chosen, least, most, label, choose }),
  );
  Object.defineProperty(element, "values", { get: () => chosen });
  show();
  return element;
}

function open({ element, options, chosen, least, most, label, choose }) {
  const picked = new Set(chosen);
  const many = most > 1;
  const list = h("div", {
    class: "options",
    role: "listbox",
    "aria-label": label,
    "aria-multiselectable": many ? "true" : null,
  });
  const box = popover(element, { class: "menu", onclose: () => element.setAttribute("aria-expanded", "false") });
  element.setAttribute("aria-expanded", "true");
  const done = many
    ? h("button", { type: "button", class: "button primary", onclick: () => finish([...picked]) })
    : null;

  function finish(values) {
    box.close();
    choose(values);
  }

  function mark() {
    for (const one of list.children) one.setAttribute("aria-selected", String(picked.has(one.dataset.value)));
    if (!done) return;
    done.textContent =
      picked.size < least
        ? t(least === most ? "Choose {n}" : "Choose at least {n}", { n: least })
        : t("Done: {n} of {most}", { n: picked.size, most });
    done.disabled = picked.size < least || picked.size > most;
  }

  function take(value) {
    if (!many) {
      finish(picked.has(value) && least === 0 ? [] : [value]);
      return;
    }
    if (!picked.delete(value) && picked.size < most) picked.add(value);
    mark();
  }

  function fill(search) {
    const wanted = options.filter((one) => `${one.label} ${one.description ?? ""}`.toLowerCase().includes(search));
    list.replaceChildren(...wanted.map((one) => row(one, many, take)));
    if (!wanted.length) list.append(h("p", { class: "nothing" }, t("Nothing of that name")));
    mark();
  }

  const searched = options.length > SEARCHED;
  const search = searched
    ? h("input", { type: "search", placeholder: t("Search"), "aria-label": t("Search"), autocomplete: "off" })
    : null;
  search?.addEventListener("input", () => fill(search.value.trim().toLowerCase()));
  box.element.append(...[search, list, done ? h("div", { class: "menu-foot" }, done) : null].filter(Boolean));
  box.element.addEventListener("keydown", (event) => walk(event, list, search));
  fill("");
  box.place();
  const start = list.querySelector('[aria-selected="true"]') ?? list.firstElementChild;
  (matchMedia("(hover: hover)").matches && search ? search : start)?.focus();
}

function row(one, many, take) {
  const words = h(
    "span",
    { class: "words" },
    h("span", {}, one.label),
    one.description ? h("small", {}, one.description) : null,
  );
  const mark = many ? h("span", { class: "tick" }, icon("check")) : null;
  const attributes = { type: "button", role: "option", class: "option", dataset: { value: one.value }, tabindex: "-1" };
  return h("button", { ...attributes, onclick: () => take(one.value) }, one.picture, words, mark);
}

/** The arrow keys go from option to option. */
function walk(event, list, search) {
  const rows = [...list.children];
  const at = rows.indexOf(document.activeElement);
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (step === undefined || (document.activeElement === search && event.key !== "ArrowDown")) return;
  event.preventDefault();
  if (step < 0 && search) search.focus();
  else rows[Math.max(0, Math.min(step, rows.length - 1))]?.focus();
}
