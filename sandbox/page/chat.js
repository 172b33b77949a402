/** The messages of the place that is shown: drawn once each, kept at the lower end, longer when one scrolls up. */

import { byId, h, soon } from "./dom.js";
import { posts } from "./forum.js";
import { t } from "./language.js";
import { FORUM } from "./store.js";
import { day } from "./time.js";

const TOGETHER_MS = 7 * 60_000;
const NEAR = 80;
const MOST_DRAWN = 150;

export class Chat {
  #items = new Map();
  #place = null;
  #stuck = true;
  #from = 0;
  #news = null;

  constructor(store, painter) {
    this.store = store;
    this.painter = painter;
    this.scroller = byId("scroller");
    this.list = byId("messages");
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.scroller.addEventListener("keydown", (event) => this.#walk(event));
    new ResizeObserver(() => this.#stuck && this.#toEnd()).observe(this.list);
    new ResizeObserver(() => this.#stuck && this.#toEnd()).observe(this.scroller);
    byId("to-end").addEventListener("click", () => this.open(this.#place));
    store.on("log", (change) => this.#changed(change));
    document.addEventListener("visibilitychange", () => this.#read());
    addEventListener("focus", () => this.#read());
  }

  /** Show a place from its newest message, or around the message with this id. */
  async open(place, around = null) {
    const news = place.unread;
    this.#place = place;
    this.#stuck = around === null;
    this.#items.clear();
    this.list.replaceChildren(h("li", { class: "waiting", role: "status" }, t("Loading…")));
    await this.store.log.open(place.id);
    if (place !== this.#place) return;
    const messages = this.#messages();
    this.#news = news ? (messages.filter((one) => one.author.id !== this.store.me.id).at(-news)?.id ?? null) : null;
    this.#from = Math.max(0, messages.length - MOST_DRAWN);
    this.#redraw();
    if (this.#stuck) this.#toEnd();
    else await this.#reveal(around);
    this.#read();
  }

  #messages() {
    return this.store.log.messages(this.#place.id);
  }

  async #reveal(id) {
    const { log } = this.store;
    for (let pages = 0; pages < 20 && !log.message(this.#place.id, id) && !log.complete(this.#place.id); pages += 1)
      await log.older(this.#place.id);
    const at = this.#messages().findIndex((one) => one.id === id);
    if (at < 0) return;
    this.#from = Math.min(this.#from, Math.max(0, at - 10));
    this.#redraw();
    const item = this.#items.get(id)?.item;
    item?.scrollIntoView({ block: "center" });
    item?.classList.add("called");
    setTimeout(() => item?.classList.remove("called"), 2000);
  }

  // ------------------------------------------------------------ drawing

  /** Brings the list in line with the log; items that are drawn and unchanged stay as they are. */
  #redraw() {
    if (this.#place.type === FORUM) {
      this.list.replaceChildren(...posts(this.store, this.#place, this.painter.page));
      byId("to-end").hidden = true;
      return;
    }
    const messages = this.#messages();
    if (this.#stuck) this.#from = Math.max(this.#from, messages.length - MOST_DRAWN);
    const shown = messages.slice(this.#from);
    const wanted = [];
    if (this.#from === 0 && this.store.log.complete(this.#place.id)) wanted.push(this.#beginning());
    let previous = null;
    for (const message of shown) {
      const breaks = this.#breaks(message, previous);
      wanted.push(...breaks, this.#item(message, !breaks.length && follows(message, previous)));
      previous = message;
    }
    const kept = new Set(shown.map((one) => one.id));
    for (const id of [...this.#items.keys()]) if (!kept.has(id)) this.#items.delete(id);
    arrange(this.list, wanted);
    byId("to-end").hidden = this.#stuck;
  }

  #item(message, joined) {
    const known = this.#items.get(message.id);
    const notice = this.store.log.notice(message);
    if (known && known.message === message && known.joined === joined && known.notice === notice) return known.item;
    const item = this.painter.draw(message, joined);
    if (known) adopt(known.item, item);
    this.#items.set(message.id, { message, joined, notice, item });
    return item;
  }

  #breaks(message, previous) {
    const found = [];
    const days = previous && day(previous.timestamp) !== day(message.timestamp);
    if (days)
      found.push(
        h(
          "li",
          { class: "divider", role: "separator", dataset: { key: `day-${message.id}` } },
          h("span", {}, day(message.timestamp)),
        ),
      );
    if (message.id === this.#news) {
      const line = { class: "divider new", role: "separator", dataset: { key: "new" } };
      found.push(h("li", line, h("span", {}, t("New"))));
    }
    return found;
  }

  #beginning() {
    const place = this.#place;
    const known = this.list.querySelector(".beginning");
    if (known && known.dataset.place === place.id) return known;
    const name = place.guild ? (place.thread_metadata ? place.name : `#${place.name}`) : place.name;
    const about = place.thread_metadata
      ? t("The thread begins here.")
      : t("This is the beginning of {place}.", { place: name });
    return h(
      "li",
      { class: "beginning", dataset: { place: place.id } },
      h("h2", {}, name),
      h("p", {}, place.topic ?? about),
    );
  }

  #changed({ channel, id, change }) {
    const card = this.#items.get(channel);
    // The preview below a message whose thread has news.
    if (card) card.joined = null;
    if (channel !== this.#place?.id) {
      if (card) this.#refresh();
    } else if (change === "older") {
      this.#lengthen(() => (this.#from = 0));
    } else {
      const fresh = change === "put" && !this.#items.has(id);
      if (fresh && this.#isMine(this.store.log.message(channel, id))) this.#stuck = true;
      this.#refresh();
    }
  }

  #refresh = soon(() => {
    this.#redraw();
    if (this.#stuck) this.#toEnd();
    this.#read();
  });

  /** More messages above, while what is in view stays where it is. */
  #lengthen(change) {
    const height = this.scroller.scrollHeight;
    change();
    this.#redraw();
    this.scroller.scrollTop += this.scroller.scrollHeight - height;
  }

  /** Whether the member wrote a message, or the bot wrote it in answer to them: such a one is worth scrolling to. */
  #isMine(message) {
    const { me } = this.store;
    return message?.author.id === me.id || message?.interaction_metadata?.user.id === me.id;
  }

  /** Threads of the messages that are shown look different now. */
  refreshThreads() {
    for (const known of this.#items.values()) if (known.message.thread) known.joined = null;
    this.#refresh();
  }

  // ------------------------------------------------------------ scrolling and reading

  #toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const stuck = scrollHeight - scrollTop - clientHeight < NEAR;
    if (stuck !== this.#stuck) {
      this.#stuck = stuck;
      byId("to-end").hidden = stuck;
      this.#read();
    }
    if (scrollTop < 400 && !stuck && this.#place) this.#more();
  }

  /** The arrow keys go from message to message. */
  #walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const items = [...this.list.querySelectorAll(".message")];
    const at = items.indexOf(document.activeElement);
    if (!step || (at < 0 && document.activeElement !== this.scroller)) return;
    event.preventDefault();
    (at < 0 ? items.at(-1) : items[at + step])?.focus();
  }

  #more() {
    if (this.#from > 0) {
      this.#lengthen(() => (this.#from = Math.max(0, this.#from - MOST_DRAWN)));
    } else {
      this.store.log.older(this.#place.id);
    }
  }

  #read() {
    if (!this.#place || !this.#stuck || document.hidden || !document.hasFocus()) return;
    const place = this.store.channels.get(this.#place.id);
    if (place) this.store.markRead(place);
  }
}

/** Whether a message is drawn without its author, below the one before. */
function follows(message, previous) {
  if (!previous || previous.author.id !== message.author.id) return false;
  const plain = (one) => one.type === 0 && !one.sandbox?.ephemeral;
  return plain(message) && plain(previous) && new Date(message.timestamp) - new Date(previous.timestamp) < TOGETHER_MS;
}

/** Make `wanted` the children of a list, touching only what differs. */
function arrange(list, wanted) {
  const keep = new Set(wanted);
  for (const child of [...list.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}

/** A redrawn message takes over the pictures that are loaded already, and the focus. */
function adopt(old, fresh) {
  const loaded = new Map([...old.querySelectorAll("img")].map((image) => [image.src, image]));
  for (const image of fresh.querySelectorAll("img")) {
    const same = loaded.get(image.src);
    if (same && same.className === image.className && same.alt === image.alt) image.replaceWith(same);
  }
  if (!old.contains(document.activeElement)) return;
  // The same control, not the one in the same place: a second press of Enter must not confirm what it never saw.
  const id = document.activeElement.dataset.id;
  const same = id ? fresh.querySelector(`[data-id="${CSS.escape(id)}"]`) : null;
  queueMicrotask(() => (same ?? fresh).focus({ preventScroll: true }));
}
