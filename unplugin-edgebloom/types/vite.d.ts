import type { Plugin } from "vite";
import type { PluginOptions } from "./index.js";

export default function edgebloom(options?: PluginOptions): Plugin;
