import plugin from "./index.js";

export default plugin.vite;
