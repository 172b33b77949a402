/** Modals: the windows that a bot opens, with labels, inputs and menus. */

import { h, iconButton } from "./dom.js";
import { uploaded } from "./api.js";
import { t } from "./language.js";
import { markdown } from "./markdown.js";
import { menu } from "./select.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const FILE_UPLOAD = 19;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;

/**
 * Opens a modal. `submit` gets the values by custom id and resolves to null, or to a sentence that says what is
 * wrong; the modal stays open then, with everything that was typed.
 */
export function openModal(modal, store, submit) {
  const fields = [];
  const rows = modal.components.map((one) => row(one, store, fields));
  const problem = h("p", { class: "problem", role: "alert" });
  const send = h("button", { type: "submit", class: "button primary" }, t("Submit"));
  const form = h(
    "form",
    { method: "dialog" },
    h(
      "header",
      {},
      h("h2", {}, modal.title),
      iconButton("close", t("Close"), () => dialog.close()),
    ),
    h("div", { class: "modal-body" }, rows, problem),
    h(
      "footer",
      {},
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, t("Cancel")),
      send,
    ),
  );
  const dialog = h("dialog", { class: "modal", "aria-label": modal.title }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    problem.textContent = "";
    const values = {};
    for (const one of fields) values[one.id] = await one.value();
    const sentence = await submit(values);
    send.disabled = false;
    if (sentence === null) dialog.close();
    else {
      problem.textContent = sentence;
      problem.scrollIntoView({ block: "nearest" });
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("textarea, input, .select")?.focus();
}

function row(one, store, fields) {
  if (one.type === TEXT_DISPLAY) return markdown(one.content);
  const inner = one.type === LABEL ? one.component : one.type === ROW ? one.components[0] : null;
  if (!inner) return null;
  const label = one.label ?? inner.label ?? "";
  const { element, value } = field(inner, label, store);
  fields.push({ id: inner.custom_id, value });
  if (inner.type === CHECKBOX) return element;
  const needed = inner.required !== false ? h("span", { class: "needed", "aria-hidden": "true" }, " *") : null;
  const name = h("span", { class: "label" }, label, needed);
  const about = one.description ? h("small", {}, one.description) : null;
  const wrapped = inner.type === TEXT_INPUT || inner.type === FILE_UPLOAD;
  return h(wrapped ? "label" : "div", { class: "field" }, name, about, element);
}

function field(one, label, store) {
  switch (one.type) {
    case TEXT_INPUT:
      return textInput(one, label);
    case FILE_UPLOAD:
      return fileUpload(one, label);
    case RADIO_GROUP:
    case CHECKBOX_GROUP:
      return group(one, label);
    case CHECKBOX:
      return checkbox(one, label);
    default: {
      const element = menu(one, store, { label });
      return { element, value: () => element.values };
    }
  }
}

function textInput(one, label) {
  const bounds = { minlength: one.min_length || null, maxlength: one.max_length || 4000 };
  const attributes = {
    ...bounds,
    placeholder: one.placeholder,
    required: one.required !== false,
    "aria-label": label,
    autocomplete: "off",
  };
  const long = one.style === PARAGRAPH;
  const element = h(long ? "textarea" : "input", {
    ...attributes,
    ...(long ? { rows: 4 } : { type: "text" }),
    value: one.value ?? "",
  });
  return { element, value: () => element.value };
}

function fileUpload(one, label) {
  const many = (one.max_values ?? 1) > 1;
  const element = h("input", { type: "file", multiple: many, required: one.required !== false, "aria-label": label });
  return { element, value: () => Promise.all([...element.files].map(uploaded)) };
}

function group(one, label) {
  const single = one.type === RADIO_GROUP;
  const inputs = one.options.map((option) => {
    const input = h("input", { type: single ? "radio" : "checkbox", name: one.custom_id, value: option.value });
    input.checked = Boolean(option.default);
    return input;
  });
  const rows = one.options.map((option, index) => choice(inputs[index], option.label, option.description));
  const element = h("div", { class: "choices", role: single ? "radiogroup" : "group", "aria-label": label }, rows);
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return { element, value: () => (single ? (chosen()[0] ?? null) : chosen()) };
}

function checkbox(one, label) {
  const input = h("input", { type: "checkbox" });
  input.checked = Boolean(one.default);
  return { element: choice(input, label), value: () => input.checked };
}

function choice(input, label, description) {
  const words = h("span", { class: "words" }, h("span", {}, label), description ? h("small", {}, description) : null);
  return h("label", { class: "choice" }, input, words);
}
