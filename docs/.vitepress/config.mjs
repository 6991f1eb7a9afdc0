// The documentation site. `npm run site` builds it together with the demo page.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { repositoryAddress } from "../../scripts/address.mjs";
import { TOOL_PAGES } from "../../scripts/tool-pages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = repositoryAddress();
const API = `${root}/docs/reference/api/typedoc-sidebar.json`;

/** @param {string} text @param {string} link */
const page = (text, link) => ({ text, link });

/** What stands at the left of every English page. */
const sidebar = [
  {
    text: "Examples",
    items: [
      page("Examples", "/tasks/"),
      page("Disposable sign-up emails", "/tasks/signup-emails"),
      page("A daily list in a Worker", "/tasks/daily-list-worker"),
      page("Leaked tokens in a Worker", "/tasks/leaked-tokens"),
      page("Leaked passwords", "/tasks/leaked-passwords"),
      page("Redirects in Next.js", "/tasks/nextjs-redirects"),
      page("Phishing URLs in an extension", "/tasks/phishing-extension"),
      page("Which list is it on?", "/tasks/which-list"),
      page("Usernames from Python or SQL", "/tasks/python-sql"),
      page("Test your code", "/tasks/testing"),
    ],
  },
  {
    text: "Guide",
    items: [
      page("Get started", "/guide/start"),
      page("Choose a size", "/guide/choose-a-size"),
      page("Counting and other filters", "/guide/other-filters"),
      page("Static sets and maps", "/guide/static-sets"),
      page("Live updates", "/guide/live-updates"),
      page("Security and signing", "/guide/security"),
    ],
  },
  {
    text: "Deploy",
    items: [
      page("Overview", "/deploy/"),
      page("Browsers and bundlers", "/deploy/browsers"),
      page("Cloudflare Workers", "/deploy/cloudflare"),
      page("Node, Deno and Bun", "/deploy/servers"),
      page("GitHub Actions", "/tools/github-action"),
      page("Plugin for Vite and webpack", "/tools/bundler-plugin"),
    ],
  },
  {
    text: "Other systems",
    items: [
      page("Overview", "/interop/"),
      page("Java: Guava, Spark, Parquet", "/interop/java"),
      page("Redis", "/interop/redis"),
      page("PHP", "/interop/php"),
      page("Go", "/interop/go"),
      page("Python", "/interop/python"),
      page("npm packages", "/interop/npm"),
    ],
  },
  {
    text: "Reference",
    items: [
      page("API", "/reference/api/"),
      page("Command line", "/reference/cli"),
      page("Errors", "/reference/errors"),
      {
        text: "File format",
        items: [
          page("The file", "/reference/format/"),
          page("Static sets and maps", "/reference/format/static"),
          page("Other kinds", "/reference/format/kinds"),
          page("Published sets and signatures", "/reference/format/published"),
          page("Schemes of other systems", "/reference/format/other-systems"),
        ],
      },
      page("Comparison", "/tools/comparison"),
      page("Mathematics", "/reference/mathematics"),
    ],
  },
];

/** The pages in Chinese; the reference and most examples are in English. */
const zh = {
  label: "简体中文",
  lang: "zh-CN",
  description: "布隆过滤器：在任何环境构建，作为文件发布，在浏览器、边缘 worker 和 Node 里查询",
  themeConfig: {
    nav: [
      page("指南", "/zh/guide/start"),
      page("示例", "/zh/tasks/"),
      page("API（英文）", "/reference/api/"),
      { text: "演示页", link: "/playground/?lang=zh", target: "_self" },
    ],
    sidebar: [
      {
        text: "示例",
        items: [
          page("示例", "/zh/tasks/"),
          page("在浏览器里识别一次性邮箱", "/zh/tasks/signup-emails"),
          page("在 Worker 里使用每天更新的黑名单", "/zh/tasks/daily-list-worker"),
          page("在 Worker 里拦截泄露的令牌", "/zh/tasks/leaked-tokens"),
          page("泄露的密码（英文）", "/tasks/leaked-passwords"),
          page("Next.js 重定向（英文）", "/tasks/nextjs-redirects"),
          page("浏览器扩展里的钓鱼网址（英文）", "/tasks/phishing-extension"),
          page("在哪份列表里？（英文）", "/tasks/which-list"),
          page("用 Python 或 SQL 构建（英文）", "/tasks/python-sql"),
          page("测试代码（英文）", "/tasks/testing"),
        ],
      },
      {
        text: "指南",
        items: [
          page("快速上手", "/zh/guide/start"),
          page("选择误判率和文件大小", "/zh/guide/choose-a-size"),
          page("计数等其他过滤器", "/zh/guide/other-filters"),
          page("静态集合与映射", "/zh/guide/static-sets"),
          page("实时更新", "/zh/guide/live-updates"),
          page("安全与签名", "/zh/guide/security"),
        ],
      },
      {
        text: "部署",
        items: [
          page("概览", "/zh/deploy/"),
          page("浏览器与打包工具", "/zh/deploy/browsers"),
          page("Cloudflare Workers", "/zh/deploy/cloudflare"),
          page("Node、Deno 和 Bun", "/zh/deploy/servers"),
        ],
      },
      {
        text: "英文页面",
        items: [
          page("其他系统", "/interop/"),
          page("GitHub Actions", "/tools/github-action"),
          page("Vite 和 webpack 插件", "/tools/bundler-plugin"),
          page("API", "/reference/api/"),
          page("命令行", "/reference/cli"),
          page("错误", "/reference/errors"),
          page("文件格式", "/reference/format/"),
          page("数学公式", "/reference/mathematics"),
        ],
      },
    ],
    outline: { level: [2, 3], label: "本页内容" },
    docFooter: { prev: "上一页", next: "下一页" },
    darkModeSwitchLabel: "主题",
    lightModeSwitchTitle: "切换到浅色",
    darkModeSwitchTitle: "切换到深色",
    sidebarMenuLabel: "目录",
    returnToTopLabel: "回到顶部",
    langMenuLabel: "语言",
    skipToContentLabel: "跳到内容",
  },
};

/** What the search says in Chinese. */
const zhSearch = {
  button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
  modal: {
    noResultsText: "没有结果：",
    resetButtonTitle: "清除",
    displayDetails: "显示详细内容",
    backButtonTitle: "关闭",
    footer: { selectText: "打开", navigateText: "切换", closeText: "关闭" },
  },
};

/** The sidebar of the API: entry points, and their classes and functions. There is none before the first build. */
function apiSidebar() {
  if (!existsSync(API)) return [];
  /** @type {import("vitepress").DefaultTheme.SidebarItem[]} */
  const entries = JSON.parse(readFileSync(API, "utf8"));
  // The first entry point has the others below it.
  const all = entries.flatMap((entry) => [entry, ...(entry.items ?? []).filter(({ link }) => link)]);
  return all.map(({ text = "", link, items = [] }) => {
    const pages = items
      .filter((item) => !item.link && item.text !== "Type Aliases" && item.text !== "References")
      .flatMap(({ items }) => items ?? []);
    const name = text === "edgebloom" ? text : `edgebloom/${text}`;
    return {
      text: name,
      items: [page("Overview", link ?? ""), ...pages.map((one) => page(one.text ?? "", one.link ?? ""))],
    };
  });
}

/** A page of the site, as its path in the repository. @param {string} path */
const isOnSite = (path) => path.startsWith("docs/") && !path.startsWith("docs/maintainers/");

/**
 * Links that leave the site lead to the repository. Until that has an address, they are text with the path.
 * @param {import("markdown-it")} md
 */
function linkToRepository(md) {
  md.core.ruler.push("link-to-repository", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let shown = "";
      for (const token of children ?? []) {
        const href = token.attrGet("href");
        if (token.type === "link_close" && shown) {
          [token.type, token.tag, token.content] = ["html_inline", "", ` (<code>${shown}</code>)`];
          shown = "";
        } else if (token.type === "link_open" && href && /^\.\.?\//.test(href)) {
          const path = posix.join("docs", posix.dirname(env.relativePath), href);
          if (isOnSite(path)) continue;
          const [readme, anchor] = path.split("#");
          const onSite = TOOL_PAGES.get(readme);
          if (onSite) {
            token.attrSet("href", `/${onSite}${anchor ? `#${anchor}` : ""}`);
            continue;
          }
          if (source) token.attrSet("href", `${source}/blob/main/${path}`);
          else {
            shown = path.replace(/#.*/, "");
            [token.type, token.tag] = ["text", ""];
          }
        }
      }
    }
  });
}

/**
 * A table may have no word above its first column: then there is no header to announce.
 * @param {import("markdown-it")} md
 */
function plainEmptyHeaders(md) {
  md.core.ruler.push("plain-empty-headers", ({ tokens }) => {
    tokens.forEach((token, i) => {
      if (token.type !== "th_open" || tokens[i + 1].content) return;
      token.tag = tokens[i + 2].tag = "td";
    });
  });
}

/**
 * Indented code scrolls, so the keyboard must reach it.
 * @param {import("markdown-it")} md
 */
function focusableCode(md) {
  const render = md.renderer.rules.code_block;
  md.renderer.rules.code_block = (...args) => (render?.(...args) ?? "").replace("<pre", '<pre tabindex="0"');
}

/** Anchors are those of GitHub, where the same files are read. @param {string} heading */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");

export default defineConfig({
  title: "edgebloom",
  description:
    "Bloom filters that are built anywhere, shipped as bytes, and queried in browsers, edge workers and Node",
  cacheDir: `${root}/build/vitepress`,
  // For those who work on the package; they have the repository.
  srcExclude: ["maintainers/**"],
  head: [
    [
      "link",
      { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(readFileSync(`${root}/www/icon.svg`, "utf8"))}` },
    ],
    // One choice of dark and light, under the name that the tokens know.
    [
      "script",
      {},
      "{const e=document.documentElement,f=()=>{e.dataset.theme=e.classList.contains('dark')?'dark':'light'};f();new MutationObserver(f).observe(e,{attributeFilter:['class']})}",
    ],
  ],
  markdown: {
    config(md) {
      linkToRepository(md);
      plainEmptyHeaders(md);
      focusableCode(md);
    },
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  // The theme's first page has no landmark.
  transformHtml: (html) => html.replace(/(?=class="VPContent is-home")/, 'role="main" '),
  vite: {
    publicDir: false,
    resolve: {
      alias: [
        ...["@fontsource-variable", "@fontsource"].map((name) => ({
          find: name,
          replacement: `${root}/node_modules/${name}`,
        })),
        { find: /^.*\/composables\/langs$/, replacement: `${root}/docs/.vitepress/theme/languages.js` },
      ],
    },
  },
  locales: { root: { label: "English", lang: "en" }, zh },
  themeConfig: {
    // For the language menu.
    translated: readdirSync(`${root}/docs/zh`, { recursive: true }),
    search: {
      provider: "local",
      options: {
        locales: { zh: { translations: zhSearch } },
        miniSearch: {
          // Some people write e-mail. Chinese has no spaces: any two characters in a row may be a word, and so may one.
          options: {
            tokenize: (/** @type {string} */ text) =>
              (
                text.replace(/e-mail/gi, "email").match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu) ?? []
              ).flatMap((word) =>
                /\p{Script=Han}/u.test(word)
                  ? [...word].flatMap((one, i, all) => (i ? [one, all[i - 1] + one] : one))
                  : word,
              ),
          },
          searchOptions: {
            combineWith: "AND",
            tokenize: (/** @type {string} */ text) =>
              (
                text.replace(/e-mail/gi, "email").match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu) ?? []
              ).flatMap((word) =>
                /\p{Script=Han}{2}/u.test(word) ? [...word].slice(1).map((one, i) => [...word][i] + one) : word,
              ),
            // The API is found after the pages that explain it; types, and lists of what an entry point re-exports, come last.
            boostDocument: (/** @type {string} */ id, /** @type {string} */ _, /** @type {any} */ fields) => {
              if (!id.includes("/reference/api/")) return 1;
              return id.includes("/type-aliases/") || fields?.titles?.includes("References") ? 0.1 : 0.5;
            },
          },
        },
      },
    },
    ...(source && {
      socialLinks: [{ icon: "github", link: source }],
      editLink: { pattern: `${source}/edit/main/docs/:path` },
    }),
    nav: [
      page("Guide", "/guide/start"),
      page("Examples", "/tasks/"),
      page("Reference", "/reference/api/"),
      { text: "Playground", link: "/playground/", target: "_self" },
    ],
    sidebar: {
      "/": sidebar,
      "/reference/api/": [{ text: "Documentation", items: [page("All pages", "/guide/start")] }, ...apiSidebar()],
    },
    outline: [2, 3],
    footer: { message: "MIT or Apache-2.0" },
  },
});
