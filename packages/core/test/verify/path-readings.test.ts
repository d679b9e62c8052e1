import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/** Readings of a path that only one step makes, and escapes that are none. */

const isRestricted = (pattern: string, path: string) =>
  createCloudFrontVerifier({
    publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
    restrict: [pattern, { pathPattern: "*", restricted: false }],
  }).isRestricted(host + path);

/** Bytes of UTF-8 that is longer than it needs to be, in up to six bytes: a lenient decoder reads ASCII in them. */
function overlong(character: string, length: number): string {
  const code = character.charCodeAt(0);
  const lead = [0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc][length] as number;
  const bytes = Array.from({ length: length - 1 }, (_, i) => 0x80 | ((code >> (6 * (length - 2 - i))) & 63));
  const high = length === 2 ? code >> 6 : 0;
  return [lead | high, ...bytes].map((byte) => `%${byte.toString(16)}`).join("");
}

const escaped = (code: number) => `%${code.toString(16).padStart(2, "0")}`;

describe("a client may decode unreserved characters only (RFC 3986, section 6.2.2.2)", () => {
  // The pattern fits a path with one escape decoded and %2F left.
  it("each of them", () => {
    const decoded = Array.from({ length: 128 }, (_, code) => code).filter((code) =>
      isRestricted("/x????y", `/x${escaped(code)}%2Fy`),
    );
    // The % itself may be decoded alone, in front of other escapes.
    const unreserved = "%-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
    expect(String.fromCharCode(...decoded)).toBe(unreserved);
  });
});

describe("a client may resolve dots, escaped or not, and decode nothing else (WHATWG)", () => {
  it.each(["/public/%2e%2e/%70rivate", "/public/.%2E/%70rivate", "/public/%2E./%70rivate", "/%2e/%70rivate"])(
    "%s",
    (path) => {
      expect(isRestricted("/???rivate", path)).toBe(true);
    },
  );

  it.each(["/public/%2e%2ea/%70rivate", "/public/%2e%2e%2e/%70rivate"])("%s has no dot segment", (path) => {
    expect(isRestricted("/???rivate", path)).toBe(false);
  });
});

describe("an escape", () => {
  it.each([
    ["of the byte 0 is decoded", "/a%00b", true],
    ["has two hexadecimal digits", "/a%2gb", false],
    ["has no sign", "/a%2-b", false],
    ["has no colon", "/a%2:b", false],
    ["has no @", "/a%2@b", false],
    ["may have letters of both cases", "/a%fFb", true],
    ["may end the path too early", "/a%2", false],
  ])("%s", (_, path, isDecoded) => {
    expect(isRestricted("/a?b", path)).toBe(isDecoded);
  });
});

it.each(["/private/.", "/private/x/..", "/private/x/%2e%2e"])(
  "%s ends with the slash of its folder",
  (path) => {
    expect(isRestricted("/private/", path)).toBe(true);
  },
);

describe("Tomcat, Jetty and Spring read no parameters of a segment", () => {
  it.each([
    "/open/..;/private/x",
    "/open/..;a=b;c/private/x",
    "/open/.;/..;/private/x",
    "/open/..%3B/private/x",
    "/open/..;%2fx/../private/x",
    "/open;x/..;y/private;z/x",
    "/;/private/x",
    "/;a/private/x",
    "/private;x/x",
    "/private;/x",
    "/private%253Bjsessionid=1/x",
    "/pri;vate/..;/private/x",
    "/open\\..;\\private\\x",
  ])("%s is restricted", (path) => {
    expect(isRestricted("/private/*", path)).toBe(true);
  });

  it.each([
    "/open/a;b.jpg",
    "/open/a;b/../c;d",
    "/open/;private/x",
    "/open/private;x",
    "/open;/private/x",
    `/open/${"a;b;".repeat(1000)}`,
    `/open${"/a;b".repeat(1000)}`,
  ])("%.40s is open", (path) => {
    expect(isRestricted("/private/*", path)).toBe(false);
  });

  it.each(["/private/film.mp4;.jpg", "/private/film.mp4;\\x", "/private/film.mp4%3b%3b"])(
    "%s has a name that a parameter hides",
    (path) => {
      expect(isRestricted("*.mp4", path)).toBe(true);
    },
  );
});

describe("an escape that only some servers decode hides what it says", () => {
  it.each([
    "/%u0070rivate/x",
    "/open/%u002e%U002E/x",
    "/open/%25u0070",
    "/open/%c0%ae%c0%ae/private/x",
    "/open/%c0%80x",
    "/open/..%C1%9cprivate",
    "/open/%e0%80%ae%E0%80%AE/x",
    "/open/%f0%80%80%ae/x",
    "/open/%25c0%25ae/x",
  ])("%s is restricted", (path) => {
    expect(isRestricted("/private/*", path)).toBe(true);
  });

  it.each([
    "/open/100%user",
    "/open/%u00",
    "/open/%C3%80%AE",
    "/open/%e0%a4%b9",
    "/open/%c0.jpg",
    "/open/%F0%9F%8E%AC.mp4",
  ])("%s is open", (path) => {
    expect(isRestricted("/private/*", path)).toBe(false);
  });
});

describe("with the open pattern *.css in front of /private/*", () => {
  const { isRestricted } = createCloudFrontVerifier({
    publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
    restrict: [{ pathPattern: "*.css", restricted: false }, "/private/*"],
  });

  it.each([
    ["an escaped ?", "/private/a.mp4%3F.css"],
    ["an escaped # ", "/private/a.mp4%23.css"],
    ["one that is escaped twice", "/private/a.mp4%253f.css"],
    ["a zero", "/private/a.mp4%00.css"],
    ["a line break", "/private/a.mp4%0d%0a.css"],
    ["a control of two bytes", "/private/a.mp4%C2%85.css"],
    ["a stream of Windows", "/private/a.mp4::$DATA.css"],
  ])("%s ends a path", (_, path) => {
    expect(isRestricted(host + path)).toBe(true);
  });

  it("files that end with it are open, whatever else is in their names", () => {
    for (const path of ["/a.css", "/a%20b.css", "/a%C3%A9.css", "/a.b.css", "/v1.0/a.css"])
      expect({ path, isRestricted: isRestricted(host + path) }).toEqual({ path, isRestricted: false });
  });
});

describe("a path that leads to /private/a.mp4", () => {
  it.each([
    ["a tab in a name", "/pri%09vate/a.mp4"],
    ["a line break in a name", "/priv%0Aate/a.mp4"],
    ["an escape in a name", "/pri%1bvate/a.mp4"],
    ["a DEL in a name", "/pri%7fvate/a.mp4"],
    ["a tab in a dot segment", "/open/.%09./private/a.mp4"],
    ["a dot at the end of a folder", "/private./a.mp4"],
    ["a space at the end of a folder", "/private%20/a.mp4"],
    ["dots and spaces at the end of a folder", "/private%20.%20./a.mp4"],
    ["a folder of dots", "/open/.../..%20/private/a.mp4"],
    ["an escaped ? in front", "/open/..%3f/../../private/a.mp4"],
    ["a stream of a folder", "/private:$I30:$INDEX_ALLOCATION/a.mp4"],
  ])("with %s needs a signature", (_, path) => {
    expect(isRestricted("/private/*", path)).toBe(true);
  });

  it.each([2, 3, 4, 5, 6])("in UTF-8 of %i bytes needs a signature", (length) => {
    for (const character of "/pa.\\")
      expect(isRestricted("/private/*", `/x${overlong(character, length)}y`)).toBe(true);
  });

  it.each(["/%F8k/a.mp4", "/f%FCr/a.mp4", "/caf%E9/a.mp4", "/%F0%9F%8E%AC/a.mp4"])(
    "%s is open: letters",
    (path) => {
      expect(isRestricted("/private/*", path)).toBe(false);
    },
  );
});

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
function privateReading(path: string): string | undefined {
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

/**
 * A path is open only if no client, proxy or origin can read a private one in it. The model has its own code
 * for every step.
 */

const verifier = createCloudFrontVerifier({
  publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
  restrict: ["/private/*"],
  now: () => moment,
});

const pieces = [
  ...[
    "/",
    "/",
    "/",
    "//",
    ".",
    "..",
    "a",
    "b.jpg",
    "private",
    "private/",
    "/private/",
    ";",
    "..;",
    ";x",
    "%3b",
  ],
  ...[
    "%2e",
    "%2E%2e",
    "%252e",
    "%252e%252E",
    "\\",
    "%5c",
    "%255C",
    "%2f",
    "%2F",
    "%252f",
    "%70rivate",
    "%2570rivate",
    "%c3%a9",
    "%ff",
    "%",
    "%3f",
    "%3F",
    "%23",
    "%253f",
    "%00",
    "%0a",
    "%2509",
    "%c2%85",
    "%85",
    "%259f",
    "%20",
    ":x",
    "%3a",
  ],
];

/** Paths of 2 to 9 pieces. */
function* randomPaths(count: number, seed: number): Iterable<string> {
  const dice = createDice(seed);
  for (let i = 0; i < count; i++)
    yield `/${Array.from({ length: 2 + dice.below(8) }, () => dice.of(pieces)).join("")}`;
}

it("a path is open if and only if none of its readings is restricted", () => {
  const counts = { open: 0, hidden: 0 };
  for (const path of randomPaths(repeated(3000), 20261122)) {
    const reading = privateReading(path);
    expect(verifier.isRestricted(host + path), `${path} reads ${reading}`).toBe(reading !== undefined);
    if (reading === undefined) counts.open++;
    else if (!path.startsWith("/private/")) counts.hidden++;
  }
  expect(counts.open).toBeGreaterThan(repeated(500));
  expect(counts.hidden).toBeGreaterThan(repeated(300));
});

it.each([
  "/open/%c0%25ae./private/a",
  "/open/%25c0%ae./private/a",
  "/%c1%25b0rivate/a",
  "/%c1%2525b0rivate/a",
  "/%e0%2580%25aeopen/a",
  "/pri%85vate/a",
  "/pri%2585vate/a",
  "/private%85/a",
])("a path is restricted whose bytes are decoded in two goes, or one by one: %s", (path) => {
  expect(verifier.isRestricted(host + path)).toBe(true);
});

it.each(["/open/%e2%80%99.jpg", "/caf%C3%A9.jpg", "/%e6%97%a5%e6%9c%ac/a.jpg"])("%s is open", (path) => {
  expect(verifier.isRestricted(host + path)).toBe(false);
});
