/**
 * What every JavaScript object has, and functions. Players keep names of manifests and playlists in plain objects:
 * m3u8-parser makes a rendition with the `GROUP-ID` or `NAME` `__proto__` a part of every segment of every playlist.
 */
const wholeName =
  /^(?:__proto__|constructor|prototype|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|__(?:define|lookup)[GS]etter__)$/;
/** In each of these names, and in few playlists. */
const partOfName = /__|constructor|rototype|toString|toLocale|valueOf|roperty/;

/** Whether a JavaScript object has a property of this name to begin with. */
export function isObjectName(text: string): boolean {
  return wholeName.test(text);
}

/** The first name or value in a tag that is such a name. */
export function findObjectName(tag: string): string | undefined {
  if (!partOfName.test(tag)) return undefined;
  return tag
    .split(/[:=,"]/)
    .map((text) => text.trim())
    .find(isObjectName);
}
