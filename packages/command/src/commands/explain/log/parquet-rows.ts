import type { FileHandle } from "node:fs/promises";

/**
 * The rows of a Parquet file, of which one row group is in memory. The library that reads it is part of the program, and
 * loaded only for such a file.
 */
export async function* parquetRows(handle: FileHandle): AsyncGenerator<Record<string, unknown>> {
  const { parquetMetadataAsync, parquetReadObjects } = await import("hyparquet");
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  const compressors = { GZIP: (bytes: Uint8Array): Uint8Array => gunzipSync(bytes) };
  const { size: byteLength } = await handle.stat();
  const file = {
    byteLength,
    async slice(start: number, end = byteLength): Promise<ArrayBuffer> {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer.slice(0, bytesRead);
    },
  };
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    yield* await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
    rowStart = rowEnd;
  }
}
