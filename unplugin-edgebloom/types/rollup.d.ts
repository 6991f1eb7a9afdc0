import type { Plugin } from "rollup";
import type { PluginOptions } from "./index.js";

export default function edgebloom(options?: PluginOptions): Plugin;
