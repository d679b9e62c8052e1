/** A policy that a text shows, and the text without it. */
interface TextWithPolicy {
  readonly policy: string | undefined;
  readonly rest: string;
}

/** The name of the member that every policy has, in the notation of any language, and what stands in front of its value. */
const resourceMember =
  /\bResource\b\\?["'\]]?\s{0,9}(?:=>|[:=,])\s{0,9}\\?["'`]?(?=https?\*?:|\*|\\?\/|[\w.-]+\/)/;

/** The longest policy that is read, and how far its start is looked for. Our own limits. */
const longestPolicy = 4000;
const longestBefore = 200;

/** The policy in the source of a program, in what it prints, or in JSON: its Resource names no request. */
export function takePolicy(text: string): TextWithPolicy {
  const at = text.search(resourceMember);
  const before = text.slice(Math.max(0, at - longestBefore), Math.max(0, at));
  const [lead = ""] =
    /[{[(]?\s{0,9}\\?["']?Statements?\b[\s\S]*$/.exec(before) ?? /[{[(][^{[(]*$/.exec(before) ?? [];
  // The brackets of PHP's print_r are around the names alone.
  for (const start of at < 0 ? [] : [at - lead.length, at]) {
    const policy = policyAtStart(text.slice(start, start + longestPolicy));
    if (/\bDate(?:Less|Greater)Than\b/.test(policy))
      return { policy, rest: `${text.slice(0, start)}null${text.slice(start + policy.length)}` };
  }
  return takeSigned(text);
}

/** Up to where the bracket closes that it starts with; without one, up to the last line of a condition. */
function policyAtStart(text: string): string {
  let depth = 0;
  const length = /^[{[(]/.test(text) ? text.length : 0;
  for (let at = 0; at < length; at++) {
    if ("{[(".includes(text.charAt(at))) depth++;
    else if (")]}".includes(text.charAt(at)) && --depth === 0) return text.slice(0, at + 1);
  }
  const [block = ""] = text.split(/\n\s*\n/, 1);
  return /^[\s\S]*\b(?:EpochTime|SourceIp)\b.*/.exec(block)?.[0] ?? "";
}

/** A policy for the URL that the text says was signed, without its parameters. */
function takeSigned(text: string): TextWithPolicy {
  const [, url = ""] =
    /\bsigned(?:[ _-]?(?:for|as) |(?:[ _-]?(?:for|as|url|resource))?["']?\s?[:=]\s{0,4})["'`<]?(https?:\/\/[^\s"'`<>]{1,4000})/i.exec(
      text,
    ) ?? [];
  const [own = ""] = url.split(/[?&](?:Expires|Policy|Signature|Key-Pair-Id)=/, 1);
  const [, signature] = /[?&]Signature=([\w~-]+)/.exec(url) ?? [];
  // A URL with another signature is that of another file.
  const isOther = signature !== undefined && text.split(signature).length < 3;
  if (own === "" || isOther) return { policy: undefined, rest: text };
  const policy = JSON.stringify({ Resource: own.replace(/[.,;)]$/, "") });
  return { policy, rest: signature === undefined ? text : text.replace(url, () => "") };
}
