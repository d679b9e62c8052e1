/**
 * The longest line of a playlist, and the longest tag, instruction or reference of a manifest, in characters. Our own
 * limit: streams hold no more, and nobody has to wait for one.
 */
export const longestPiece = 1_048_576;

/**
 * The longest signed text that is returned as one string, in characters. Our own limit: engines have theirs, V8 from
 * 2 ** 29 - 24 on, and throw a `RangeError` that says nothing of playlists. A stream has none.
 */
export const longestText = 268_435_456;
