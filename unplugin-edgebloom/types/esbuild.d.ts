import type { Plugin } from "esbuild";
import type { PluginOptions } from "./index.js";

export default function edgebloom(options?: PluginOptions): Plugin;
