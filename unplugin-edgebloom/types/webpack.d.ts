import type { WebpackPluginInstance } from "webpack";
import type { PluginOptions } from "./index.js";

export default function edgebloom(options?: PluginOptions): WebpackPluginInstance;
