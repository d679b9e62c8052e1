/** The terms of a policy and whether a request meets them, written for tests alone. */

export interface Terms {
  readonly resource: string;
  readonly end: number;
  readonly start: number | undefined;
  readonly range: string | undefined;
}

/** The terms of a policy, read without any rule of its grammar; undefined if it has no expiry. */
export function termsOf(policy: string): Terms | undefined {
  try {
    const statement = JSON.parse(policy).Statement[0];
    const { DateLessThan, DateGreaterThan, IpAddress } = statement.Condition;
    const end: unknown = DateLessThan["AWS:EpochTime"];
    if (typeof end !== "number") return undefined;
    return {
      resource: statement.Resource ?? "*",
      end,
      start: DateGreaterThan?.["AWS:EpochTime"],
      range: IpAddress?.["AWS:SourceIp"],
    };
  } catch {
    return undefined;
  }
}

function inRange(address: string, range: string): boolean {
  const number = (text: string): number => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const [network = "", bits = "32"] = range.split("/");
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(address) / size) === Math.floor(number(network) / size);
}

/** Whether the address is the policy's. */
export function isViewer(address: string | undefined, range: string | undefined): boolean {
  if (range === undefined) return true;
  return address !== undefined && !address.includes(":") && inRange(address, range);
}

function wild(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\*/g, ".*").replace(/\?/g, ".")}$`, "s");
}

/** The patterns of this test: a scheme or `*`, a host, a path, and a query or none. */
export function covers(pattern: string, url: string): boolean {
  if (pattern === url) return true;
  if (hasDotSegment(url)) return false;
  if (pattern === "*") return true;
  const [wantedPath = "", ...wantedQuery] = pattern.split("?");
  const [path = "", ...query] = url.split("?");
  const schemes = /^([^:]*):\/\/([^/]*)(.*)$/s;
  const [, wantedScheme = "", wantedHost = "", wantedRest = ""] = schemes.exec(wantedPath) ?? [];
  const [, scheme = "", host = "", rest = ""] = schemes.exec(path) ?? [];
  if (!wild(wantedScheme).test(scheme) || !wild(wantedHost).test(host) || !wild(wantedRest).test(rest))
    return false;
  if (wantedQuery.length === 0) return query.length === 0 || wantedRest.endsWith("*");
  return query.length > 0 && wild(wantedQuery.join("?")).test(query.join("?"));
}

const members: Readonly<Record<string, readonly [name: string, value: RegExp]>> = {
  DateLessThan: ["AWS:EpochTime", /^\d{1,11}$/],
  DateGreaterThan: ["AWS:EpochTime", /^\d{1,11}$/],
  IpAddress: ["AWS:SourceIp", /^"(\d{1,3}\.){3}\d{1,3}(\/([12]?\d|3[0-2]))?"$/],
};

/** The grammar of the developer guide, with the names of a policy as they are spelled there. */
export function isInGrammar(policy: string): boolean {
  const { Statement, ...more } = JSON.parse(policy);
  const [statement, ...others] = Array.isArray(Statement) ? Statement : [];
  const { Resource = "*", Condition, ...unknown } = statement ?? {};
  if (Object.keys({ ...more, ...unknown }).length > 0 || others.length > 0 || typeof Resource !== "string")
    return false;
  const conditions = Object.entries(Condition ?? {});
  const areKnown = conditions.every(([name, condition]) => {
    const [member = "", value = /^$/] = members[name] ?? [];
    const [[found, sent] = [], ...rest] = Object.entries(condition ?? {});
    return rest.length === 0 && found === member && value.test(JSON.stringify(sent));
  });
  return areKnown && conditions.some(([name]) => name === "DateLessThan");
}

/** A . or .. segment, plain or escaped: no wildcard covers it. */
function hasDotSegment(url: string): boolean {
  const path = (url.split("?")[0] ?? "").replace(/%2e/gi, ".").replace(/%2f/gi, "/").replace(/%5c/gi, "\\");
  return /[/\\]\.{1,2}([/\\]|$)/.test(path);
}
