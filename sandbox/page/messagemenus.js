/** The menus of a message: reply, react, apps, copy, delete. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { actions, popover } from "./popover.js";
import { toast } from "./toast.js";

const MESSAGE_COMMAND = 3;
const EMOJI = ["👍", "❤️", "😂", "🎉", "😮", "😢", "🤔", "👀"];

export class MessageMenus {
  constructor(store, page) {
    this.store = store;
    this.page = page;
  }

  async message(anchor, message, at = null) {
    const { store, page } = this;
    const commands = (await page.commands()).filter((one) => one.type === MESSAGE_COMMAND);
    const run = (one) => page.run({ name: one.name, type: MESSAGE_COMMAND, target: message.id });
    const apps = commands.map((one) => ({ label: one.title, onclick: () => run(one) }));
    const hidden = message.sandbox?.ephemeral;
    const place = store.channels.get(message.channel_id);
    actions(
      anchor,
      [
        !hidden && place?.can_send && { label: t("Reply"), drawing: "reply", onclick: () => page.reply(message) },
        !hidden && { label: t("Add a reaction"), drawing: "face", onclick: () => this.reactions(anchor, message) },
        { label: t("Copy the text"), drawing: "file", onclick: () => this.#copy(anchor, message) },
        ...(apps.length ? [t("Apps"), ...apps] : []),
        hidden && { label: t("Dismiss message"), drawing: "close", onclick: () => page.remove(message) },
        !hidden &&
          store.mayDelete(message) && {
            label: t("Delete the message"),
            drawing: "trash",
            danger: true,
            onclick: () => page.remove(message),
          },
      ],
      { label: t("Message"), at },
    );
  }

  async #copy(anchor, message) {
    const texts = (list) => list.flatMap((one) => (one.type === 10 ? [one.content] : texts(one.components ?? [])));
    await navigator.clipboard
      .writeText([message.content, ...texts(message.components ?? [])].filter(Boolean).join("\n"))
      .catch(() => {});
    toast(t("Copied"));
  }

  reactions(anchor, message) {
    const box = popover(anchor, { class: "emoji-menu" });
    const choose = (emoji) => {
      box.close();
      this.page.react(message, emoji);
    };
    box.element.append(
      ...EMOJI.map((emoji) =>
        h(
          "button",
          {
            type: "button",
            class: "emoji-choice",
            "aria-label": t("React with {emoji}", { emoji }),
            onclick: () => choose(emoji),
          },
          emoji,
        ),
      ),
    );
    box.place();
    box.element.firstElementChild.focus();
  }
}
