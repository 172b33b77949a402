/** The list of suggestions above the message box. The box keeps the focus; the arrow keys move the mark. */

import { byId, h } from "./dom.js";
import { t } from "./language.js";

export class Picker {
  #entries = [];
  #at = 0;
  #choose = null;

  constructor() {
    this.element = byId("suggestions");
    this.list = h("ul", { role: "listbox", id: "suggestion-list" });
    this.title = h("p", { class: "heading" });
    this.element.append(this.title, this.list);
    // A press must not take the focus away from the box.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Show `[{label, note, picture, tag, value}]`; `choose` gets the entry. Nothing to show closes the list.
   *
   * `unmarked` marks nothing until an arrow key does, so that Enter is left to the box; `empty` is said instead of
   * a list without entries.
   */
  show(title, entries, choose, { empty = "", unmarked = false } = {}) {
    this.#entries = entries;
    this.#at = unmarked ? -1 : 0;
    this.#choose = choose;
    this.element.hidden = !entries.length && !empty;
    this.title.textContent = entries.length ? title : empty;
    this.list.ariaLabel = t("Suggestions");
    this.list.replaceChildren(...entries.map((entry, index) => this.#row(entry, index)));
    this.list.scrollTop = 0;
    this.#mark();
  }

  close() {
    this.element.hidden = true;
    this.#entries = [];
    this.list.replaceChildren();
    this.#mark();
  }

  /** Mark nothing: what is shown answers a text that has changed, so that Enter and Tab are left to the box. */
  unmark() {
    this.#at = -1;
    this.#mark();
  }

  #row(entry, index) {
    const words = h(
      "span",
      { class: "words" },
      h("span", {}, entry.label),
      entry.note ? h("small", {}, entry.note) : null,
    );
    const row = h(
      "li",
      { role: "option", id: `suggestion-${index}`, class: "option" },
      entry.picture,
      words,
      entry.tag ? h("span", { class: "tag" }, entry.tag) : null,
    );
    row.addEventListener("click", () => this.#choose(entry));
    row.addEventListener("pointermove", () => index !== this.#at && this.#go(index));
    return row;
  }

  #go(index) {
    const count = this.#entries.length;
    this.#at = (Math.max(index, -1) + count) % count;
    this.#mark();
  }

  #mark() {
    [...this.list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === this.#at)));
    const active = this.list.children[this.#at];
    active?.scrollIntoView({ block: "nearest" });
    const box = document.activeElement;
    if (!box?.matches?.("[role=combobox]")) return;
    box.setAttribute("aria-expanded", String(this.open));
    if (active) box.setAttribute("aria-activedescendant", active.id);
    else box.removeAttribute("aria-activedescendant");
  }

  /** Whether the key was for the list: arrows, and Enter or Tab to take what is marked. */
  key(event) {
    if (!this.open || !this.#entries.length || event.isComposing) return false;
    if (event.key === "ArrowDown") this.#go(this.#at + 1);
    else if (event.key === "ArrowUp") this.#go(this.#at < 0 ? -1 : this.#at - 1);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && this.#at >= 0)
      this.#choose(this.#entries[this.#at]);
    else return false;
    event.preventDefault();
    return true;
  }
}
