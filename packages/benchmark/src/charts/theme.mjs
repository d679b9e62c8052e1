// The colors of both themes, and the configuration of Vega-Lite that uses them.

/** @typedef {"light" | "dark"} Theme */
/** What a mark stands for: no library, this package, another one. */
/** @typedef {"limit" | "ours" | "rival"} Kind */

/** Blue and orange differ for people who see no red or no green, too. @type {Record<Theme, Record<Kind | "ink" | "soft" | "grid", string>>} */
export const colors = {
  light: {
    ink: "#1f2328",
    soft: "#59636e",
    grid: "#d8dee4",
    limit: "#8c959f",
    ours: "#0969da",
    rival: "#bc4c00",
  },
  dark: {
    ink: "#e6edf3",
    soft: "#9aa4af",
    grid: "#2b323b",
    limit: "#7d8590",
    ours: "#58a6ff",
    rival: "#f0883e",
  },
};

/** Pixels of text in a chart. A phone shows it at three quarters of its size. */
export const fontSize = 14;

/** @param {Theme} theme @returns {import("vega-lite").Config} */
export function configOf(theme) {
  const { ink, soft, grid } = colors[theme];
  return {
    // That of the page.
    background: "transparent",
    font: "system-ui, sans-serif",
    // Vega would describe each bar: <title> and <desc> describe the whole.
    aria: false,
    view: { stroke: null },
    title: {
      anchor: "start",
      frame: "bounds",
      color: ink,
      fontSize: 16,
      offset: 14,
      subtitleColor: soft,
      subtitleFontSize: 12,
      subtitlePadding: 5,
    },
    axis: {
      labelColor: soft,
      labelFontSize: 12,
      titleColor: soft,
      titleFontSize: 12,
      titleFontWeight: "normal",
      gridColor: grid,
      domainColor: grid,
      tickColor: grid,
    },
    text: { color: ink, fontSize },
    rule: { color: ink },
  };
}
