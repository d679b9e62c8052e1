// The colors of both themes, and the configuration of Vega-Lite that uses them.

/** @typedef {"light" | "dark"} Theme */
/** What a mark stands for: no library, this package, another one. */
/** @typedef {"limit" | "ours" | "rival"} Kind */

/** @type {Record<Theme, Record<Kind | "paper" | "ink" | "soft" | "grid", string>>} */
export const colors = {
  light: {
    paper: "#ffffff",
    ink: "#1f2328",
    soft: "#59636e",
    grid: "#d8dee4",
    limit: "#8c959f",
    ours: "#0a7d62",
    rival: "#c2571a",
  },
  dark: {
    paper: "#0d1117",
    ink: "#e6edf3",
    soft: "#9aa4af",
    grid: "#2b323b",
    limit: "#7d8590",
    ours: "#3fb99a",
    rival: "#f0883e",
  },
};

/** @param {Theme} theme @returns {import("vega-lite").Config} */
export function configOf(theme) {
  const { paper, ink, soft, grid } = colors[theme];
  return {
    background: paper,
    font: "system-ui, sans-serif",
    // Vega would describe each bar: <title> and <desc> describe the whole.
    aria: false,
    view: { stroke: null },
    title: {
      anchor: "start",
      frame: "bounds",
      color: ink,
      fontSize: 13,
      subtitleColor: soft,
      subtitleFontSize: 11,
    },
    axis: {
      labelColor: ink,
      labelFontSize: 11,
      labelLimit: 300,
      titleColor: soft,
      titleFontSize: 11,
      titleFontWeight: "normal",
      gridColor: grid,
      domainColor: grid,
      tickColor: grid,
    },
    legend: {
      labelColor: ink,
      labelFontSize: 11,
      orient: "top",
      title: null,
      labelLimit: 300,
      symbolSize: 80,
    },
    text: { color: ink, fontSize: 11 },
    rule: { color: ink },
  };
}
