/** Short messages in the corner: what went wrong, and who calls for the member's attention. */

import { byId, h } from "./dom.js";

const SECONDS = 6;

/** Show something for a while; a click on it may lead somewhere. `about` is the channel that `settle` is called for. */
export function toast(content, { onclick = null, kind = "", about = "" } = {}) {
  const tag = onclick ? "button" : "div";
  const element = h(tag, { class: `toast ${kind}`, dataset: { about }, ...(onclick && { type: "button" }) }, content);
  const gone = () => element.remove();
  element.addEventListener("click", () => {
    gone();
    onclick?.();
  });
  byId("toasts").append(element);
  setTimeout(gone, SECONDS * 1000);
}

/** Something that did not work, in a sentence. */
export function complain(sentence) {
  toast(sentence, { kind: "problem" });
}

/** What called for attention in a channel has got it. */
export function settle(channel) {
  for (const element of byId("toasts").querySelectorAll(`[data-about="${channel}"]`)) element.remove();
}
