/**
 * The options of `axe.run()` in a page with this color scheme. The pages take nothing but their colors from it, so in
 * dark mode only the rules about colors can find what they do not find in light mode.
 */
export const axeOptions = (scheme: string): string =>
  JSON.stringify({ preload: false, ...(scheme === "dark" && { runOnly: ["cat.color"] }) });

/** Some of the rules that have to find something to look at. */
export const expectedRules = (scheme: string, ...others: string[]): string[] =>
  scheme === "dark" ? ["color-contrast"] : ["color-contrast", ...others];
