"use client";

/**
 * The URL of an image in one width. This runs in the browser, too, so it cannot sign: `src` is a signed URL, or a
 * plain one if the browser has signed cookies. The signature stays as it is, behind the width. URLSearchParams
 * would write its `~` as `%7E`.
 *
 * @param {import("next/image").ImageLoaderProps} image
 */
export default function cdnLoader({ src, width, quality = 75 }) {
  const [address, ...rest] = src.split("?");
  const query = rest.join("?");
  const size = `w=${width}&q=${quality}`;
  return `${address}?${query ? `${size}&${query}` : size}`;
}
