import type { FileHandle } from "node:fs/promises";

/** The bytes that are read for the header of a page, which has statistics: more if it is longer. */
const headerSize = 4096;

type Row = Record<string, unknown>;

/**
 * The rows of a Parquet file. Of each column, one page is in memory. The library that reads it is part of the program,
 * and loaded only for such a file.
 */
export async function* parquetRows(handle: FileHandle): AsyncGenerator<Row> {
  const { parquetMetadataAsync, parquetSchema } = await import("hyparquet");
  const { getTreePath, isFlatColumn } = await import("hyparquet/src/schema.js");
  const pagesOf = await pageReader(handle);
  const metadata = await parquetMetadataAsync({
    byteLength: (await handle.stat()).size,
    slice: async (start, end = start) => (await bytesAt(handle, start, end)).buffer as ArrayBuffer,
  });
  const schema = parquetSchema(metadata);
  for (const { columns, num_rows } of metadata.row_groups) {
    const pages = columns
      .flatMap(({ meta_data: column }) => (column === undefined ? [] : [column]))
      .map((column) => ({ column, schemaPath: getTreePath(schema, column.path_in_schema) }))
      // A log has no lists and no objects.
      .filter(({ schemaPath }) => isFlatColumn(schemaPath))
      .map(({ column, schemaPath }) => ({
        name: column.path_in_schema.join("."),
        pages: pagesOf(column, schemaPath),
        values: [] as ArrayLike<unknown>,
        next: 0,
      }));
    for (let left = Number(num_rows); left > 0; ) {
      for (const one of pages)
        if (one.next >= one.values.length) {
          const page = await one.pages.next();
          if (page.done) throw new Error(`the column ${one.name} ends too early`);
          Object.assign(one, { values: page.value, next: 0 });
        }
      const count = Math.min(left, ...pages.map(({ values, next }) => values.length - next));
      for (let i = 0; i < count; i++)
        yield Object.fromEntries(pages.map((one): [string, unknown] => [one.name, one.values[one.next++]]));
      left -= count;
    }
  }
}

type Decoder = Parameters<typeof import("hyparquet/src/column.js").readPage>[2];
type Column = NonNullable<import("hyparquet").ColumnChunk["meta_data"]>;
type PagesOf = (column: Column, schemaPath: Decoder["schemaPath"]) => AsyncGenerator<ArrayLike<unknown>>;

/** A function that reads the pages of a column one by one. */
async function pageReader(handle: FileHandle): Promise<PagesOf> {
  const { parquetHeader, readPage } = await import("hyparquet/src/column.js");
  const { convert, DEFAULT_PARSERS } = await import("hyparquet/src/convert.js");
  const { gunzipSync } = process.getBuiltinModule("node:zlib");
  const compressors = { GZIP: (bytes: Uint8Array): Uint8Array => gunzipSync(bytes) };

  /** The header of the page at a position, and its length. */
  async function headerAt(
    position: number,
    end: number,
    size: number = headerSize,
  ): Promise<{ header: ReturnType<typeof parquetHeader>; length: number }> {
    const bytes = await bytesAt(handle, position, Math.min(position + size, end));
    const reader = { view: new DataView(bytes.buffer), offset: 0 };
    try {
      return { header: parquetHeader(reader), length: reader.offset };
    } catch (error) {
      if (position + size >= end) throw error;
      return headerAt(position, end, size * 4);
    }
  }

  return async function* pagesOf(column, schemaPath) {
    const element = schemaPath.at(-1)?.element;
    if (element === undefined) throw new Error("a column is not in the schema");
    const decoder: Decoder = {
      ...column,
      pathInSchema: column.path_in_schema,
      element,
      schemaPath,
      compressors,
      parsers: DEFAULT_PARSERS,
    };
    let dictionary: ReturnType<typeof convert> | undefined;
    let position = Number(column.dictionary_page_offset || column.data_page_offset);
    const end = position + Number(column.total_compressed_size);
    while (position < end) {
      const { header, length } = await headerAt(position, end);
      position += length;
      const bytes = await bytesAt(handle, position, position + header.compressed_page_size);
      position += header.compressed_page_size;
      const page = readPage(
        { view: new DataView(bytes.buffer), offset: 0 },
        header,
        decoder,
        dictionary,
        undefined,
        0,
      );
      if (header.type === "DICTIONARY_PAGE") dictionary = page.data && convert(page.data, decoder);
      else if (page.data && page.data.length > 0) yield page.data;
    }
  };
}

async function bytesAt(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  return bytes.slice(0, bytesRead);
}
