/** The sandbox's human side over HTTP, as one member. */

import { t } from "./language.js";

/** What the sandbox refused, in a sentence. */
export class Refused extends Error {}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/sandbox${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(t("The sandbox does not answer. Is it still running?"));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? t("The sandbox answered {status}", { status: response.status }));
  return answer;
}

/** The controls that belong to nobody: the world, time, trouble. */
export const controls = {
  world: () => call("GET", "/world"),
  get: (path) => call("GET", path),
  post: (path, body) => call("POST", path, body),
  put: (path, body) => call("PUT", path, body),
  patch: (path, body) => call("PATCH", path, body),
  delete: (path) => call("DELETE", path),
};

/** What one member sees and does. */
export class Api {
  constructor(user) {
    this.base = `/members/${encodeURIComponent(user)}`;
  }

  home() {
    return call("GET", this.base);
  }

  /** The conversation with somebody, or with the bot. */
  direct(user) {
    return call("POST", `${this.base}/direct`, { user });
  }

  /** Up to `limit` messages, oldest first, those older than `before` when it is given. */
  messages(channel, { limit = 50, before } = {}) {
    const older = before ? `&before=${before}` : "";
    return call("GET", `${this.#in(channel)}/messages?limit=${limit}${older}`);
  }

  commands(channel) {
    return call("GET", `${this.#in(channel)}/commands`);
  }

  send(channel, content, { replyTo, files = [] } = {}) {
    return call("POST", `${this.#in(channel)}/messages`, { content, reply_to: replyTo, files });
  }

  /** Open a post in a forum; it begins with its title as its message. */
  openPost(forum, name) {
    return call("POST", `${this.#in(forum)}/posts`, { name });
  }

  react(channel, message, emoji) {
    return call("POST", `${this.#in(channel)}/messages/${message}/reactions`, { emoji });
  }

  remove(channel, message) {
    return call("DELETE", `${this.#in(channel)}/messages/${message}`);
  }

  read(channel) {
    return call("POST", `${this.#in(channel)}/read`, {});
  }

  typing(channel) {
    return call("POST", `${this.#in(channel)}/typing`, {});
  }

  join(channel) {
    return call("POST", `${this.#in(channel)}/join`, {});
  }

  leave(channel) {
    return call("POST", `${this.#in(channel)}/leave`, {});
  }

  command(channel, body) {
    return call("POST", `${this.#in(channel)}/command`, body);
  }

  autocomplete(channel, body) {
    return call("POST", `${this.#in(channel)}/autocomplete`, body);
  }

  click(channel, message, customId) {
    return call("POST", `${this.#in(channel)}/click`, { message, custom_id: customId });
  }

  select(channel, message, customId, values) {
    return call("POST", `${this.#in(channel)}/select`, { message, custom_id: customId, values });
  }

  submit(modal, values) {
    return call("POST", `${this.base}/modals/${modal}`, { values });
  }

  #in(channel) {
    return `${this.base}/channels/${channel}`;
  }
}

/** A chosen file in the form in which the sandbox takes it. */
export async function uploaded(file) {
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(new Refused(t("{file} cannot be read", { file: file.name }))));
    reader.readAsDataURL(file);
  });
  return { filename: file.name, base64: address.slice(address.indexOf(",") + 1) };
}
