/**
 * The first character of a fragment for which it may be part of an object key; `undefined` when it is none
 * for sure.
 *
 * An object key `a#1.jpg` that was not percent-encoded is a URL of the file `a`. Fragments as pages and
 * players use them are no such part: one word, `name=value` pairs, routes (`/course/1`, `!/course/1`) and text
 * fragments (`:~:text=…`).
 *
 * Sources: RFC 3986, section 3.5; W3C Media Fragments URI, section 3; WICG URL Fragment Text Directives.
 */
export function objectKeyCharacter(fragment: string): string | undefined {
  const text = fragment.replace(asciiEscape, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const [character] = characterOfKeys.exec(text) ?? [];
  return character === undefined || isRoute(text) || isTextFragment(text) || isNameValuePairs(text)
    ? undefined
    : character;
}

// Each escape by itself, and only of ASCII, which is all that is looked for: this cannot fail as decoding
// UTF-8 can.
const asciiEscape = /%([0-7][\da-f])/gi;

/** What no word has and most object keys have: an extension, a folder, a query, a space. */
const characterOfKeys = /[./? ]/;

function isRoute(text: string): boolean {
  return text.startsWith("/") || text.startsWith("!/");
}

/** What stands before the directive is the fragment of the page. */
function isTextFragment(text: string): boolean {
  const directive = text.indexOf(":~:text=");
  return directive >= 0 && !characterOfKeys.test(text.slice(0, directive));
}

function isNameValuePairs(text: string): boolean {
  return text.split("&").every((pair) => /^[^=./? ]+=/.test(pair));
}
