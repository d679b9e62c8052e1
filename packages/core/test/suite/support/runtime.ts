/** In workerd, callers share an import or a signature only once it has ended. */
export const sharesProgress = !("WebSocketPair" in globalThis);
