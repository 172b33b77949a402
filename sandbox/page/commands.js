/** The application's commands in the member's language, and what their options offer. */

import { avatar, icon } from "./dom.js";
import { t } from "./language.js";
import { CATEGORY, isThread } from "./store.js";

const CHAT = 1;
const SUBCOMMAND = 1;
const GROUP = 2;

/** Discord's option types. */
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const ROLE = 8;
export const MENTIONABLE = 9;
export const ATTACHMENT = 11;
const MOST = 25;

function localized(thing, key, locale) {
  return thing[`${key}_localizations`]?.[locale] ?? thing[key];
}

/** All commands that a member may use in a channel, with `title` and `about` in their language. */
export async function usable(api, channel, locale) {
  const found = await api.commands(channel);
  return found.map((one) => ({
    ...one,
    title: localized(one, "name", locale),
    about: localized(one, "description", locale),
  }));
}

/** Slash commands with their subcommands as entries of their own: `{path, words, about, options}`. */
export function invocations(commands, locale) {
  return commands.filter((one) => one.type === CHAT).flatMap((one) => below(one, [], [], locale));
}

function below(level, path, words, locale) {
  const here = [...path, level.name];
  const said = [...words, localized(level, "name", locale)];
  const inside = (level.options ?? []).filter((one) => one.type === SUBCOMMAND || one.type === GROUP);
  if (inside.length) return inside.flatMap((one) => below(one, here, said, locale));
  const options = (level.options ?? []).map((one) => ({
    ...one,
    title: localized(one, "name", locale),
    about: localized(one, "description", locale),
    choices: one.choices?.map((choice) => ({ ...choice, label: localized(choice, "name", locale) })),
  }));
  return [{ path: here.join(" "), words: said.join(" "), about: localized(level, "description", locale), options }];
}

function containing(entries, text) {
  const wanted = text.toLowerCase().replace(/^[@#]/, "");
  const starts = entries.filter((one) => one.label.toLowerCase().startsWith(wanted));
  const others = entries.filter(
    (one) => !starts.includes(one) && `${one.label} ${one.note ?? ""}`.toLowerCase().includes(wanted),
  );
  return [...starts, ...others].slice(0, MOST);
}

/** People of the place that is shown whose name contains the text. */
export function peopleNamed(store, text) {
  const people = store.audience().map((user) => {
    const label = store.name(user.id);
    return { label, note: user.username, value: user.id, picture: avatar(user, label), tag: user.bot ? "APP" : null };
  });
  return containing(people, text);
}

export function channelsNamed(store, text, kinds) {
  const wanted = (one) => (kinds?.length ? kinds.includes(one.type) : one.type !== CATEGORY);
  const channels = [...store.channels.values()].filter(
    (one) => one.guild && one.guild.id === store.place.guild?.id && wanted(one),
  );
  return containing(
    channels.map((one) => ({ label: one.name, value: one.id, picture: icon(isThread(one) ? "thread" : "hash") })),
    text,
  );
}

export function rolesNamed(store, text) {
  const roles = [...(store.place.guild?.roles.values() ?? [])];
  return containing(
    roles.map((one) => ({ label: one.name, value: one.id, picture: icon("people") })),
    text,
  );
}

/** What the page itself knows to offer for an option, or null when only the bot or the member knows. */
export function known(store, option, text) {
  if (option.choices?.length)
    return containing(
      option.choices.map((one) => ({ label: one.label, value: one.value })),
      text,
    );
  switch (option.type) {
    case BOOLEAN:
      return containing(
        [
          { label: t("True"), value: true },
          { label: t("False"), value: false },
        ],
        text,
      );
    case USER:
      return peopleNamed(store, text);
    case CHANNEL:
      return channelsNamed(store, text, option.channel_types);
    case ROLE:
      return rolesNamed(store, text);
    case MENTIONABLE:
      return [...peopleNamed(store, text), ...rolesNamed(store, text)];
    default:
      return null;
  }
}
