/** The trouble panel: what can go wrong on the way to Discord and back, on demand. */

import { controls } from "./api.js";
import { byId, h } from "./dom.js";
import { t } from "./language.js";
import { isThread } from "./store.js";
import { setShift } from "./time.js";
import { complain, toast } from "./toast.js";

const HOUR = 3600;
const POSTING = ["SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"];
const DENIED = [...POSTING, "ATTACH_FILES", "CREATE_PUBLIC_THREADS"];

const ANSWERS = [
  ["Next answer 2 s late", { trouble: "slow", seconds: 2 }],
  ["Next answer 5 s late", { trouble: "slow", seconds: 5 }],
  ["Next request fails (500)", { trouble: "error", status: 500 }],
  ["Next 3 requests fail (500)", { trouble: "error", status: 500, times: 3 }],
  ["Done, but answered 500", { trouble: "error_after", status: 500 }],
  ["Next answer is lost", { trouble: "lost" }],
  ["Next request never arrives", { trouble: "dropped" }],
];
const GATEWAY = [
  ["Drop the connection", { action: "drop", code: 4000 }],
  ["Silence the connection", { action: "silence" }],
  ["Ask to reconnect", { action: "reconnect" }],
  ["Session invalid", { action: "invalidate", resumable: false }],
  ["Next 5 events twice", { action: "duplicate", events: 5 }],
];
const TIME = [
  ["+1 minute", 60],
  ["+15 minutes", 900],
  ["+1 hour", HOUR],
  ["+1 day", 24 * HOUR],
  ["+3 days", 72 * HOUR],
];

export class Trouble {
  constructor(store) {
    this.store = store;
    this.panel = byId("trouble");
    byId("trouble-close").addEventListener("click", () => this.toggle(false));
    store.on("place", () => this.#draw());
  }

  toggle(shown = this.panel.hidden) {
    this.panel.hidden = !shown;
    byId("trouble-toggle").setAttribute("aria-expanded", String(shown));
    this.#draw();
    if (shown) byId("trouble-close").focus();
    else byId("trouble-toggle").focus();
  }

  #draw() {
    if (this.panel.hidden || !this.store.place) return;
    byId("trouble-body").replaceChildren(
      this.#group(
        t("The bot’s connection"),
        GATEWAY.map(([label, body]) => this.#button(t(label), () => controls.post("/gateway", body))),
      ),
      this.#group(t("The bot’s requests"), [
        ...ANSWERS.map(([label, body]) => this.#button(t(label), () => controls.post("/faults", body))),
        this.#button(t("No more trouble"), () => controls.delete("/faults")),
      ]),
      this.#group(
        t("Time"),
        TIME.map(([label, seconds]) => this.#button(t(label), () => this.#advance(seconds))),
      ),
      this.#group(t("Here ({place})", { place: this.store.place.name }), this.#here()),
    );
  }

  #group(title, buttons) {
    return h("section", {}, h("h3", {}, title), h("div", { class: "row" }, buttons));
  }

  #button(label, act, style = "secondary") {
    const press = async () => {
      try {
        await act();
        toast(label);
      } catch (error) {
        complain(error.message);
      }
    };
    return h("button", { type: "button", class: `button ${style}`, onclick: press }, label);
  }

  #here() {
    const { place, log } = this.store;
    const gone = (messages) => this.#delete(place, messages.at(-1));
    const mine = (one) => one.author.id === this.store.bot.id && !one.sandbox.ephemeral;
    const base = isThread(place) ? place.parent_id : place.id;
    const permit = (deny) => controls.put(`/channels/${base}/overwrites`, { target: "bot", deny });
    return [
      this.#button(t("Delete the bot’s last message"), () => gone(log.messages(place.id).filter(mine)), "danger"),
      isThread(place)
        ? this.#button(t("Delete this thread"), () => controls.delete(`/channels/${place.id}`), "danger")
        : null,
      isThread(place)
        ? this.#button(t("Archive this thread"), () => controls.patch(`/channels/${place.id}`, { archived: true }))
        : null,
      isThread(place)
        ? this.#button(t("Lock this thread"), () => controls.patch(`/channels/${place.id}`, { locked: true }))
        : null,
      place.guild ? this.#button(t("The bot may not write"), () => permit(POSTING), "danger") : null,
      place.guild ? this.#button(t("… nor attach, nor open threads"), () => permit(DENIED), "danger") : null,
      place.guild ? this.#button(t("The bot sees nothing here"), () => permit(["VIEW_CHANNEL"]), "danger") : null,
      place.guild ? this.#button(t("The bot may do everything again"), () => permit([])) : null,
    ].filter(Boolean);
  }

  async #delete(place, message) {
    if (!message) throw new Error(t("The bot has written nothing here"));
    await controls.delete(`/channels/${place.id}/messages/${message.id}`);
  }

  async #advance(seconds) {
    const { shift } = await controls.post("/clock", { advance: seconds });
    setShift(shift);
  }
}
