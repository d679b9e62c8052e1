// What is said below a signed URL.

/** @param {URL} url signed */
export function notesOf({ protocol, hostname, pathname, searchParams }) {
  const until = new Date(Number(searchParams.get("Expires")) * 1000);
  const name = pathname.split("/").pop() || pathname;
  const playlists = document.createElement("a");
  playlists.href =
    "https://github.com/cloudfront-sign-webcrypto/cloudfront-sign-webcrypto/blob/main/docs/playlists.md";
  playlists.textContent = "Playlists and manifests";
  return [
    [`${name}, until ${until.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}.`],
    ...(/\.(m3u8|mpd)$/i.test(pathname)
      ? [
          [
            "This signs the playlist alone. A player also requests its segments: sign cookies or a grant for their folder, see ",
            playlists,
            ".",
          ],
        ]
      : []),
    ...(protocol === "http:" && !/(^|\.)localhost$|^127\./.test(hostname)
      ? [
          [
            "This URL is valid with http:// alone, which others can read on its way. If viewers use https://, sign that URL.",
          ],
        ]
      : []),
  ].map((content) => {
    const line = document.createElement("p");
    line.className = "hint";
    line.append(...content);
    return line;
  });
}
