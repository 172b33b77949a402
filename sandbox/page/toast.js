/** Short messages in the corner: what went wrong, and who calls for the member's attention. */

import { byId, h } from "./dom.js";

const SECONDS = 6;

/** Show something for a while; a click on it may lead somewhere. */
export function toast(content, { onclick = null, kind = "" } = {}) {
  const tag = onclick ? "button" : "div";
  const element = h(tag, { class: `toast ${kind}`, ...(onclick && { type: "button" }) }, content);
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
