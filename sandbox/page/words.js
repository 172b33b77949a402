/** What mentions and links in a message's text show, and where they lead. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { placeName } from "./message.js";
import { isThread } from "./store.js";

const MESSAGE_LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/** The context of Markdown for a store's people and places. */
export function words(store, page) {
  function user(id) {
    if (!store.users.has(id)) return h("span", { class: "mention" }, `@${t("somebody")}`);
    const self = id === store.me.id ? "mine" : "";
    const onclick = (event) => page.userMenu(event.currentTarget, store.users.get(id));
    return h("button", { type: "button", class: `mention ${self}`, onclick }, `@${store.name(id)}`);
  }

  function role(id) {
    const found = store.place?.guild?.roles.get(id);
    const mine = store.place?.guild?.members.get(store.me.id)?.roles.includes(id);
    return h("span", { class: `mention ${mine ? "mine" : ""}` }, `@${found?.name ?? t("a role")}`);
  }

  function channel(id) {
    const found = store.channels.get(id);
    const text = !found ? `#${t("a place")}` : isThread(found) ? `› ${found.name}` : placeName(found);
    return h("button", { type: "button", class: "mention", onclick: () => page.goto(id) }, text);
  }

  function command(name) {
    return h("span", { class: "mention" }, `/${name}`);
  }

  /** A link to a message of this world is followed inside the page. */
  function follow(url) {
    const match = MESSAGE_LINK.exec(url);
    if (!match) return null;
    const onclick = (event) => {
      event.preventDefault();
      page.goto(match[1], match[2] ?? null);
    };
    const place = store.channels.get(match[1]);
    const name = place ? placeName(place) : t("a message");
    return { onclick, text: match[2] ? t("{place} › message", { place: name }) : name };
  }

  return { mention: (kind, id) => ({ user, role, channel, command })[kind](id), follow };
}
