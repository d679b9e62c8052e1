/** What a path can be read as, by code that has nothing in common with the library's. */

/** RFC 3986, section 5.2.4, letter by letter. */
function removeDotSegments(path: string): string {
  let input = path;
  let output = "";
  while (input) {
    if (input.startsWith("../")) input = input.slice(3);
    else if (input.startsWith("./")) input = input.slice(2);
    else if (input.startsWith("/./")) input = input.slice(2);
    else if (input === "/.") input = "/";
    else if (input.startsWith("/../")) {
      input = input.slice(3);
      output = output.slice(0, Math.max(output.lastIndexOf("/"), 0));
    } else if (input === "/..") {
      input = "/";
      output = output.slice(0, Math.max(output.lastIndexOf("/"), 0));
    } else if (input === "." || input === "..") input = "";
    else {
      const next = input.indexOf("/", 1);
      output += next < 0 ? input : input.slice(0, next);
      input = next < 0 ? "" : input.slice(next);
    }
  }
  return output;
}

function decodedBytes(path: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < path.length; i++) {
    const hex = path.slice(i + 1, i + 3);
    if (path[i] === "%" && /^[\dA-Fa-f]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      i += 2;
    } else bytes.push(...new TextEncoder().encode(path[i]));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** As this runtime's own URL parser reads it. */
function asClient(path: string): string {
  return new URL(`https://h${path}`).pathname;
}

function mergedSlashes(path: string): string {
  return path
    .split("/")
    .filter((segment, i, all) => segment || i === 0 || i === all.length - 1)
    .join("/");
}

/** As Tomcat and Jetty read it: a segment ends at its first `;`. */
function withoutParameters(path: string): string {
  return path
    .split("/")
    .map((segment) => segment.split(";", 1)[0])
    .join("/");
}

/** As a server reads it that decodes a path before it looks for its query or its fragment. */
function cutAtMark(path: string): string {
  const marks = ["?", "#", "%3f", "%3F", "%23"].map((mark) => path.indexOf(mark)).filter((at) => at >= 0);
  return marks.length === 0 ? path : path.slice(0, Math.min(...marks)) || "/";
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) as number;
  return code < 32 || (code >= 127 && code < 160);
}

/** As C reads it. */
function cutAtControl(path: string): string {
  const at = [...path].findIndex(isControl);
  return at < 0 ? path : [...path].slice(0, at).join("") || "/";
}

/** As Windows opens it: no stream, and no dots and spaces at the end of a name. */
function asWindows(path: string): string {
  return path
    .split("/")
    .map((name) => {
      if (name.trimEnd() === "." || name.trimEnd() === "..") return name.trimEnd();
      const at = name.indexOf(":");
      if (at >= 0) return name.slice(0, at);
      let end = name.length;
      while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
      return name.slice(0, end);
    })
    .join("/");
}

/** Bytes of UTF-8 that is longer than it needs to be, in up to six bytes: a lenient decoder reads ASCII in them. */
export function overlong(character: string, length: number): string {
  const code = character.charCodeAt(0);
  const lead = [0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc][length] as number;
  const bytes = Array.from({ length: length - 1 }, (_, i) => 0x80 | ((code >> (6 * (length - 2 - i))) & 63));
  const high = length === 2 ? code >> 6 : 0;
  return [lead | high, ...bytes].map((byte) => `%${byte.toString(16)}`).join("");
}

/** As a server reads it that has one character for each byte: those from 128 to 159 are controls. */
const singleByteControl = /%[89][\da-f]/i;

const steps = [
  (path: string) => path.split(singleByteControl).join(""),
  (path: string) => path.split(singleByteControl, 1)[0] || "/",
  (path: string) => path.split("%25").join("%"),
  cutAtMark,
  (path: string) => [...path].filter((character) => !isControl(character)).join(""),
  cutAtControl,
  asWindows,
  removeDotSegments,
  decodedBytes,
  asClient,
  mergedSlashes,
  withoutParameters,
  (path: string) => path.split("\\").join("/"),
];

/**
 * The first reading of a path that is in /private/, of all that the steps lead to in any order; `undefined`
 * if there is none.
 */
export function privateReading(path: string): string | undefined {
  const readings = [path];
  for (let i = 0; i < readings.length; i++) {
    const reading = readings[i] as string;
    if (reading.startsWith("/private/")) return reading;
    for (const step of steps) {
      const next = step(reading);
      if (!readings.includes(next)) readings.push(next);
    }
  }
  return undefined;
}
