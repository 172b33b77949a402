/** Embeds of messages. */

import { h } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { embedPicture } from "./media.js";
import { written } from "./time.js";

function linked(text, url) {
  return url ? h("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text) : h("span", {}, text);
}

function small(url) {
  return url ? h("img", { class: "embed-icon", src: url, alt: "" }) : null;
}

function fields(list, words) {
  if (!list?.length) return null;
  const drawn = list.map((field) =>
    h(
      "div",
      { class: field.inline ? "inline" : "" },
      h("dt", {}, inline(field.name, words)),
      h("dd", {}, markdown(field.value, words)),
    ),
  );
  return h("dl", { class: "embed-fields" }, drawn);
}

/** One embed; `words` is the context of its Markdown. */
export function embed(one, words) {
  const colour = one.color === undefined ? {} : { "--accent": `#${one.color.toString(16).padStart(6, "0")}` };
  const footer = one.footer?.text || one.timestamp;
  return h(
    "div",
    { class: "embed", style: colour },
    one.thumbnail ? embedPicture(one.thumbnail, "embed-thumbnail") : null,
    one.author
      ? h("div", { class: "embed-author" }, small(one.author.icon_url), linked(one.author.name, one.author.url))
      : null,
    one.title ? h("div", { class: "embed-title" }, linked(inline(one.title, words), one.url)) : null,
    one.description ? markdown(one.description, words) : null,
    fields(one.fields, words),
    one.image ? embedPicture(one.image, "embed-image") : null,
    footer
      ? h(
          "div",
          { class: "embed-footer" },
          small(one.footer?.icon_url),
          one.footer?.text,
          one.footer?.text && one.timestamp ? " · " : null,
          one.timestamp ? written(one.timestamp) : null,
        )
      : null,
  );
}
