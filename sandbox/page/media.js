/** Pictures and files: galleries, thumbnails, attachments, and a picture at full size. */

import { h, icon, iconButton } from "./dom.js";
import { t } from "./language.js";

function isPicture(media) {
  return media.content_type?.startsWith("image/") || (!media.content_type && media.width !== undefined);
}

function picture(media, description, { whole }) {
  const extent = media.width ? { width: media.width, height: media.height } : {};
  const image = h("img", { src: media.url, alt: description ?? "", ...extent, decoding: "async", draggable: "false" });
  const ratio = whole && media.width ? { "--ratio": media.width / media.height } : {};
  // The button lies over the picture instead of around it: what is inside of a button is not read out as a picture.
  const enlarge = h("button", {
    type: "button",
    class: "enlarge",
    "aria-label": t("Enlarge the picture"),
    onclick: () => zoom(media, description),
  });
  const element = h("div", { class: "picture", style: ratio }, image, enlarge);
  image.addEventListener("error", () => element.classList.add("broken"));
  return element;
}

function covered(element, spoiler) {
  if (!spoiler) return element;
  const cover = h(
    "button",
    { type: "button", class: "cover", onclick: () => box.classList.remove("hidden-part") },
    t("Spoiler"),
  );
  const box = h("div", { class: "spoiler-box hidden-part" }, element, cover);
  return box;
}

/** A media gallery: one picture whole, several as a mosaic. */
export function gallery(items) {
  const whole = items.length === 1;
  const pictures = items.map((item) => covered(picture(item.media, item.description, { whole }), item.spoiler));
  return h("div", { class: `gallery count-${Math.min(items.length, 4)}` }, pictures);
}

/** The small picture beside a section. */
export function thumbnail(one) {
  return covered(h("div", { class: "thumbnail" }, picture(one.media, one.description, { whole: true })), one.spoiler);
}

/** A picture of an embed. */
export function embedPicture(media, name) {
  return h("div", { class: name }, picture({ ...media, content_type: "image/" }, null, { whole: true }));
}

function size(bytes) {
  const units = ["bytes", "KB", "MB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < 2) [value, unit] = [value / 1024, unit + 1];
  return `${unit ? value.toFixed(1) : value} ${units[unit]}`;
}

/** A file to download. */
export function fileCard(file) {
  const name = file.filename ?? "file";
  const about = file.size ? h("small", {}, size(file.size)) : null;
  const link = h("a", { href: file.url, download: name, target: "_blank", rel: "noreferrer" }, name);
  const card = h("div", { class: "file" }, icon("file"), h("span", { class: "words" }, link, about));
  return covered(card, file.spoiler);
}

/** The loose attachments of a message: pictures first, then files. */
export function attachments(list) {
  const pictures = list.filter(isPicture);
  const files = list.filter((one) => !isPicture(one));
  const shown = pictures.length ? gallery(pictures.map((one) => ({ media: one, description: one.description }))) : null;
  return [shown, ...files.map(fileCard)];
}

/** A picture over the whole window; a press on it shows it at its true size. */
export function zoom(media, description) {
  const image = h("img", { src: media.url, alt: description ?? "" });
  const stage = h("div", { class: "stage" }, image);
  const dialog = h(
    "dialog",
    { class: "zoom", "aria-label": t("Picture") },
    stage,
    h(
      "div",
      { class: "zoom-tools" },
      h(
        "a",
        {
          class: "icon-button",
          href: media.url,
          target: "_blank",
          rel: "noreferrer",
          "aria-label": t("Open in a new tab"),
          title: t("Open in a new tab"),
        },
        icon("outside"),
      ),
      iconButton("close", t("Close"), () => dialog.close()),
    ),
    description ? h("p", { class: "alt" }, description) : null,
  );
  image.addEventListener("click", (event) => {
    const [x, y] = [event.offsetX / image.clientWidth, event.offsetY / image.clientHeight];
    dialog.classList.toggle("true-size");
    stage.scrollTo(image.clientWidth * x - stage.clientWidth / 2, image.clientHeight * y - stage.clientHeight / 2);
  });
  stage.addEventListener("click", (event) => event.target === stage && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
