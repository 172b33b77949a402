/** The messages that the page has seen, channel by channel, and the notices that stand below them. */

import { t } from "./language.js";

const PAGE = 50;
const PEEKED = 10;
const EPHEMERAL = 64;

/** Discord's message types that the page words by itself. */
export const REPLY = 19;
export const COMMAND = 20;

/** Put a message in its place by age; false for one older than all that are here. */
function insert(log, message) {
  const last = [...log.messages.keys()].at(-1);
  if (log.messages.has(message.id) || !last || BigInt(message.id) > BigInt(last)) {
    log.messages.set(message.id, message);
    return true;
  }
  const first = log.messages.keys().next().value;
  if (BigInt(message.id) < BigInt(first) && !log.complete) return false;
  const sorted = [...log.messages.values(), message].sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  log.messages = new Map(sorted.map((one) => [one.id, one]));
  return true;
}

export class Log {
  #channels = new Map();
  #notices = new Map();
  #newest = new Map();

  /** `tell(channel id, {id, change})` hears of each change: `put`, `drop`, `notice`, `older`, `newest`. */
  constructor(api, tell) {
    this.api = api;
    this.tell = tell;
  }

  #of(channel) {
    return this.#channels.get(channel);
  }

  /** The messages of a channel, oldest first. */
  messages(channel) {
    return [...(this.#of(channel)?.messages.values() ?? [])];
  }

  message(channel, id) {
    return this.#of(channel)?.messages.get(id) ?? null;
  }

  /** Whether everything up to the first message is here. */
  complete(channel) {
    return this.#of(channel)?.complete ?? false;
  }

  /** The newest messages, asked for when they are not here yet. */
  async open(channel) {
    const known = this.#of(channel);
    if (known) return known.loading;
    const log = { messages: new Map(), complete: false, loading: null, missed: [] };
    this.#channels.set(channel, log);
    log.loading = this.#load(channel, log);
    return log.loading;
  }

  async #load(channel, log) {
    try {
      const found = await this.api.messages(channel, { limit: PAGE });
      // What the stream brought while the answer was on its way is newer.
      const news = log.messages;
      log.messages = new Map(found.map((message) => [message.id, message]));
      log.complete = found.length < PAGE;
      for (const message of news.values()) insert(log, message);
      for (const id of log.missed) log.messages.delete(id);
    } catch (error) {
      this.#channels.delete(channel);
      throw error;
    }
  }

  /** The page before the oldest message that is here. */
  async older(channel) {
    const log = this.#of(channel);
    const first = log?.messages.keys().next().value;
    if (!log || log.complete || log.fetching || !first) return;
    log.fetching = true;
    try {
      const found = await this.api.messages(channel, { limit: PAGE, before: first });
      log.messages = new Map([...found.map((message) => [message.id, message]), ...log.messages]);
      log.complete = found.length < PAGE;
      this.tell(channel, { change: "older" });
    } finally {
      log.fetching = false;
    }
  }

  /** A new message, or a new version of one; of those older than what is here only a page can tell. */
  put(message) {
    const newest = this.#newest.get(message.channel_id);
    if (newest && !message.sandbox.ephemeral && BigInt(message.id) >= BigInt(newest.id))
      this.#newest.set(message.channel_id, message);
    const log = this.#of(message.channel_id);
    if (log && !insert(log, message)) return;
    this.#notices.delete(message.id);
    this.tell(message.channel_id, { change: "put", id: message.id });
  }

  /** What an interaction answered with, should the stream not have brought it, or something newer, already. */
  putMissing(message) {
    const log = this.#of(message.channel_id);
    if (log && !log.messages.has(message.id) && !log.missed.includes(message.id)) this.put(message);
  }

  drop(channel, ids) {
    if (ids.includes(this.#newest.get(channel)?.id)) this.#newest.delete(channel);
    const log = this.#of(channel);
    if (!log) return;
    log.missed.push(...ids);
    for (const id of ids) if (log.messages.delete(id)) this.tell(channel, { change: "drop", id });
  }

  /** Ask for one message again. */
  async refresh(channel, id) {
    if (!this.message(channel, id)) return;
    const found = await this.api.messages(channel, { limit: 1, before: String(BigInt(id) + 1n) }).catch(() => []);
    if (found[0]?.id === id) this.put(found[0]);
  }

  /** The newest message of a channel that is not shown; null while it is being asked for. */
  newest(channel) {
    if (!this.#newest.has(channel)) {
      this.#newest.set(channel, null);
      this.#peek(channel);
    }
    return this.#newest.get(channel);
  }

  async #peek(channel) {
    const page = await this.api.messages(channel, { limit: PEEKED }).catch(() => []);
    const found = page.findLast((message) => !message.sandbox.ephemeral);
    if (!found) return;
    const known = this.#newest.get(channel);
    if (!known || BigInt(known.id) < BigInt(found.id)) this.#newest.set(channel, found);
    this.tell(channel, { change: "newest" });
  }

  /** Forget everything; what is shown is asked for again. */
  forget() {
    this.#channels.clear();
    this.#newest.clear();
    this.#notices.clear();
  }

  // ------------------------------------------------------------ what only this page knows

  notice(message) {
    return this.#notices.get(message.id) ?? null;
  }

  /** A sentence below a message, until the message changes; null takes it away. */
  note(message, sentence) {
    if (sentence === null && !this.#notices.delete(message.id)) return;
    if (sentence !== null) this.#notices.set(message.id, sentence);
    this.tell(message.channel_id, { change: "notice", id: message.id });
  }

  /** A line of the page's own at the end of a channel: a command that was not answered. */
  unanswered(channel, bot, me, command) {
    const last = this.messages(channel).at(-1);
    const id = String(BigInt(last?.id ?? 0) + 1n);
    this.put({
      id,
      channel_id: channel,
      type: COMMAND,
      author: bot,
      content: "",
      timestamp: new Date().toISOString(),
      flags: EPHEMERAL,
      interaction: { name: command, user: me },
      components: [],
      embeds: [],
      attachments: [],
      local: true,
      sandbox: { ephemeral: true, pinged: [], nick: null },
    });
    this.note(this.message(channel, id), t("The application did not respond"));
  }
}
