/** The line above the messages: where one is, threads, members, trouble; and what it says when the line is cut. */

import { byId, h, icon, isTight, soon } from "./dom.js";
import { stateOf, t } from "./language.js";
import { actions } from "./popover.js";
import { FORUM, drawingOf, isThread } from "./store.js";
import { createdAt, sinceNow } from "./time.js";
import { complain } from "./toast.js";

export class TopBar {
  constructor(store, page) {
    this.store = store;
    this.page = page;
    store.on("place", () => this.#draw());
    for (const name of ["home", "counts"])
      store.on(
        name,
        soon(() => this.#draw()),
      );
    store.on("typing", () => this.#typing());
    store.on("place", () => this.#typing());
    store.on("link", () => (byId("link-lost").hidden = store.link === "open"));
    byId("drawer-toggle").addEventListener("click", () => this.#drawer(true));
    byId("shade").addEventListener("click", () => this.#drawer(false));
    byId("threads").addEventListener("click", (event) => this.#threads(event.currentTarget));
    byId("people-toggle").addEventListener("click", () => this.#people());
    byId("trouble-toggle").addEventListener("click", () => page.trouble.toggle());
    byId("chat").addEventListener(
      "pointerdown",
      () => document.body.classList.contains("people-open") && this.#people(),
    );
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#drawer(false));
  }

  #drawer(open) {
    const was = document.body.classList.contains("drawer-open");
    document.body.classList.toggle("drawer-open", open);
    byId("drawer-toggle").setAttribute("aria-expanded", String(open));
    if (open) byId("channels").querySelector("[aria-current], button")?.focus();
    else if (was) byId("drawer-toggle").focus();
  }

  #people() {
    const name = isTight() ? "people-open" : "people-closed";
    const on = document.body.classList.toggle(name);
    byId("people-toggle").setAttribute("aria-expanded", String(isTight() ? on : !on));
  }

  #draw() {
    const { place } = this.store;
    if (!place) return;
    const thread = isThread(place);
    const parent =
      thread && place.parent
        ? [
            h(
              "button",
              { type: "button", class: "parent", onclick: () => this.page.goto(place.parent.id) },
              `#${place.parent.name}`,
            ),
            h("span", { class: "arrow" }, "›"),
          ]
        : [];
    byId("where").replaceChildren(
      ...parent,
      icon(drawingOf(place)),
      h("h1", {}, place.name),
      place.topic ? h("p", { class: "topic" }, place.topic) : "",
      thread ? this.#state(place) : "",
    );
    byId("threads").hidden = !place.guild || place.type === FORUM || (thread && !place.parent);
    byId("scroller").setAttribute("aria-label", t("Messages in {place}", { place: place.name }));
    const pings = this.store.pings() - (place.pings ?? 0);
    byId("elsewhere").textContent = pings ? String(pings) : "";
    byId("elsewhere").hidden = !pings;
  }

  #state(thread) {
    const state = stateOf(thread.thread_metadata);
    if (state) return h("span", { class: "tag" }, state);
    return h(
      "button",
      { type: "button", class: "tag", onclick: () => this.#membership(thread) },
      t(thread.joined ? "Leave" : "Join"),
    );
  }

  async #membership(thread) {
    const { api } = this.store;
    try {
      await (thread.joined ? api.leave(thread.id) : api.join(thread.id));
      await this.store.load();
    } catch (error) {
      complain(error.message);
    }
  }

  /** All threads of the channel, the newest first. */
  #threads(anchor) {
    const { place } = this.store;
    const channel = isThread(place) ? place.parent : place;
    const name = `#${channel.name}`;
    const threads = this.store.threads(channel);
    const entries = threads.map((thread) => {
      const last = thread.last_message_id ? sinceNow(createdAt(thread.last_message_id)) : "";
      const words = [
        h("span", {}, thread.name),
        h("small", {}, [last, stateOf(thread.thread_metadata)].filter(Boolean).join(" · ")),
      ];
      return { label: h("span", { class: "words" }, words), onclick: () => this.page.goto(thread.id) };
    });
    actions(
      anchor,
      entries.length
        ? [t("Threads of {channel}", { channel: name }), ...entries]
        : [t("{channel} has no threads yet", { channel: name })],
      { label: t("Threads") },
    );
  }

  #typing() {
    const { place, store } = { place: this.store.place, store: this.store };
    const people = [...(store.typing.get(place?.id)?.keys() ?? [])].map((id) => store.name(id));
    byId("typing").textContent = people.length
      ? t(people.length === 1 ? "{names} is typing…" : "{names} are typing…", {
          names: people.length > 3 ? t("Several people") : people.join(", "),
        })
      : "";
  }
}
