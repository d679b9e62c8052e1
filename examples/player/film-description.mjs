const chapters = ["Dawn", "Sunrise", "Morning", "Noon", "Sunset", "Night"];

/**
 * What the page needs to know about the film.
 * @param {{ cdn: string, user: string, grantSeconds: number }} options `cdn`: its address, without a slash at the end
 */
export function describeFilm({ cdn, user, grantSeconds }) {
  const url = (/** @type {string} */ name) => `${cdn}/film/${name}`;
  return {
    user,
    grantSeconds,
    playlist: url("index.m3u8"),
    chapters: chapters.map((title, i) => ({ title, start: i * 10, image: url(`chapter-${i + 1}.jpg`) })),
  };
}
