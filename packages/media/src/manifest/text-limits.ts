/**
 * The longest line of a playlist, and the longest tag, instruction or reference of a manifest, in characters. Our own
 * limit: streams hold no more, and let other tasks run after it.
 */
export const longestPiece = 131_072;

/**
 * The longest signed text that is returned as one string, in characters. Our own limit: engines have theirs, V8 from
 * 2 ** 29 - 24 on, and throw a `RangeError` that says nothing of playlists. A stream has none.
 */
export const longestText = 268_435_456;
