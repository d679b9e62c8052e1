declare module "mpd-parser" {
  export function parse(xml: string, options: { manifestUri: string; NOW: number }): unknown;
}
