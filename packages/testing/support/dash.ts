/** An MPD around what is given. */
export const mpd = (inner: string): string =>
  `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static">${inner}</MPD>`;

/** An MPD with one representation around what is given. */
export const templated = (inner: string): string =>
  mpd(
    `<Period><AdaptationSet><Representation id="1" bandwidth="1">${inner}</Representation></AdaptationSet></Period>`,
  );

/** All that comes out of a stream for some chunks. */
export async function streamed(
  stream: TransformStream,
  chunks: readonly unknown[],
): Promise<{ text: string; isBytes: boolean }> {
  const writer = stream.writable.getWriter();
  const writing = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })();
  // Its error is the reader's, too.
  writing.catch(() => {});
  const reader = stream.readable.getReader();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  let isBytes = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isBytes };
    isBytes = typeof value !== "string";
    text += typeof value === "string" ? value : decoder.decode(value, { stream: true });
  }
}
