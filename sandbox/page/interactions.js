/** What the member does with the bot's controls, and what becomes of it. */

import { t } from "./language.js";
import { openModal } from "./modal.js";
import { complain } from "./toast.js";

/** Acts for one member; the pages' controls call it. */
export class Interactions {
  constructor(store) {
    this.store = store;
    this.api = store.api;
  }

  click(message, component) {
    return this.#use(message, () => this.api.click(message.channel_id, message.id, component.custom_id));
  }

  select(message, component, values) {
    return this.#use(message, () => this.api.select(message.channel_id, message.id, component.custom_id, values));
  }

  /** Uses a component of a message; a failure is written below the message. */
  async #use(message, act) {
    const { log } = this.store;
    log.note(message, null);
    try {
      const outcome = await act();
      if (outcome.failed) log.note(message, t("This interaction failed"));
      else this.#follow(outcome);
    } catch (error) {
      log.note(message, error.message);
    }
  }

  /** Runs a command; resolves to whether it was sent at all. */
  async command(channel, body) {
    try {
      const outcome = await this.api.command(channel, body);
      if (outcome.failed) this.store.log.unanswered(channel, this.store.bot, this.store.me, body.name);
      else this.#follow(outcome);
      return true;
    } catch (error) {
      complain(error.message);
      return false;
    }
  }

  /** A modal is filled in; null is success, otherwise the sentence to show in it. */
  async submit(modal, values) {
    try {
      const outcome = await this.api.submit(modal.id, values);
      if (outcome.failed) return t("Something went wrong. Try again.");
      this.#follow(outcome);
      return null;
    } catch (error) {
      return error.message;
    }
  }

  #follow(outcome) {
    if (outcome.message) this.store.log.putMissing(outcome.message);
    if (outcome.modal) openModal(outcome.modal, this.store, (values) => this.submit(outcome.modal, values));
  }
}
