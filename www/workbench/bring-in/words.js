// Parts of the reader's sentences.

import { t } from "../../lib/i18n.js";
import { cut } from "./input.js";

/** @param {(string | false | undefined | "")[]} all */
export const sentences = (...all) => all.filter((sentence) => sentence).join(t("bringIn.between"));

/** @param {any} error thrown by the package */
export const detailOf = ({ code, field, offset, message }) =>
  [code && [code, field, ...(offset >= 0 ? [offset] : [])].join(" · "), cut(message, 400)]
    .filter((part) => part)
    .join(": ");
