import type { UnpluginInstance } from "unplugin";

export interface PluginOptions {
  /** Up to so many bytes, a filter becomes a part of the code; larger ones are fetched. 100,000 by default. */
  inlineLimit?: number;
  /** The folder of built filters: "node_modules/.cache/unplugin-edgebloom" by default. */
  cacheDir?: string;
}

/** The plugin for every bundler of unplugin. */
declare const plugin: UnpluginInstance<PluginOptions | undefined, false>;
export default plugin;
