/** What is wrong with text that should be CloudFront's base64, in words. */
export function alphabetProblem(text: string): string {
  if (/^(undefined|null|NaN|\[object.*)$/.test(text))
    return `it is the word "${text.slice(0, 16)}": a variable that was not set`;
  if (/^[{\s]/.test(text)) return "it is not encoded at all";
  if (/%[0-9a-f]{2}/i.test(text)) return "it is percent-encoded";
  const [foreign] = /[^\w~-]/.exec(text) ?? [];
  if (foreign)
    return `it has "${foreign}" in it: ${/[+/= ]/.test(foreign) ? "plain base64, of which + = / must become - _ ~" : "no base64"}`;
  if (/_(?!_?$)/.test(text))
    return 'it has "_" inside, which is padding here: base64url, not CloudFront\'s alphabet';
  if (text.length % 4)
    return `it has ${text.length} characters, no multiple of 4: cut off, or the padding _ was dropped`;
  return "it is no base64 that any encoder makes";
}
