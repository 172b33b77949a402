/** Who is here: the list at the right, the menu of a person, and becoming somebody else. */

import { controls } from "./api.js";
import { avatar, byId, h, icon } from "./dom.js";
import { t } from "./language.js";
import { actions, popover } from "./popover.js";
import { complain } from "./toast.js";

const LANGUAGES = ["en-US", "en-GB", "de", "fr", "vi", "es-ES", "ja", "pl", "pt-BR"];
const USER_COMMAND = 2;

export class People {
  /** `page` has `mention(user)`, `direct(user)`, `install()`, `run(command body)`, `commands()`. */
  constructor(store, page) {
    this.store = store;
    this.page = page;
    for (const name of ["home", "place"]) store.on(name, () => this.#draw());
    byId("me").addEventListener("click", (event) => this.switch(event.currentTarget));
  }

  // ------------------------------------------------------------ the list

  #draw() {
    if (!this.store.place) return;
    const groups = this.#groups();
    byId("people").replaceChildren(
      ...groups.map(([title, users]) =>
        h(
          "section",
          {},
          h("h3", {}, `${title} — ${users.length}`),
          h(
            "ul",
            {},
            users.map((user) => this.#person(user)),
          ),
        ),
      ),
    );
  }

  /** People under their highest role that is shown apart. */
  #groups() {
    const guild = this.store.place.guild;
    const groups = new Map();
    const hoisted = [...(guild?.roles.values() ?? [])]
      .filter((role) => role.hoist)
      .sort((a, b) => b.position - a.position);
    for (const user of this.store.audience()) {
      const roles = guild?.members.get(user.id)?.roles ?? [];
      const title = hoisted.find((role) => roles.includes(role.id))?.name ?? t(user.bot ? "Bots" : "Members");
      groups.set(title, [...(groups.get(title) ?? []), user]);
    }
    return [...groups];
  }

  #person(user) {
    const name = this.store.name(user.id);
    const tint = this.store.tint(user.id);
    const onclick = (event) => this.menu(event.currentTarget, user);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "person", onclick },
        avatar(user, name),
        h("span", { class: "name", style: tint ? { color: tint } : {} }, name),
        user.bot ? h("span", { class: "app" }, "APP") : null,
      ),
    );
  }

  /** What can be done with a person. */
  async menu(anchor, user) {
    const name = this.store.name(user.id);
    const commands = (await this.page.commands()).filter((one) => one.type === USER_COMMAND);
    const apps = commands.map((one) => ({
      label: one.title,
      onclick: () => this.page.run({ name: one.name, type: USER_COMMAND, target: user.id }),
    }));
    const self = user.id === this.store.me.id;
    actions(
      anchor,
      [
        name,
        { label: t("Mention {name}", { name }), drawing: "at", onclick: () => this.page.mention(user) },
        !self && { label: t("Message {name}", { name }), onclick: () => this.page.direct(user) },
        user.id === this.store.bot.id && { label: t("Use this app everywhere"), onclick: () => this.page.install() },
        !user.bot &&
          !self && {
            label: t("Open a window as {name}", { name }),
            drawing: "outside",
            onclick: () => open(this.#address(user)),
          },
        ...(apps.length ? [t("Apps"), ...apps] : []),
      ],
      { label: name },
    );
  }

  // ------------------------------------------------------------ becoming somebody else

  #address(user) {
    return `${location.pathname}#${user.username}${this.store.place ? `/${this.store.place.id}` : ""}`;
  }

  switch(anchor) {
    const box = popover(anchor, { class: "switcher" });
    const rows = this.store.people().map((user) => this.#identity(user, box));
    const name = h("input", {
      type: "text",
      placeholder: t("A new person’s name"),
      "aria-label": t("A new person’s name"),
      maxlength: 32,
      required: true,
    });
    const form = h("form", {}, name, h("button", { type: "submit", class: "button secondary" }, t("Add")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      box.close();
      this.#add(name.value.trim());
    });
    box.element.append(h("p", { class: "heading" }, t("Be somebody else")), h("ul", {}, rows), form, this.#language());
    box.place();
    box.element.querySelector("[aria-current]")?.focus();
  }

  #identity(user, box) {
    const name = this.store.name(user.id, null);
    const current = user.id === this.store.me.id;
    const become = () => {
      box.close();
      location.hash = this.#address(user).split("#")[1];
    };
    const title = t("Open a window as {name}", { name });
    const window = h(
      "a",
      {
        class: "icon-button",
        href: this.#address(user),
        target: "_blank",
        "aria-label": title,
        title,
      },
      icon("outside"),
    );
    const button = h(
      "button",
      { type: "button", class: "person", onclick: become, "aria-current": current ? "true" : null },
      avatar(user, name),
      h("span", { class: "name" }, name),
      current ? h("small", {}, t("you")) : h("small", {}, user.locale ?? ""),
    );
    return h("li", {}, button, current ? null : window);
  }

  async #add(name) {
    try {
      const { id } = await controls.post("/users", { name });
      const guild = this.store.place?.guild ?? this.store.guilds[0];
      await controls.put(`/guilds/${guild.id}/members/${id}`, {});
      await this.store.load();
    } catch (error) {
      complain(error.message);
    }
  }

  #language() {
    const { me } = this.store;
    const choices = [...new Set([me.locale, ...LANGUAGES])].map((one) => h("option", { value: one }, one));
    const choice = h("select", { "aria-label": t("My language") }, choices);
    choice.value = me.locale;
    choice.addEventListener("change", async () => {
      try {
        await controls.patch(`/users/${me.id}`, { locale: choice.value });
        location.reload();
      } catch (error) {
        complain(error.message);
      }
    });
    return h("label", { class: "language" }, h("span", {}, t("My language")), choice);
  }
}
