/** Puts the page together, and goes where the address says: `#member/channel/message`. */

import { Api, controls } from "./api.js";
import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { byId, h, isNarrow } from "./dom.js";
import { Interactions } from "./interactions.js";
import { t } from "./language.js";
import { Painter } from "./message.js";
import { MessageMenus } from "./messagemenus.js";
import { People } from "./people.js";
import { Picker } from "./picker.js";
import { Sidebar } from "./sidebar.js";
import { DIRECT, Store } from "./store.js";
import { Stream } from "./stream.js";
import { complain, settle, toast } from "./toast.js";
import { TopBar } from "./topbar.js";
import { Trouble } from "./trouble.js";
import { welcome } from "./welcome.js";
import { words } from "./words.js";

const FIRST = "ana";

function address() {
  const [member = "", place = null, message = null] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { member: member || FIRST, place, message };
}

class Page {
  constructor(member) {
    this.member = member;
    this.store = new Store(new Api(member));
    this.interactions = new Interactions(this.store);
    this.words = words(this.store, this);
    this.composer = new Composer(this.store, this.interactions, new Picker());
    this.menus = new MessageMenus(this.store, this);
    this.chat = new Chat(this.store, new Painter(this.store, this));
    this.people = new People(this.store, this);
    this.trouble = new Trouble(this.store);
    new Sidebar(this.store, this);
    new TopBar(this.store, this);
  }

  async start() {
    // The stream first: what happens between the first look and its opening would be missed.
    this.stream = new Stream(
      this.member,
      (event, data) => this.store.hear(event, data),
      (state) => this.store.connected(state),
    );
    await this.stream.tried;
    await this.store.load();
    this.store.on("place", () => this.#enter());
    this.store.on("ping", ({ message }) => this.#pinged(message));
    this.store.on("home", () => this.#stay());
    this.store.on("counts", () => this.#title());
    await this.follow();
    welcome(this.store, this);
  }

  // ------------------------------------------------------------ where one is

  /** Go where the address says, or to a place to begin. */
  async follow() {
    const { place, message } = address();
    const games = this.store.guilds[0]?.channels.find((one) => one.name === "games");
    const fallback = games ?? [...this.store.channels.values()].find((one) => one.can_send);
    const found = (place && (await this.store.find(place))) || fallback;
    if (!found) return complain(t("There is no channel for you here."));
    this.around = message;
    this.store.show(found);
  }

  /** Go to a channel, a thread, or a message in it. */
  goto(channel, message = null) {
    if (!channel) return;
    document.body.classList.remove("drawer-open");
    const wanted = `#${[this.member, channel, message].filter(Boolean).join("/")}`;
    if (location.hash === wanted) this.follow();
    else location.hash = wanted;
  }

  /** Go to the conversation with somebody; without a name to the first there is, or to that with the bot. */
  async direct(user = null) {
    const wanted = (one) => !user || (one.type === DIRECT && one.recipients[0].id === user.id);
    const known = [...this.store.channels.values()].find((one) => !one.guild && wanted(one));
    try {
      this.goto((known ?? (await this.store.api.direct(user?.id))).id);
    } catch (error) {
      complain(error.message);
    }
  }

  /** Install the bot's app for oneself. */
  async install() {
    try {
      await controls.patch(`/users/${this.store.me.id}`, { installed: true });
      toast(t("You can use its commands everywhere now, in messages to others too."));
    } catch (error) {
      complain(error.message);
    }
  }

  async #enter() {
    const { place } = this.store;
    if (place.guild) sessionStorage.setItem(`place-${this.store.me.id}-${place.guild.id}`, place.id);
    const wanted = `#${this.member}/${place.id}`;
    if (!location.hash.startsWith(wanted)) history.replaceState(null, "", wanted);
    this.composer.enter(place);
    settle(place.id);
    this.#title();
    const around = this.around;
    this.around = null;
    try {
      await this.chat.open(place, around);
    } catch (error) {
      byId("messages").replaceChildren(h("li", { class: "waiting" }, error.message));
    }
    if (!isNarrow() && !document.querySelector("dialog[open]")) byId("text").focus();
  }

  /** Places changed: the one that is shown may look different, or be gone. */
  #stay() {
    const { place } = this.store;
    if (!place) return;
    const fresh = this.store.channels.get(place.id);
    if (!fresh) {
      toast(t("{place} is gone", { place: place.name }));
      this.goto(
        this.store.channels.get(place.parent_id)?.id ??
          [...this.store.channels.values()].find((one) => one.can_send)?.id,
      );
      return;
    }
    this.store.place = fresh;
    this.composer.enter(fresh);
    this.chat.refreshThreads();
  }

  #title() {
    const pings = this.store.pings();
    const place = this.store.place;
    document.title = `${pings ? `(${pings}) ` : ""}${place ? place.name : "Sandbox"} · ${this.store.me?.global_name ?? ""}`;
  }

  #pinged(message) {
    const { store } = this;
    if (message.channel_id === store.place?.id && !document.hidden) return;
    const channel = store.channels.get(message.channel_id);
    const where = { name: store.name(message.author.id), place: channel?.name ?? t("a thread") };
    const content = [
      h("strong", {}, t("{name} in {place}", where)),
      h("span", {}, this.chat.painter.summary(message)),
    ];
    toast(content, { kind: "ping", about: message.channel_id, onclick: () => this.goto(message.channel_id) });
  }

  // ------------------------------------------------------------ what the parts ask for

  commands() {
    return this.composer.commands();
  }

  run(body) {
    return this.interactions.command(this.store.place.id, body);
  }

  mention(user) {
    this.composer.mention(user);
  }

  reply(message) {
    this.composer.reply(message);
  }

  userMenu(anchor, user) {
    this.people.menu(anchor, user);
  }

  messageMenu(anchor, message, at) {
    this.menus.message(anchor, message, at);
  }

  reactionMenu(anchor, message) {
    this.menus.reactions(anchor, message);
  }

  react(message, emoji) {
    this.store.api.react(message.channel_id, message.id, emoji).catch((error) => complain(error.message));
  }

  remove(message) {
    if (message.local) this.store.log.drop(message.channel_id, [message.id]);
    else this.store.api.remove(message.channel_id, message.id).catch((error) => complain(error.message));
  }
}

let page = null;

async function begin() {
  page = new Page(address().member);
  try {
    await page.start();
  } catch (error) {
    await excuse(error);
  }
}

/** Nobody is called what the address says, or the sandbox is gone: say so, and offer a way on. */
async function excuse(error) {
  const onclick = () => location.reload();
  const again = h("button", { type: "button", class: "button primary", onclick }, t("Try again"));
  const world = await controls.world().catch(() => ({ users: [] }));
  const people = world.users.filter((user) => !user.bot);
  const link = (user) => h("a", { href: `#${user.username}` }, t("Be {name}", { name: user.global_name }));
  const links = people.map((user) => h("li", {}, link(user)));
  byId("messages").replaceChildren(h("li", { class: "waiting" }, h("p", {}, error.message), h("ul", {}, links), again));
}

addEventListener("hashchange", () => {
  // Another member is another page: nothing of the first one's may be left.
  if (address().member === page.member) page.follow();
  else location.reload();
});
begin();
