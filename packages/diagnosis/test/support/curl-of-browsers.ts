/**
 * A request as browsers copy it from their network panel. Written after the behavior of Chrome 140 and
 * Firefox 143; nothing here is a part of the library.
 */

export interface CopiedRequest {
  readonly url: string;
  readonly cookies?: string;
}

const headers = { accept: "*/*", referer: "https://app.example.com/", "if-none-match": '"a^b"' };

type Quote = (text: string) => string;

/** "Copy as cURL (bash)" of Chrome: $'…' as soon as there is a ' or a !. */
const inBash: Quote = (text) =>
  /['!]/.test(text)
    ? `$'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'").replace(/!/g, "\\u0021")}'`
    : `'${text}'`;

/** "Copy as cURL (cmd)" of Chrome, and of Firefox for Windows: ^ before all that cmd.exe may read. */
const inCmd: Quote = (text) =>
  `^"${text
    .replace(/\\/g, "\\\\")
    .replace(/"/g, '\\"')
    .replace(/[^\w\s\-:=+~'/.,?;()*`]/g, "^$&")
    .replace(/%(?=\w)/g, "%^")}^"`;

/** The same in browsers up to 2023: quotes are doubled, and % stands outside of them. */
const inOldCmd: Quote = (text) => `"${text.replace(/"/g, '""').replace(/%/g, '"^%"')}"`;

const inPowerShell: Quote = (text) => `"${text.replace(/[`"$]/g, "`$&")}"`;

function curl(quote: Quote, lineEnd: string, cookieOption: "-b" | "-H"): (request: CopiedRequest) => string {
  return ({ url, cookies }) => {
    const cookie = cookies && (cookieOption === "-b" ? cookies : `Cookie: ${cookies}`);
    return [
      `curl ${quote(url)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
      ...(cookie ? [`${cookieOption} ${quote(cookie)}`] : []),
      "--compressed",
    ].join(lineEnd);
  };
}

export const copiedByBrowsers: readonly (readonly [string, (request: CopiedRequest) => string])[] = [
  ["Chrome's cURL (bash)", curl(inBash, " \\\n  ", "-b")],
  ["Chrome's cURL (cmd)", curl(inCmd, " ^\n  ", "-b")],
  ["an older Chrome's cURL (cmd)", curl(inOldCmd, " ^\r\n  ", "-H")],
  ["Firefox's cURL (POSIX)", curl(inBash, " ", "-H")],
  ["Firefox's cURL (Windows)", curl(inCmd, " ^\r\n  ", "-H")],
  [
    "Chrome's PowerShell",
    ({ url, cookies }) =>
      [
        "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession",
        '$session.UserAgent = "Mozilla/5.0 (X11; Linux x86_64)"',
        ...(cookies ?? "").split("; ").flatMap((pair) => {
          const [name = "", value = ""] = pair.split("=", 2);
          if (!name) return [];
          const words = [name, value, "/", "d111111abcdef8.cloudfront.net"].map(inPowerShell).join(", ");
          return `$session.Cookies.Add((New-Object System.Net.Cookie(${words})))`;
        }),
        `Invoke-WebRequest -UseBasicParsing -Uri ${inPowerShell(url)} \``,
        "-WebSession $session `",
        "-Headers @{",
        ...Object.entries(headers).map(([name, value]) => `  ${inPowerShell(name)}=${inPowerShell(value)}`),
        "}",
      ].join("\n"),
  ],
  [
    "Chrome's fetch (Node.js)",
    ({ url, cookies }) =>
      `fetch(${JSON.stringify(url)}, ${JSON.stringify({ headers: { ...headers, ...(cookies && { cookie: cookies }) }, body: null, method: "GET" }, null, 2)});`,
  ],
  [
    "Firefox's fetch",
    ({ url, cookies }) =>
      `await fetch(${JSON.stringify(url)}, ${JSON.stringify({ credentials: "include", headers: { ...headers, ...(cookies && { Cookie: cookies }) }, method: "GET", mode: "cors" }, null, 4)});`,
  ],
];
