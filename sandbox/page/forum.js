/** The posts of a forum: their tags and titles, those with the latest news first. */

import { h } from "./dom.js";
import { messageCount, stateOf, t } from "./language.js";
import { complain } from "./toast.js";
import { createdAt, sinceNow } from "./time.js";

/** The list of the posts of a forum, below a line in which one opens a post. */
export function posts(store, forum, page) {
  const latest = (one) => BigInt(one.last_message_id ?? one.id);
  const found = store.threads(forum).sort((one, other) => (latest(one) < latest(other) ? 1 : -1));
  return [opening(store, forum, page), ...found.map((post) => row(post, forum, page))];
}

function opening(store, forum, page) {
  const hint = t("Title of a new post");
  const title = h("input", { "aria-label": hint, placeholder: hint, maxlength: "100" });
  const onsubmit = async (event) => {
    event.preventDefault();
    if (!title.value.trim()) return;
    try {
      const post = await store.api.openPost(forum.id, title.value.trim());
      page.goto(post.id);
    } catch (error) {
      complain(error.message);
    }
  };
  const button = h("button", { type: "submit", class: "button primary" }, t("Post"));
  return h("li", { class: "post" }, h("form", { onsubmit }, title, button));
}

function row(post, forum, page) {
  const tags = forum.available_tags.filter((tag) => post.applied_tags?.includes(tag.id));
  const state = stateOf(post.thread_metadata);
  const count = messageCount(post.message_count);
  const notes = [count, sinceNow(createdAt(post.last_message_id ?? post.id)), state];
  return h(
    "li",
    { class: "post", dataset: { key: post.id } },
    h(
      "button",
      { type: "button", onclick: () => page.goto(post.id) },
      tags.length
        ? h(
            "div",
            { class: "tags" },
            tags.map((tag) => h("span", { class: "tag" }, tag.name)),
          )
        : null,
      h("strong", {}, post.name),
      h("small", {}, notes.filter(Boolean).join(" · ")),
    ),
  );
}
