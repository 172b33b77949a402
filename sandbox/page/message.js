/** One message as an element. */

import { avatar, h, icon, iconButton } from "./dom.js";
import { components } from "./components.js";
import { embed } from "./embeds.js";
import { messageCount, phrase, t } from "./language.js";
import { COMMAND, REPLY } from "./log.js";
import { markdown } from "./markdown.js";
import { attachments } from "./media.js";
import { isThread } from "./store.js";
import { written } from "./time.js";

const LOADING = 128;
const CONTEXT_COMMAND = 23;
const THREAD_STARTER = 21;
const SUMMARY = 120;

/** What Discord writes instead of a message of these types. */
const SYSTEM = {
  1: () => t("added somebody to the thread."),
  2: () => t("removed somebody from the thread."),
  4: (message) => t("changed the name to {name}.", { name: message.content }),
  6: () => t("pinned a message."),
  7: () => t("joined the server."),
  18: (message) => t("started a thread: {name}", { name: message.content }),
};

/**
 * Draws messages. `page` does what they ask for: `words` (Markdown context), `interactions`, `goto(channel id, message
 * id)`, `reply`, `messageMenu`, `userMenu`, `react`, `remove`.
 */
export class Painter {
  constructor(store, page) {
    this.store = store;
    this.page = page;
  }

  /** The list item of a message; `follows` leaves out name and picture, because the same author went before. */
  draw(message, follows) {
    const { store } = this;
    const ephemeral = message.sandbox?.ephemeral;
    const named = message.sandbox?.pinged.includes(store.me.id);
    const classes = ["message", follows && "follows", ephemeral && "ephemeral", named && "names-me"]
      .filter(Boolean)
      .join(" ");
    const item = h("li", { class: classes, id: `message-${message.id}`, dataset: { id: message.id }, tabindex: "-1" });
    if (SYSTEM[message.type]) {
      item.classList.add("system");
      item.append(...this.#system(message));
      return item;
    }
    const name = message.sandbox?.nick ?? store.name(message.author.id);
    const parts = follows
      ? [this.#hour(message)]
      : [this.#source(message), this.#picture(message, name), this.#head(message, name)];
    item.append(...parts.filter(Boolean), h("div", { class: "body" }, this.#body(message)));
    if (!message.local) item.append(this.#tools(message));
    item.addEventListener("contextmenu", (event) => this.#context(event, message));
    return item;
  }

  #context(event, message) {
    // Links, pictures and marked text keep the browser's own menu.
    if (event.target.closest("a, img, input") || String(getSelection())) return;
    event.preventDefault();
    const [item, at] = [event.currentTarget, { x: event.clientX, y: event.clientY }];
    const open = () => this.page.messageMenu(item, message, at);
    // Where the button that is pressed opens the menu, its release would close it again.
    if (event.buttons) addEventListener("mouseup", open, { once: true });
    else open();
  }

  #system(message) {
    const open = message.type === 18 && message.message_reference?.channel_id;
    const words = SYSTEM[message.type](message);
    const text = open
      ? h("button", { type: "button", class: "plain-link", onclick: () => this.page.goto(open) }, words)
      : words;
    return [
      icon("thread"),
      h("p", {}, h("strong", {}, this.store.name(message.author.id)), " ", text, " ", written(message.timestamp)),
    ];
  }

  #hour(message) {
    return h("span", { class: "hour" }, written(message.timestamp, { brief: true }));
  }

  #picture(message, name) {
    const onclick = (event) => this.page.userMenu(event.currentTarget, message.author);
    return h(
      "button",
      { type: "button", class: "picture-button", tabindex: "-1", "aria-hidden": "true", onclick },
      avatar(message.author, name),
    );
  }

  #head(message, name) {
    const tint = this.store.tint(message.author.id);
    const onclick = (event) => this.page.userMenu(event.currentTarget, message.author);
    return h(
      "div",
      { class: "head" },
      h("button", { type: "button", class: "author", style: tint ? { color: tint } : {}, onclick }, name),
      message.author.bot ? h("span", { class: "app" }, "APP") : null,
      written(message.timestamp),
    );
  }

  /** The line above: what this answers, or the command that it comes from. */
  #source(message) {
    const { store, page } = this;
    if (message.interaction && (message.type === COMMAND || message.type === CONTEXT_COMMAND)) {
      const user = message.interaction.user;
      const slash = message.type === COMMAND ? "/" : "";
      return h(
        "div",
        { class: "source" },
        icon("reply"),
        avatar(user, store.name(user.id)),
        phrase("{name} used {command}", {
          name: h("strong", {}, store.name(user.id)),
          command: h("span", { class: "mention" }, `${slash}${message.interaction.name}`),
        }),
      );
    }
    if (message.type !== REPLY) return null;
    const original = message.referenced_message;
    if (!original)
      return h("div", { class: "source" }, icon("reply"), h("em", {}, t("The original message was deleted")));
    const onclick = () => page.goto(original.channel_id, original.id);
    return h(
      "button",
      { type: "button", class: "source", onclick },
      icon("reply"),
      avatar(original.author, store.name(original.author.id)),
      h("strong", {}, store.name(original.author.id)),
      h("span", { class: "summary" }, this.summary(original)),
    );
  }

  /** The first words of a message, in one line. */
  summary(message) {
    const texts = (list) => list.flatMap((one) => (one.type === 10 ? [one.content] : texts(one.components ?? [])));
    const all = [
      message.content,
      ...texts(message.components ?? []),
      ...(message.embeds ?? []).map((one) => one.title ?? one.description),
    ];
    const text = all.find(Boolean);
    if (!text) return t(message.attachments?.length ? "A file" : "A message");
    const drawn = markdown(text, this.page.words);
    const line = [...drawn.children].map((block) => block.textContent).join(" ");
    return line.length > SUMMARY ? `${line.slice(0, SUMMARY)}…` : line;
  }

  #body(message) {
    if (message.type === THREAD_STARTER) return this.#starter(message);
    const { store, page } = this;
    const act = page.interactions;
    const thinking = message.flags & LOADING;
    const text = message.content ? markdown(message.content, page.words) : null;
    if (text && message.edited_timestamp)
      text.lastElementChild?.append(h("small", { class: "edited" }, ` ${t("(edited)")}`));
    return [
      text,
      thinking
        ? h(
            "p",
            { class: "thinking", role: "status" },
            h("span", { class: "dots" }, h("i"), h("i"), h("i")),
            ` ${t("{name} is thinking…", { name: store.name(message.author.id) })}`,
          )
        : null,
      attachments(message.attachments ?? []),
      (message.embeds ?? []).map((one) => embed(one, page.words)),
      components(message.components ?? [], { words: page.words, store, message, act }),
      this.#reactions(message),
      this.#thread(message),
      this.#foot(message),
    ];
  }

  /** In a thread that grew out of a message, that message comes first. */
  #starter(message) {
    const original = message.referenced_message;
    return original
      ? h("div", { class: "starter" }, this.#body({ ...original, thread: null }))
      : h("p", {}, t("The first message is gone."));
  }

  #reactions(message) {
    if (!message.reactions?.length) return null;
    const drawn = message.reactions.map((one) => {
      const label = t(one.me ? "{emoji}: {n}, yours too" : "{emoji}: {n}", { emoji: one.emoji.name, n: one.count });
      const onclick = () => this.page.react(message, one.emoji.name);
      return h(
        "button",
        { type: "button", class: "reaction", "aria-pressed": String(one.me), "aria-label": label, onclick },
        one.emoji.name,
        h("span", {}, String(one.count)),
      );
    });
    return h("div", { class: "reactions" }, drawn);
  }

  #thread(message) {
    const given = message.thread;
    if (!given) return null;
    const thread = this.store.channels.get(given.id) ?? given;
    const count = thread.message_count ?? 0;
    const last = this.store.log.newest(thread.id);
    const text = last
      ? [h("strong", {}, this.store.name(last.author.id)), " ", this.summary(last)]
      : [t("Open the thread")];
    const badge = thread.pings ? h("span", { class: "badge" }, String(thread.pings)) : null;
    return h(
      "button",
      {
        type: "button",
        class: "thread-card",
        dataset: { thread: thread.id },
        onclick: () => this.page.goto(thread.id),
      },
      h(
        "span",
        { class: "thread-head" },
        h("strong", {}, thread.name),
        h("span", { class: "mention" }, messageCount(count)),
        badge,
      ),
      h("span", { class: "thread-last" }, text),
    );
  }

  #foot(message) {
    const notice = this.store.log.notice(message);
    return [
      notice ? h("p", { class: "notice", role: "alert" }, notice) : null,
      message.sandbox?.ephemeral
        ? h(
            "p",
            { class: "only-you" },
            icon("eye"),
            t("Only you can see this"),
            " · ",
            h(
              "button",
              { type: "button", class: "plain-link", onclick: () => this.page.remove(message) },
              t("Dismiss message"),
            ),
          )
        : null,
    ];
  }

  #tools(message) {
    const { page, store } = this;
    const place = store.channels.get(message.channel_id);
    const writable = place?.can_send && !message.sandbox?.ephemeral;
    return h(
      "div",
      { class: "tools" },
      message.sandbox?.ephemeral
        ? null
        : iconButton("face", t("Add a reaction"), (event) => page.reactionMenu(event.currentTarget, message)),
      writable ? iconButton("reply", t("Reply"), () => page.reply(message)) : null,
      iconButton("dots", t("More"), (event) => page.messageMenu(event.currentTarget, message)),
    );
  }
}

/** The name of a place as a heading or a mention shows it. */
export function placeName(channel) {
  return channel.guild === null ? `@${channel.name}` : isThread(channel) ? channel.name : `#${channel.name}`;
}
