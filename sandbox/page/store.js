/** What the page knows: people, servers, channels, what is unread. Tells its listeners when something changes. */

import { controls } from "./api.js";
import { speak } from "./language.js";
import { Log } from "./log.js";
import { setLanguage, setShift } from "./time.js";

/** Discord's channel types. */
export const TEXT = 0;
export const DIRECT = 1;
export const VOICE = 2;
export const CATEGORY = 4;
export const ANNOUNCEMENT = 5;
export const FORUM = 15;
const THREADS = new Set([10, 11, 12]);
const THREAD_STARTER = 21;
const MANAGE_MESSAGES = 1n << 13n;
const TYPING_SECONDS = 10;
const STRUCTURE = /^(CHANNEL|THREAD|GUILD)_/;

export function isThread(channel) {
  return THREADS.has(channel.type);
}

/** The name of the drawing that stands for a kind of place. */
export function drawingOf(channel) {
  if (isThread(channel)) return "thread";
  if (channel.type === VOICE) return "speaker";
  if (channel.type === FORUM) return "forum";
  return channel.guild ? "hash" : "at";
}

/** What a conversation is called: by the others in it. */
function names(recipients) {
  return recipients.map((one) => one.global_name ?? one.username).join(", ");
}

/** Snowflakes in the order of their time. */
export function byAge(one, other) {
  const [a, b] = [BigInt(one.id), BigInt(other.id)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Events: `home` (people and places changed), `counts` (unread marks), `place` (another channel is shown),
 * `log` (messages of a channel: `detail` says which), `typing`, `ping` (a message that names the member), `link`.
 */
export class Store extends EventTarget {
  me = null;
  bot = null;
  users = new Map();
  guilds = [];
  channels = new Map();
  place = null;
  typing = new Map();
  link = "open";
  #reload = null;

  constructor(api) {
    super();
    this.api = api;
    this.log = new Log(api, (channel, detail) => this.#say("log", { channel, ...detail }));
  }

  #say(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  on(name, listener) {
    this.addEventListener(name, (event) => listener(event.detail));
  }

  // ------------------------------------------------------------ people and places

  async load() {
    const [home, world] = await Promise.all([this.api.home(), controls.world()]);
    setShift(world.clock.shift);
    this.me = home.user;
    setLanguage(this.me.locale);
    speak(this.me.locale);
    this.bot = world.bot;
    this.users = new Map(world.users.map((user) => [user.id, user]));
    this.guilds = home.guilds.map((guild) => this.#guild(guild));
    this.direct = home.direct;
    this.channels = new Map();
    for (const guild of this.guilds) for (const channel of guild.channels) this.channels.set(channel.id, channel);
    for (const channel of home.direct)
      this.channels.set(channel.id, { ...channel, guild: null, name: names(channel.recipients) });
    for (const channel of this.channels.values())
      if (isThread(channel)) channel.parent = this.channels.get(channel.parent_id);
    this.#say("home");
    this.#say("counts");
  }

  #guild(body) {
    const guild = { ...body };
    guild.roles = new Map(body.roles.map((role) => [role.id, role]));
    guild.members = new Map(body.members.map((member) => [member.user.id, member]));
    guild.channels = body.channels.map((channel) => ({ ...channel, guild }));
    return guild;
  }

  /** Ask again, once for a burst of events. */
  reload() {
    this.#reload ??= setTimeout(async () => {
      this.#reload = null;
      await this.load().catch(() => {});
    }, 60);
  }

  /** The channel with this id, a fresh thread included. */
  async find(id) {
    if (!this.channels.has(id)) await this.load();
    return this.channels.get(id) ?? null;
  }

  show(channel) {
    this.place = channel;
    this.#say("place");
  }

  /** The channels of a server in the order of the list: each category's after it, those without one first. */
  arranged(guild) {
    const plain = guild.channels.filter((channel) => !isThread(channel));
    const order = (one, other) =>
      (one.type === VOICE) - (other.type === VOICE) || one.position - other.position || byAge(one, other);
    const under = (id) => plain.filter((one) => one.type !== CATEGORY && (one.parent_id ?? null) === id).sort(order);
    const categories = plain.filter((one) => one.type === CATEGORY).sort(order);
    return [
      { category: null, channels: under(null) },
      ...categories.map((one) => ({ category: one, channels: under(one.id) })),
    ];
  }

  /** The threads of a channel, the newest first. */
  threads(channel) {
    const found = [...this.channels.values()].filter((one) => isThread(one) && one.parent_id === channel.id);
    return found.sort(byAge).reverse();
  }

  // ------------------------------------------------------------ names

  name(id, guild = this.place?.guild) {
    const user = this.users.get(id);
    return guild?.members.get(id)?.nick ?? user?.global_name ?? user?.username ?? "somebody";
  }

  /** The colour of a member's name: that of their highest coloured role, as `#rrggbb`, or null. */
  tint(id, guild = this.place?.guild) {
    const roles = (guild?.members.get(id)?.roles ?? []).map((role) => guild.roles.get(role));
    const coloured = roles.filter((role) => role?.color).sort((a, b) => b.position - a.position);
    return coloured.length ? `#${coloured[0].color.toString(16).padStart(6, "0")}` : null;
  }

  people() {
    return [...this.users.values()].filter((user) => !user.bot);
  }

  /** Who sees the place that is shown: the members of its server, or those who talk. */
  audience() {
    const guild = this.place?.guild;
    return guild
      ? [...guild.members.values()].map((member) => this.users.get(member.user.id) ?? member.user)
      : [this.me, ...(this.place?.recipients ?? [])];
  }

  mayDelete(message) {
    const allowed = BigInt(this.channels.get(message.channel_id)?.permissions ?? 0);
    return message.author.id === this.me.id || Boolean(allowed & MANAGE_MESSAGES);
  }

  // ------------------------------------------------------------ events

  hear(event, data) {
    // Before the first look there is nothing to change; the look may have been taken a moment ago, though.
    if (!this.me) this.reload();
    else if (event === "MESSAGE_CREATE") this.#arrived(data);
    else if (event === "MESSAGE_UPDATE") this.log.put(data);
    else if (event === "MESSAGE_DELETE") this.log.drop(data.channel_id, [data.id]);
    else if (event === "MESSAGE_DELETE_BULK") this.log.drop(data.channel_id, data.ids);
    else if (event.startsWith("MESSAGE_REACTION")) this.log.refresh(data.channel_id, data.message_id);
    else if (event === "TYPING_START") this.#types(data);
    else if (event === "UNREAD") this.count(data.channel_id, data.unread, data.pings);
    else if (STRUCTURE.test(event)) this.reload();
  }

  #arrived(message) {
    const channel = this.channels.get(message.channel_id);
    if (!channel) this.reload();
    else if (!message.sandbox.ephemeral) this.#counted(channel, message);
    this.typing.get(message.channel_id)?.delete(message.author.id);
    this.#say("typing");
    this.log.put(message);
    if (message.sandbox?.pinged.includes(this.me.id)) this.#say("ping", { message });
  }

  #counted(channel, message) {
    channel.last_message_id = message.id;
    // The line that stands for the message from which a thread grew is none of its messages.
    if ("message_count" in channel && message.type !== THREAD_STARTER) channel.message_count += 1;
  }

  #types({ channel_id: channel, user_id: user }) {
    if (user === this.me.id) return;
    if (!this.typing.has(channel)) this.typing.set(channel, new Map());
    const people = this.typing.get(channel);
    clearTimeout(people.get(user));
    people.set(
      user,
      setTimeout(() => people.delete(user) && this.#say("typing"), TYPING_SECONDS * 1000),
    );
    this.#say("typing");
  }

  // ------------------------------------------------------------ unread marks

  count(id, unread, pings) {
    const channel = this.channels.get(id);
    if (!channel) return;
    channel.unread = unread;
    channel.pings = pings;
    this.#say("counts");
  }

  markRead(channel) {
    if (!channel.unread && !channel.pings) return;
    this.count(channel.id, 0, 0);
    this.api.read(channel.id).catch(() => {});
  }

  pings() {
    return [...this.channels.values()].reduce((sum, channel) => sum + (channel.pings ?? 0), 0);
  }

  // ------------------------------------------------------------ the connection

  /** The stream opened or was lost; after a loss everything may have changed. */
  async connected(state) {
    const returned = state === "open" && this.link === "lost";
    this.link = state;
    this.#say("link");
    if (!returned) return;
    this.log.forget();
    await this.load().catch(() => {});
    const place = this.place && this.channels.get(this.place.id);
    if (place) this.show(place);
  }
}
