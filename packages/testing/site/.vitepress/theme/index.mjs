// The default theme with the fonts of the system: no request leaves the site.
import theme from "vitepress/theme-without-fonts";
import Demonstration from "./demonstration.mjs";
import "./colors.css";
import "./layout.css";

/** @type {import("vitepress").Theme} */
export default {
  extends: theme,
  enhanceApp({ app }) {
    app.component("Demonstration", Demonstration);
  },
};
