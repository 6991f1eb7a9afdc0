import edgebloom from "unplugin-edgebloom/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [edgebloom()] });
