import { root } from "@cloudfront-sign-webcrypto/testing/folders";
import { defineConfig } from "vitepress";
import { linkInSite, repository, slug } from "../links.mjs";
import { addressOf, descriptions, notPages, sidebar, toolLinks } from "../navigation.mjs";
import { searchOptions } from "../search.mjs";

const base = process.env.SITE_BASE ?? "/";

/** The file of the page that is rendered. @param {{ realPath?: string, path: string }} env */
const sourceOf = ({ realPath, path }) => (realPath ?? path).slice(root.length + 1).replaceAll("\\", "/");

/** Characters of a cell that is not a sentence. */
const longestWords = 60;

/** @param {import("vitepress").MarkdownRenderer} md */
function asOnTheSite(md) {
  md.core.ruler.before("normalize", "parts-of-the-site", (state) => {
    state.src = state.src
      .replace("<!-- site: demonstration -->", "<Demonstration />")
      .replace(/<!-- github -->.*?<!-- \/github -->/g, "")
      // The charts follow the switch of the theme, and on GitHub the setting of the system.
      .replace(
        /<picture><source [^>]*srcset="([^"]+)"><img src="([^"]+)"([^>]*)><\/picture>/g,
        '<img class="only-dark" src="$1"$3><img class="only-light" src="$2"$3>',
      );
  });
  md.core.ruler.push("links-of-the-site", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === "link_open" ? token.attrGet("href") : undefined;
      if (!link) continue;
      const { href, isTool, isElsewhere } = linkInSite(decodeURI(link), sourceOf(env), base);
      token.attrSet("href", href);
      if (isElsewhere) token.attrSet("rel", "noreferrer");
      // The router of the site would look for a page of its own.
      if (isTool) token.attrSet("target", "_self");
    }
    // Vite bundles an image only if its path begins with a dot.
    for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])]))
      if (token.type.startsWith("html_"))
        token.content = token.content.replace(/\b(src|srcset)="(?![a-z]+:|\.|\/)/g, '$1="./');
  });
  // A corner of a table without a word is not the header of anything.
  md.core.ruler.push("corners-of-tables", ({ tokens }) => {
    tokens.forEach((token, i) => {
      const [text, end] = tokens.slice(i + 1);
      if (token.type === "th_open" && text?.content === "" && end) token.tag = end.tag = "td";
    });
  });
  // On a phone, the style of the site shows the cells of a row below each other if they hold sentences.
  md.core.ruler.push("tables-of-sentences", ({ tokens }) => {
    let table = tokens.findIndex(({ type }) => type === "table_open");
    while (table >= 0) {
      const end = tokens.findIndex(({ type }, i) => i > table && type === "table_close");
      const inside = tokens.slice(table, end);
      const numColumns = inside.filter(({ type }) => type === "th_open").length;
      const isOfSentences = inside.some(({ content }) => content.length > longestWords);
      if (numColumns > 2 && isOfSentences) tokens[table]?.attrSet("class", "of-sentences");
      table = tokens.findIndex(({ type }, i) => i > end && type === "table_open");
    }
  });
  // Vue removes a line break between two elements.
  md.renderer.rules.softbreak = () => " ";
  // Vue would read braces in it.
  md.renderer.rules.code_inline = (tokens, index) =>
    `<code v-pre>${md.utils.escapeHtml(tokens[index]?.content ?? "")}</code>`;
  // The site's own rule would resolve the links once more.
  md.renderer.rules.link_open = (tokens, index, options, _env, self) =>
    self.renderToken(tokens, index, options);
}

/** The pages lie outside of this package, where their imports of Vue lead nowhere. @type {import("vitepress").Plugin} */
const vueOfThisPackage = {
  name: "vue-of-this-package",
  enforce: "pre",
  resolveId(name, importer) {
    return /^vue(?:\/|$)/.test(name) && importer !== import.meta.filename
      ? this.resolve(name, import.meta.filename)
      : undefined;
  },
};

export default defineConfig({
  lang: "en",
  title: "cloudfront-sign-webcrypto",
  description:
    "Sign Amazon CloudFront URLs and cookies for private files and video, in any JavaScript runtime, and find out why CloudFront returns 403.",
  base,
  srcDir: root,
  srcExclude: notPages,
  rewrites: (source) =>
    addressOf(source)
      .slice(1)
      .replace(/\.html$|(?<=\/)$|^$/, (end) => (end ? ".md" : "index.md")),
  outDir: "./dist",
  cacheDir: "./node_modules/.cache",
  transformPageData: ({ filePath }) => ({ description: descriptions[filePath] ?? "" }),
  lastUpdated: false,
  vite: {
    plugins: [vueOfThisPackage],
    build: { chunkSizeWarningLimit: 3000 },
  },
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: slug },
    config: asOnTheSite,
  },
  themeConfig: {
    nav: [...toolLinks, { text: "GitHub", link: repository }],
    sidebar,
    outline: [2, 3],
    // Each hit with its text.
    search: { provider: "local", options: { detailedView: true, miniSearch: { searchOptions } } },
  },
});
