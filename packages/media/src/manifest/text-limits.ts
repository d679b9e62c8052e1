/**
 * The longest line of a playlist, and the longest tag, instruction or reference of a manifest, in characters. Our own
 * limit: streams hold no more, and let other tasks run after it.
 */
export const longestPiece = 131_072;
