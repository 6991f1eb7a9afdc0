// How the reader puts sentences together.

import { t } from "../../lib/i18n.js";
import { cut } from "./input.js";

/** @param {(string | false | undefined | "")[]} all */
export const sentences = (...all) => all.filter((sentence) => sentence).join(t("bringIn.between"));

/** @param {any} error what the package threw, in its own words */
export const detailOf = ({ code, field, offset, message }) =>
  [code && [code, field, ...(offset >= 0 ? [offset] : [])].join(" · "), cut(message, 400)]
    .filter((part) => part)
    .join(": ");
