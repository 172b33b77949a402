/** The hint of the first visit. */

import { byId, h, iconButton } from "./dom.js";
import { phrase, t } from "./language.js";

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
    t("Open another window as {name}", { name: store.name(other.id) }),
  );
  const values = { command: command && h("kbd", {}, `/${command.title}`), name: store.name(other.id) };
  const how = invites
    ? phrase("Then type {command} here, choose {name}, and press Enter.", values)
    : phrase(command ? "Then type {command} here and press Enter." : "Then write something.", values);
  box.replaceChildren(
    h(
      "div",
      {},
      h(
        "p",
        {},
        h("strong", {}, t("You are {name}.", { name: store.name(me.id) })),
        " ",
        t("This world lives on your own computer; nobody else sees it."),
      ),
      h("p", {}, link, ". ", how),
    ),
    iconButton("close", t("Close the hint"), close),
  );
  box.hidden = false;
  // Whoever goes elsewhere has understood.
  store.on("place", () => box.hidden || close());
}
