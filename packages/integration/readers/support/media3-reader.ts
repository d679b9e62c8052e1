/**
 * Every URL of a playlist as Media3 (ExoPlayer) finds it. It compares the starts of lines without the colon, and looks
 * for `URI="` anywhere in a line, also at the end of a longer name. A port of HlsPlaylistParser.java, 1.8: of its older
 * versions, which take the last of two definitions.
 */
export function readAsMedia3(text: string, playlistUrl: string): string[] {
  const variables = new Map<string, string>();
  const replaced = (value: string): string =>
    value.replace(/\{\$([a-zA-Z0-9\-_]+)\}/g, (all, name: string) => variables.get(name) ?? all);
  const attribute = (line: string, name: string): string | undefined => {
    const value = new RegExp(`${name}="((?:.|\\f)+?)"`).exec(line)?.[1];
    return value === undefined ? undefined : replaced(value);
  };
  const define = (line: string): void => {
    const parameter = attribute(line, "QUERYPARAM");
    const name = attribute(line, "NAME") ?? parameter;
    if (name === undefined) return;
    const query = new URL(playlistUrl).searchParams;
    const value = name === parameter ? query.get(parameter) : attribute(line, "VALUE");
    if (value !== undefined && value !== null) variables.set(name, value);
  };
  const urls: string[] = [];
  const addressed =
    /^#EXT-X-(MEDIA|KEY|SESSION-KEY|MAP|PART|PRELOAD-HINT|RENDITION-REPORT|I-FRAME-STREAM-INF|CONTENT-STEERING|DATERANGE)/;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === "") continue;
    if (line.startsWith("#EXT-X-DEFINE")) define(line);
    const [, tag] = addressed.exec(line) ?? [];
    const names =
      tag === "DATERANGE"
        ? ["X-ASSET-URI", "X-ASSET-LIST"]
        : [tag === "CONTENT-STEERING" ? "SERVER-URI" : "URI"];
    for (const name of tag === undefined ? [] : names) urls.push(attribute(line, name) ?? "");
    if (!line.startsWith("#")) urls.push(replaced(line));
  }
  return urls.filter((url) => url !== "");
}
