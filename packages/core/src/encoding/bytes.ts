/**
 * Bytes in a buffer that is not shared, as WebCrypto takes them: `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7
 * cannot read in a declaration.
 */
export type Bytes = ReturnType<Uint8Array["slice"]>;

// Made on first use: to make it takes longer than to use it.
let encoder: TextEncoder | undefined;

/** A text in UTF-8. */
export function utf8Bytes(text: string): Bytes {
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/**
 * The bytes of an `ArrayBuffer`, a `SharedArrayBuffer`, a `Uint8Array` or a `Uint8ClampedArray` of any realm,
 * as a plain view of the same buffer; `undefined` for any other value, and for a buffer that was transferred.
 *
 * Reads internal slots only. A value can call itself anything, claim any length and have throwing properties.
 */
export function bytesOf(value: unknown): Uint8Array | undefined {
  try {
    if (!ArrayBuffer.isView(value)) {
      // A DataView, unlike a Uint8Array, is made of nothing but a real buffer.
      return new Uint8Array(new DataView(value as ArrayBuffer).buffer);
    }
    const type = ofView(value, Symbol.toStringTag);
    if (type !== "Uint8Array" && type !== "Uint8ClampedArray") return undefined;
    return new Uint8Array(
      ofView(value, "buffer") as ArrayBuffer,
      ofView(value, "byteOffset") as number,
      ofView(value, "byteLength") as number,
    );
  } catch {
    return undefined;
  }
}

/** What the getter of all typed arrays gives for a view, which may have a property of that name itself. */
function ofView(view: ArrayBufferView, name: PropertyKey): unknown {
  return Reflect.get(Uint8Array.prototype, name, view);
}
