/** Discord's Markdown, from text to elements. */

import { h } from "./dom.js";
import { t } from "./language.js";
import { timestamp } from "./time.js";

const FENCE = /```(?:([\w+.-]+)\n)?\n?([\s\S]*?)\n?```/;
const RULES = [
  [/^\\([^\sA-Za-z0-9])/, ([, mark]) => mark],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, ([, , code]) => h("code", {}, code.trim() || code)],
  [/^<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/, ([, seconds, style]) => timestamp(Number(seconds), style)],
  [/^<@!?(\d+)>/, ([, id], context) => context.mention("user", id)],
  [/^<@&(\d+)>/, ([, id], context) => context.mention("role", id)],
  [/^<#(\d+)>/, ([, id], context) => context.mention("channel", id)],
  [/^<\/([^:>]+):(\d+)>/, ([, name], context) => context.mention("command", name)],
  [/^<a?:(\w+):\d+>/, ([, name]) => `:${name}:`],
  [/^@(?:everyone|here)\b/, ([text]) => h("span", { class: "mention" }, text)],
  [
    /^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+["'][^"']*["'])?\)/,
    ([, text, url], context) => link(url, inline(text, context), context),
  ],
  [/^<(https?:\/\/[^\s>]+)>/, ([, url], context) => link(url, [url], context)],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, ([url], context) => link(url, null, context)],
  [/^\*\*\*([\s\S]+?)\*\*\*/, ([, text], context) => h("strong", {}, h("em", {}, inline(text, context)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, ([, text], context) => h("strong", {}, inline(text, context))],
  [/^__([\s\S]+?)__(?!_)/, ([, text], context) => h("u", {}, inline(text, context))],
  [/^\*(?=\S)([\s\S]*?\S)\*(?!\*)/, ([, text], context) => h("em", {}, inline(text, context))],
  [/^_(?=\S)([\s\S]*?\S)_(?!\w)/, ([, text], context) => h("em", {}, inline(text, context))],
  [/^~~([\s\S]+?)~~/, ([, text], context) => h("s", {}, inline(text, context))],
  [/^\|\|([\s\S]+?)\|\|/, ([, text], context) => spoiler(inline(text, context))],
];
// Everything up to here is certainly plain: no mark of Markdown, no start of an address.
const PLAIN = /^(?:[^\\`<@[*_~|h]|\B_(?=\s)|h(?!ttps?:))+/;

/** What names and links of a text lead to; without one, they are plain. */
export const NOWHERE = {
  mention: (kind, id) => h("span", { class: "mention" }, `${kind === "channel" ? "#" : "@"}${id}`),
  follow: () => null,
};

function link(url, text, context) {
  const follow = context.follow(url);
  if (follow) return h("a", { href: url, class: "mention", onclick: follow.onclick }, text ?? follow.text);
  return h("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text ?? url);
}

function spoiler(children) {
  const element = h("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": t("Spoiler, press to show"),
  });
  const show = () => {
    element.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) element.removeAttribute(name);
  };
  element.addEventListener("click", show);
  element.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && show());
  element.append(h("span", {}, children));
  return element;
}

/** The text of one line or paragraph, as nodes. */
export function inline(text, context = NOWHERE) {
  const found = [];
  let plain = "";
  let before = "";
  while (text) {
    const rule = RULES.find(([pattern]) => pattern.test(text));
    const inWord = rule && text[0] === "_" && /\w$/.test(before);
    if (rule && !inWord) {
      const match = rule[0].exec(text);
      if (plain) found.push(plain);
      plain = "";
      found.push(rule[1](match, context));
      before = match[0];
      text = text.slice(match[0].length);
    } else {
      const step = PLAIN.exec(text)?.[0] ?? text[0];
      plain += step;
      before = step;
      text = text.slice(step.length);
    }
  }
  if (plain) found.push(plain);
  return found;
}

const HEADING = /^(#{1,3}) +(\S.*)$/;
const SMALL = /^-# +(\S.*)$/;
const QUOTE = /^> ?(.*)$/;
const BULLET = /^( *)(?:[-*]|(\d+)\.) +(.*)$/;

/** A whole text: headings, quotes, lists, code blocks, small print, paragraphs. */
export function markdown(text, context = NOWHERE) {
  const blocks = [];
  let rest = text;
  for (let match = FENCE.exec(rest); match; match = FENCE.exec(rest)) {
    blocks.push(...lines(rest.slice(0, match.index).replace(/\n$/, ""), context));
    blocks.push(h("pre", { tabindex: "0" }, h("code", {}, match[2])));
    rest = rest.slice(match.index + match[0].length).replace(/^\n/, "");
  }
  blocks.push(...lines(rest, context));
  return h("div", { class: "markdown", dir: "auto" }, blocks);
}

function lines(text, context) {
  if (!text) return [];
  const blocks = [];
  const rows = text.split("\n");
  while (rows.length) blocks.push(block(rows, context));
  return blocks;
}

/** Takes the rows of the next block from `rows`. */
function block(rows, context) {
  const row = rows.shift();
  if (row.startsWith(">>> ")) return h("blockquote", {}, lines([row.slice(4), ...rows.splice(0)].join("\n"), context));
  const quoted = QUOTE.exec(row);
  if (quoted) {
    const inside = [quoted[1]];
    while (rows.length && QUOTE.test(rows[0])) inside.push(QUOTE.exec(rows.shift())[1]);
    return h("blockquote", {}, lines(inside.join("\n"), context));
  }
  const heading = HEADING.exec(row);
  // The page's own headings are h1 and h2; a message's begin below them.
  if (heading) return h(`h${heading[1].length + 2}`, {}, inline(heading[2], context));
  const small = SMALL.exec(row);
  if (small) return h("p", { class: "small" }, inline(small[1], context));
  if (BULLET.test(row)) {
    const ordered = isOrdered(row);
    return list(
      [row, ...taken(rows, (one) => BULLET.test(one) && (one.startsWith("  ") || isOrdered(one) === ordered))],
      context,
    );
  }
  const paragraph = [row, ...taken(rows, (one) => ![HEADING, SMALL, QUOTE, BULLET].some((rule) => rule.test(one)))];
  return h("p", {}, inline(paragraph.join("\n"), context));
}

function isOrdered(row) {
  return BULLET.exec(row)[2] !== undefined;
}

function taken(rows, wanted) {
  const end = rows.findIndex((row) => !wanted(row));
  return rows.splice(0, end < 0 ? rows.length : end);
}

function list(rows, context) {
  const items = rows.map((row) => BULLET.exec(row));
  const [, , number] = items[0];
  const made = h(number ? "ol" : "ul", number ? { start: number } : {});
  for (const [, indent, , text] of items) {
    const deeper = indent.length >= 2 && made.lastElementChild;
    if (deeper) {
      const inner = deeper.querySelector("ul") ?? deeper.appendChild(h("ul"));
      inner.append(h("li", {}, inline(text, context)));
    } else {
      made.append(h("li", {}, inline(text, context)));
    }
  }
  return made;
}
