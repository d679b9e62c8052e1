// The default theme with the fonts of the system: no request leaves the site.
import theme from "vitepress/theme-without-fonts";
import "./colors.css";

export default theme;
