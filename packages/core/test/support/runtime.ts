/** In workerd, callers in different requests share a load, an import or a signature only once it has ended. */
export const sharesProgress = !("WebSocketPair" in globalThis);
