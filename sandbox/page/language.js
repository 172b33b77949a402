/** The page's own labels, in the person's language where it is German, otherwise in English, as Discord words its own. */

import { GERMAN } from "./german.js";

const ENGLISH = {};
let labels = ENGLISH;

/** Speak this language from now on; what `index.html` marks with `data-t` changes at once. */
export function speak(locale) {
  const german = locale.split("-")[0] === "de";
  labels = german ? GERMAN : ENGLISH;
  document.documentElement.lang = german ? "de" : "en";
  for (const element of document.querySelectorAll("[data-t]")) {
    element.dataset.t ||= element.ariaLabel ?? element.textContent;
    const text = t(element.dataset.t);
    if (!element.ariaLabel) element.textContent = text;
    else {
      element.ariaLabel = text;
      if (element.title) element.title = text;
    }
  }
}

/** A label with its `{names}` filled in, as a list of what stands between: texts, and the given values. */
export function phrase(english, values = {}) {
  const label = labels[english] ?? english;
  return label.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] : part));
}

/** A label as text; its `{names}` are filled in with the values. */
export function t(english, values = {}) {
  return phrase(english, values).join("");
}

/** How many messages there are. */
export function messageCount(n) {
  return n === 1 ? t("1 message") : t("{n} messages", { n });
}

/** Whether nobody can write in a thread any more, as a word; null where everybody can. */
export function stateOf({ locked, archived }) {
  if (locked) return t("locked");
  return archived ? t("archived") : null;
}
