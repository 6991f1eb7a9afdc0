// False-positive rates as "1 in N".

import { num, t } from "../../lib/i18n.js";

/** The rates that the panel offers. */
export const RATES = [0.1, 0.01, 0.001, 1e-4, 1e-6];

/** @param {number} rate */
export const oneIn = (rate) => t("list.oneIn", { count: num(Number((1 / rate).toPrecision(2))) });
