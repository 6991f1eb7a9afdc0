// What the language menu leads to: the same page, or the first page if the other language lacks it. VitePress itself offers one
// of the two for all pages. config.mjs puts this in the place of VitePress's module.

import { useData } from "vitepress";
import { computed } from "vue";

export function useLangs() {
  const { site, localeIndex, page, theme } = useData();
  const current = computed(() => {
    const { label, link } = site.value.locales[localeIndex.value];
    return { label, link: link ?? (localeIndex.value === "root" ? "/" : `/${localeIndex.value}/`) };
  });
  const others = computed(() => {
    const path = page.value.relativePath.slice(current.value.link.length - 1);
    const same = theme.value.translated.includes(path)
      ? path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")
      : "";
    return Object.entries(site.value.locales)
      .filter(([name]) => name !== localeIndex.value)
      .map(([name, { label }]) => ({ text: label, link: (name === "root" ? "/" : `/${name}/`) + same }));
  });
  return { currentLang: current, localeLinks: others };
}
