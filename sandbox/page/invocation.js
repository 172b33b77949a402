/** A slash command that is being filled in: its options as fields inside the message box. */

import { uploaded } from "./api.js";
import { byId, h, iconButton } from "./dom.js";
import { ATTACHMENT, BOOLEAN, known } from "./commands.js";
import { t } from "./language.js";

const PAUSE = 120;
const NUMERIC = new Set([4, 10]);
const CHOSEN_ONLY = new Set([5, 6, 7, 8, 9]);

export class Invocation {
  #fields = new Map();
  #asked = 0;
  #timer = null;

  /**
   * @param {object} command from `invocations`
   * @param {{store, picker, send: (body) => Promise<boolean>, leave: (text: string) => void}} around
   */
  constructor(command, around) {
    Object.assign(this, around);
    this.command = command;
    this.place = this.store.place;
    this.element = byId("invocation");
    this.chips = h("div", { class: "chips" });
    this.rest = h("input", {
      type: "text",
      class: "rest",
      role: "combobox",
      "aria-controls": "suggestion-list",
      "aria-expanded": "false",
      "aria-label": t("More options"),
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "send",
    });
    this.rest.addEventListener("focus", () => this.#offerOptions());
    this.rest.addEventListener("input", () => this.#offerOptions());
    this.rest.addEventListener("keydown", (event) => this.#keyAtRest(event));
    this.element.replaceChildren(
      h("strong", { class: "command-name" }, `/${command.words}`),
      this.chips,
      this.rest,
      h(
        "span",
        { class: "invocation-tools" },
        iconButton("close", t("Leave the command"), () => this.leave("")),
        iconButton("send", t("Run the command"), () => this.submit(), { class: "icon-button send" }),
      ),
    );
    this.element.hidden = false;
    for (const option of command.options.filter((one) => one.required)) this.#add(option);
    this.#count();
    (this.#fields.values().next().value?.input ?? this.rest).focus();
  }

  #free() {
    return this.command.options.filter((option) => !this.#fields.has(option.name));
  }

  #count() {
    const free = this.#free().length;
    this.rest.placeholder = free ? t("+{n} optional", { n: free }) : "";
  }

  /** At rest: the options that are not there yet, to choose from. Nothing is marked, so that Enter runs the command. */
  #offerOptions() {
    const text = this.rest.value.trim().toLowerCase();
    const entries = this.#free()
      .filter((option) => option.title.toLowerCase().startsWith(text))
      .map((option) => ({ label: option.title, note: option.about, option }));
    const ready = this.#ready();
    const title = t(ready ? "Enter runs the command. More options:" : "Options");
    this.picker.show(title, entries, (entry) => this.#choose(entry.option), {
      unmarked: !text,
      empty: text ? t("No option {text}", { text }) : t("Enter runs the command"),
    });
  }

  #ready() {
    return [...this.#fields.values()].every((field) => !field.option.required || this.#filled(field));
  }

  #choose(option) {
    this.rest.value = "";
    this.#add(option).input.focus();
  }

  #keyAtRest(event) {
    if (event.isComposing || this.picker.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      this.leave("");
    } else if (event.key === "Backspace" && !this.rest.value) {
      event.preventDefault();
      this.#backTo([...this.#fields.keys()].at(-1));
    }
  }

  #backTo(name) {
    if (name === undefined) this.leave(`/${this.command.words}`);
    else this.#fields.get(name).input.focus();
  }

  // ------------------------------------------------------------ fields

  #add(option) {
    if (option.type === ATTACHMENT) return this.#addFile(option);
    const input = h("input", {
      type: "text",
      role: "combobox",
      "aria-controls": "suggestion-list",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
      "aria-label": option.title,
      autocomplete: "off",
      spellcheck: "false",
      size: 1,
      inputmode: NUMERIC.has(option.type) ? "decimal" : null,
      required: Boolean(option.required),
      enterkeyhint: "send",
    });
    const field = { option, input, value: undefined, text: "" };
    input.addEventListener("focus", () => this.#offer(field));
    input.addEventListener("input", () => this.#typed(field));
    input.addEventListener("keydown", (event) => this.#key(event, field));
    return this.#place(field);
  }

  #addFile(option) {
    const input = h("input", { type: "file", "aria-label": option.title });
    return this.#place({ option, input, value: undefined });
  }

  #place(field) {
    const { option, input } = field;
    const size = h("span", { class: "sizer" }, input);
    field.chip = h(
      "label",
      { class: "chip", title: option.about },
      h("span", { class: "chip-name" }, option.title),
      size,
    );
    field.sizer = size;
    this.#fields.set(option.name, field);
    this.chips.append(field.chip);
    this.#count();
    return field;
  }

  #typed(field) {
    field.value = undefined;
    field.chip.classList.remove("wrong");
    field.sizer.dataset.text = field.input.value;
    this.#offer(field);
  }

  #take(field, entry) {
    field.value = entry.value;
    field.input.value = entry.label;
    field.sizer.dataset.text = entry.label;
    field.chip.classList.remove("wrong");
    this.picker.close();
    this.#onward(field);
  }

  /** On to the next field that is empty, or to rest: Enter runs the command from there. */
  #onward(field) {
    const next = [...this.#fields.values()].find((one) => one !== field && one.option.required && !this.#filled(one));
    (next?.input ?? this.rest).focus();
  }

  #filled(field) {
    return field.option.type === ATTACHMENT ? field.input.files.length > 0 : field.input.value.trim() !== "";
  }

  async #offer(field) {
    const text = field.value === undefined ? field.input.value : "";
    const title = `${field.option.title} — ${field.option.about}`;
    const choose = (entry) => this.#take(field, entry);
    const entries = known(this.store, field.option, text);
    if (entries) {
      const empty = t("{option}: nothing like “{text}”", { option: title, text });
      this.picker.show(title, entries, choose, { empty });
      return;
    }
    if (!field.option.autocomplete) {
      this.picker.show(title, [], choose, { empty: title });
      return;
    }
    this.#ask(field, title, choose);
  }

  /** What the bot offers; only the answer to the latest question counts. */
  #ask(field, title, choose) {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    this.picker.unmark();
    this.#timer = setTimeout(
      async () => {
        const body = {
          name: this.command.path,
          focused: field.option.name,
          options: { ...this.#chosen(), [field.option.name]: field.input.value },
        };
        const outcome = await this.store.api
          .autocomplete(this.place.id, body)
          .catch(() => ({ failed: true, choices: [] }));
        if (number !== this.#asked || document.activeElement !== field.input) return;
        const entries = outcome.choices.map((one) => ({ label: one.name, value: one.value }));
        this.picker.show(title, entries, choose, {
          empty: outcome.failed ? t("Loading options failed") : t("{option}: no options match", { option: title }),
        });
      },
      this.#asked === 1 ? 0 : PAUSE,
    );
  }

  // ------------------------------------------------------------ keys

  #key(event, field) {
    if (event.isComposing) return;
    // A finished field: Enter runs the command instead of choosing again.
    const settled =
      field.value !== undefined || (field.option.autocomplete && !field.input.value && event.key === "Enter");
    if (!(settled && event.key === "Enter") && this.picker.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.picker.open) this.picker.close();
      else this.leave("");
    } else if (event.key === "Backspace" && !field.input.value) {
      event.preventDefault();
      this.#remove(field);
    }
  }

  #remove(field) {
    const names = [...this.#fields.keys()];
    const before = names[names.indexOf(field.option.name) - 1];
    if (field.option.required) {
      if (before === undefined) this.leave(`/${this.command.words}`);
      else this.#backTo(before);
      return;
    }
    this.#fields.delete(field.option.name);
    field.chip.remove();
    this.#count();
    if (before === undefined) this.rest.focus();
    else this.#backTo(before);
  }

  // ------------------------------------------------------------ running it

  #chosen() {
    const found = {};
    for (const [name, field] of this.#fields) {
      const value = this.#valueOf(field);
      if (value !== undefined && value !== "") found[name] = value;
    }
    return found;
  }

  /** What a field stands for; undefined when it is empty, or when it wants a choice and has none. */
  #valueOf({ option, input, value }) {
    if (option.type === ATTACHMENT) return undefined;
    if (value !== undefined || !input.value.trim()) return value;
    const text = input.value.trim();
    if (!option.choices?.length && !CHOSEN_ONLY.has(option.type)) return text;
    const same = known(this.store, option, text).filter(
      (one) => one.label.toLowerCase() === text.toLowerCase().replace(/^[@#]/, ""),
    );
    return same.length === 1 || option.type === BOOLEAN ? same[0]?.value : undefined;
  }

  async submit() {
    const wrong = [...this.#fields.values()].filter((field) => {
      if (field.option.type === ATTACHMENT) return field.option.required && !this.#filled(field);
      return this.#valueOf(field) === undefined && (field.option.required || this.#filled(field));
    });
    for (const field of wrong) field.chip.classList.add("wrong");
    if (wrong.length) {
      wrong[0].input.focus();
      return;
    }
    const options = this.#chosen();
    for (const [name, field] of this.#fields)
      if (field.option.type === ATTACHMENT && field.input.files[0])
        options[name] = await uploaded(field.input.files[0]);
    this.picker.close();
    this.element.classList.add("sending");
    const sent = await this.send({ name: this.command.path, options });
    this.element.classList.remove("sending");
    if (sent) this.leave("");
  }
}
