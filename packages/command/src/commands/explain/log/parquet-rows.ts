import { refuse } from "../../../arguments/refusal.ts";
import { shownValue } from "../../../output/shown-value.ts";

/** The rows of a row group are in memory at once. Our own limit: such a group takes about a gigabyte. */
const mostRows = 1_000_000;

/** The rows of a Parquet file. The library that reads it is part of the program, and loaded only for such a file. */
export async function* parquetRows(path: string): AsyncGenerator<Record<string, unknown>> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import("hyparquet");
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  const compressors = { GZIP: (bytes: Uint8Array): Uint8Array => gunzipSync(bytes) };
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rows = Number(num_rows);
    if (rows > mostRows)
      refuse(
        `--log ${shownValue(path)}: has a row group of ${rows} rows, and ${mostRows} fit into memory; write the log as JSON`,
      );
    const rowEnd = rowStart + rows;
    yield* await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors });
    rowStart = rowEnd;
  }
}
