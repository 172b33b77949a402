/** The message box: text with mentions, files, replies, and the way into slash commands. */

import { uploaded } from "./api.js";
import { avatar, byId, h, icon, iconButton } from "./dom.js";
import { channelsNamed, invocations, peopleNamed, usable } from "./commands.js";
import { Invocation } from "./invocation.js";
import { phrase, t } from "./language.js";
import { placeName } from "./message.js";
import { FORUM } from "./store.js";
import { complain } from "./toast.js";

const TYPING_EVERY = 8000;
const COMMANDS_KEPT = 2000;
const NAMED = /(^|\s)([@#])([^\s@#]*)$/;

export class Composer {
  #commands = new Map();
  #named = new Map();
  #replyTo = null;
  #files = [];
  #typed = 0;
  #drafts = new Map();

  constructor(store, interactions, picker) {
    this.store = store;
    this.interactions = interactions;
    this.picker = picker;
    this.box = byId("text");
    this.box.addEventListener("input", () => this.#input());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener(
      "paste",
      (event) => event.clipboardData.files.length && this.#attach(event.clipboardData.files),
    );
    this.box.addEventListener("blur", () =>
      setTimeout(() => document.activeElement?.closest("#composer") || this.picker.close(), 100),
    );
    byId("send").addEventListener("click", () => this.#send());
    byId("attach").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", (event) => {
      this.#attach(event.target.files);
      event.target.value = "";
    });
    store.on("home", () => this.#commands.clear());
    document.addEventListener("keydown", (event) => this.#catch(event));
  }

  /** The place changed: its own draft, its own commands. */
  enter(place) {
    if (this.place && this.place.id !== place.id) this.#drafts.set(this.place.id, this.box.value);
    if (this.place?.id !== place.id) {
      this.#leave(this.#drafts.get(place.id) ?? "", { focus: false });
      this.#replyTo = null;
      this.#files = [];
    }
    this.place = place;
    this.box.disabled = !place.can_send;
    const refusal = place.type === FORUM ? t("Open a post to write in it") : t("You may not write here");
    this.box.placeholder = place.can_send ? t("Message {place}, / for commands", { place: placeName(place) }) : refusal;
    this.box.setAttribute("aria-label", t("Message {place}", { place: placeName(place) }));
    this.#showExtras();
    this.commands();
  }

  /** The commands of this place; a bot that is just starting may register them any moment. */
  commands() {
    const { id } = this.place;
    const known = this.#commands.get(id);
    if (known && performance.now() - known.asked < COMMANDS_KEPT) return known.answer;
    const answer = usable(this.store.api, id, this.store.me.locale).catch(() => []);
    this.#commands.set(id, { asked: performance.now(), answer });
    return answer;
  }

  // ------------------------------------------------------------ typing

  async #input() {
    this.#grow();
    const text = this.box.value;
    if (text.startsWith("/")) {
      await this.#offerCommands();
      return;
    }
    this.#offerNames();
    if (text && performance.now() - this.#typed > TYPING_EVERY) {
      this.#typed = performance.now();
      this.store.api.typing(this.place.id).catch(() => {});
    }
  }

  /** What is typed while nothing has the focus goes into the box. */
  #catch(event) {
    const free = document.activeElement === document.body || document.activeElement.matches("#scroller, .message");
    const character = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (free && character && !this.box.hidden) this.box.focus();
  }

  #grow() {
    this.box.style.height = "auto";
    this.box.style.height = `${this.box.scrollHeight}px`;
    byId("send").hidden = !this.box.value.trim() && !this.#files.length;
  }

  async #offerCommands() {
    const found = invocations(await this.commands(), this.store.me.locale);
    const text = this.box.value.slice(1).toLowerCase();
    if (!this.box.value.startsWith("/")) return;
    const exact = found.find((one) => `${one.words} ` === text || `${one.path} ` === text);
    if (exact) {
      this.#invoke(exact);
      return;
    }
    const starts = found.filter((one) => one.words.startsWith(text) || one.path.startsWith(text));
    const others = found.filter((one) => !starts.includes(one) && one.words.includes(text));
    const bot = this.store.bot;
    const entries = [...starts, ...others].map((one) => ({
      label: `/${one.words}`,
      note: one.about,
      command: one,
      picture: avatar(bot, bot.global_name),
      tag: bot.global_name,
    }));
    this.picker.show(t("Commands"), entries, (entry) => this.#invoke(entry.command), {
      empty: t("No command is called {text}", { text: `/${text}` }),
    });
  }

  #offerNames() {
    const before = this.box.value.slice(0, this.box.selectionStart);
    const match = NAMED.exec(before);
    if (!match) {
      this.picker.close();
      return;
    }
    const [, , mark, text] = match;
    const entries = mark === "@" ? peopleNamed(this.store, text) : channelsNamed(this.store, text);
    this.picker.show(mark === "@" ? t("Members") : t("Channels"), entries, (entry) => this.#name(mark, text, entry));
  }

  #name(mark, text, entry) {
    const name = `${mark}${entry.label}`;
    this.#named.set(name, mark === "@" ? `<@${entry.value}>` : `<#${entry.value}>`);
    const end = this.box.selectionStart;
    this.box.setRangeText(`${name} `, end - text.length - 1, end, "end");
    this.picker.close();
    this.box.focus();
    this.#grow();
  }

  /** Puts a mention of somebody into the box. */
  mention(user) {
    const name = `@${this.store.name(user.id)}`;
    this.#named.set(name, `<@${user.id}>`);
    this.box.setRangeText(`${name} `, this.box.selectionStart, this.box.selectionEnd, "end");
    this.box.focus();
    this.#grow();
  }

  #key(event) {
    if (event.isComposing || this.picker.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === "Escape") {
      if (this.picker.open) this.picker.close();
      else this.reply(null);
    }
  }

  // ------------------------------------------------------------ commands

  #invoke(command) {
    this.picker.close();
    this.box.value = "";
    this.box.hidden = true;
    byId("send").hidden = true;
    byId("attach").hidden = true;
    const channel = this.place.id;
    new Invocation(command, {
      store: this.store,
      picker: this.picker,
      send: (body) => this.interactions.command(channel, body),
      leave: (text) => this.#leave(text),
    });
  }

  #leave(text, { focus = true } = {}) {
    byId("invocation").hidden = true;
    byId("invocation").replaceChildren();
    byId("attach").hidden = false;
    this.picker.close();
    this.box.hidden = false;
    this.box.value = text;
    this.#grow();
    if (focus) this.box.focus();
    if (focus && text) this.#input();
  }

  // ------------------------------------------------------------ replies and files

  /** Answer a message; null changes one's mind. */
  reply(message) {
    this.#replyTo = message;
    this.#showExtras();
    if (message) this.box.focus();
  }

  #attach(files) {
    this.#files.push(...files);
    this.#showExtras();
    this.box.focus();
  }

  #showExtras() {
    const reply = this.#replyTo;
    const rows = [];
    if (reply) {
      rows.push(
        h(
          "div",
          { class: "extra" },
          icon("reply"),
          h("span", {}, phrase("Replying to {name}", { name: h("strong", {}, this.store.name(reply.author.id)) })),
          iconButton("close", t("Do not reply"), () => this.reply(null)),
        ),
      );
    }
    for (const file of this.#files) {
      const remove = () => {
        this.#files = this.#files.filter((one) => one !== file);
        this.#showExtras();
      };
      rows.push(
        h(
          "div",
          { class: "extra" },
          icon("file"),
          h("span", {}, file.name),
          iconButton("close", t("Remove {file}", { file: file.name }), remove),
        ),
      );
    }
    byId("extras").replaceChildren(...rows);
    this.#grow();
  }

  async #send() {
    const written = this.box.value.trim();
    const files = this.#files;
    if ((!written && !files.length) || this.box.disabled) return;
    let content = written;
    for (const [name, mention] of [...this.#named].sort((a, b) => b[0].length - a[0].length))
      content = content.replaceAll(name, mention);
    const replyTo = this.#replyTo?.id;
    const channel = this.place.id;
    this.#leave("");
    this.#files = [];
    this.reply(null);
    try {
      const sent = await this.store.api.send(channel, content, {
        replyTo,
        files: await Promise.all(files.map(uploaded)),
      });
      this.store.log.putMissing(sent);
    } catch (error) {
      complain(error.message);
      // What was written is not lost.
      if (this.place.id === channel && !this.box.value) this.#leave(written);
      this.#files = files;
      this.#showExtras();
    }
  }
}
