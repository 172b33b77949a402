/** Servers, channels and threads at the left, the member below them. */

import { avatar, byId, h, icon, soon } from "./dom.js";
import { t } from "./language.js";
import { CATEGORY, drawingOf, isThread } from "./store.js";
import { written } from "./time.js";

const SHOWN_THREADS = 8;
const ACTIVE = 2; // the status of an event that goes on

function badge(count) {
  return count ? h("span", { class: "badge", "aria-label": t("{n} mentions", { n: count }) }, String(count)) : null;
}

function initials(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0])
    .join("")
    .slice(0, 2);
}

export class Sidebar {
  /** `page` has `goto(channel id)`, `direct()`, `switchMember(anchor)`. */
  constructor(store, page) {
    this.store = store;
    this.page = page;
    store.on("place", () => this.#draw());
    for (const name of ["home", "counts"])
      store.on(
        name,
        soon(() => this.#draw()),
      );
  }

  #draw() {
    if (!this.store.me) return;
    const { key } = document.activeElement.dataset;
    this.#rail();
    this.#channels();
    this.#me();
    // Whoever walks through the list by keyboard stays where they are.
    if (key)
      byId("drawer")
        .querySelector(`[data-key="${CSS.escape(key)}"]`)
        ?.focus({ preventScroll: true });
  }

  // ------------------------------------------------------------ servers

  #rail() {
    const { store } = this;
    const here = store.place?.guild?.id ?? null;
    const direct = [...store.channels.values()].filter((one) => !one.guild);
    const home = this.#server(t("Direct messages"), icon("at"), store.place !== null && here === null, direct, () =>
      this.page.direct(),
    );
    const servers = store.guilds.map((guild) => {
      const open = () => this.page.goto(this.#last(guild));
      return this.#server(guild.name, initials(guild.name), guild.id === here, guild.channels, open);
    });
    byId("rail").replaceChildren(home, h("hr"), ...servers);
  }

  #server(name, face, current, channels, onclick) {
    const pings = channels.reduce((sum, one) => sum + (this.store.channels.get(one.id)?.pings ?? 0), 0);
    const unread = channels.some((one) => one.unread);
    const news = pings ? t("{n} mentions", { n: pings }) : unread ? t("unread") : null;
    const label = [name, news].filter(Boolean).join(", ");
    const state = { "aria-current": current ? "true" : null, "aria-label": label, title: name, dataset: { key: name } };
    return h(
      "button",
      { type: "button", class: `server ${unread ? "unread" : ""}`, onclick, ...state },
      h("span", { class: "face" }, face),
      badge(pings),
    );
  }

  /** Where one was last in a server; its first channel at the beginning. */
  #last(guild) {
    const remembered = sessionStorage.getItem(`place-${this.store.me.id}-${guild.id}`);
    if (this.store.channels.has(remembered)) return remembered;
    return this.store.arranged(guild).flatMap((group) => group.channels)[0]?.id;
  }

  // ------------------------------------------------------------ channels

  #channels() {
    const { store } = this;
    const guild = store.place?.guild;
    byId("server-name").textContent = guild?.name ?? t("Direct messages");
    const list = byId("channels");
    const top = list.scrollTop;
    if (!guild) {
      const direct = [...store.channels.values()].filter((one) => !one.guild);
      list.replaceChildren(
        h(
          "ul",
          {},
          direct.map((one) => this.#channel(one)),
        ),
      );
    } else {
      list.replaceChildren(
        ...this.#events(guild),
        ...store
          .arranged(guild)
          .filter((group) => group.category || group.channels.length)
          .map((group) => this.#group(group)),
      );
    }
    list.scrollTop = top;
  }

  /** What the server has planned, and what goes on. */
  #events(guild) {
    if (!guild.events.length) return [];
    const rows = guild.events.map((one) => {
      const when = one.status === ACTIVE ? "now" : written(one.scheduled_start_time);
      const where = { href: one.entity_metadata.location, title: one.description };
      return h("li", { class: "event" }, h("a", where, h("strong", {}, one.name), h("small", {}, when)));
    });
    return [h("section", { "aria-label": t("Events") }, h("h3", {}, t("Events")), h("ul", {}, rows))];
  }

  #group({ category, channels }) {
    const rows = channels.map((one) => [this.#channel(one), ...this.#threads(one)]);
    return h("section", {}, category ? h("h3", {}, category.name) : null, h("ul", {}, rows));
  }

  #threads(channel) {
    const shown = this.store.threads(channel).filter((one) => {
      const mine = one.joined || one.pings || one.id === this.store.place?.id;
      return mine && (!one.thread_metadata.archived || one.id === this.store.place?.id);
    });
    return shown.slice(0, SHOWN_THREADS).map((one) => this.#channel(one));
  }

  #channel(channel) {
    const current = channel.id === this.store.place?.id;
    const drawing = drawingOf(channel);
    const classes = ["channel", isThread(channel) && "of-thread", channel.unread && "unread"].filter(Boolean).join(" ");
    const state = { "aria-current": current ? "page" : null };
    if (channel.type === CATEGORY) return null;
    const onclick = () => this.page.goto(channel.id);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: classes, onclick, ...state, dataset: { key: channel.id } },
        icon(drawing),
        h("span", { class: "name" }, channel.name),
        channel.unread ? h("span", { class: "hidden" }, t("unread")) : null,
        badge(channel.pings),
      ),
    );
  }

  // ------------------------------------------------------------ the member

  #me() {
    const { me } = this.store;
    const name = this.store.name(me.id);
    const words = h("span", { class: "words" }, h("strong", {}, name), h("small", {}, t("switch or open another")));
    byId("me").replaceChildren(avatar(me, name), words, icon("people"));
    byId("me").setAttribute("aria-label", t("You are {name}. Switch member", { name }));
  }
}
