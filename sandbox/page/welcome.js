/** The hint of the first visit. */

import { byId, h, iconButton } from "./dom.js";

const SEEN = "sandbox-welcomed";
const SECOND = "ben";

/** Say who one is and how to begin; once, for a first visit. */
export async function welcome(store, page) {
  if (localStorage.getItem(SEEN) || store.guilds.length === 0) return;
  const box = byId("welcome");
  const { me } = store;
  const others = store.people().filter((user) => user.id !== me.id && store.guilds[0]?.members.has(user.id));
  const other = others.find((user) => user.username === SECOND) ?? others[0];
  if (!other) return;
  const commands = await page.commands();
  // The first of the bot's commands that one person gives to another.
  const invites = commands.find((one) => one.type === 1 && one.options?.some((option) => option.type === 6));
  const command = invites ?? commands.find((one) => one.type === 1);
  const close = () => {
    localStorage.setItem(SEEN, "yes");
    box.hidden = true;
  };
  const link = h(
    "a",
    { href: `#${other.username}/${store.place?.id ?? ""}`, target: "_blank" },
    `Open another window as ${store.name(other.id)}`,
  );
  const how = command
    ? [
        "Then type ",
        h("kbd", {}, `/${command.title}`),
        invites ? ` here, choose ${store.name(other.id)}, and press Enter.` : " here and press Enter.",
      ]
    : ["Then write something."];
  box.replaceChildren(
    h(
      "div",
      {},
      h(
        "p",
        {},
        h("strong", {}, `You are ${store.name(me.id)}. `),
        "This world lives on your own computer; nobody else sees it.",
      ),
      h("p", {}, link, ". ", how),
    ),
    iconButton("close", "Close the hint", close),
  );
  box.hidden = false;
  // Whoever goes elsewhere has understood.
  store.on("place", () => box.hidden || close());
}
