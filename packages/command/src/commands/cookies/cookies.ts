import {
  type CloudFrontSigner,
  isCloudFrontSignError,
  type SignCookiesOptions,
} from "cloudfront-sign-webcrypto";
import { policyGrammar } from "cloudfront-sign-webcrypto/internals";
import { refuseUnused } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { type Arguments, type Call, type Command, type ExitStatus, inGroup } from "../../command.ts";
import { keyFlags, signOptionFlags } from "../../keys/flags.ts";
import { readSigner, readSignOptions } from "../../keys/read-signing.ts";
import { noteExpiry, policyNotes, signingNotes } from "../../keys/signing-notes.ts";
import { isFile, print } from "../../output/standard-output.ts";
import { sayNote } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { hasSeveralUrls } from "../../requests/url-argument.ts";
import { attributeFlags, readAttributeFlags } from "./attribute-flags.ts";
import { type CookieFormat, type CookieSet, cookieFormats, printed } from "./formats.ts";

const flags = {
  ...inGroup("Output", {
    format: {
      value: "FORMAT",
      does: "what to print; default: header",
      aliases: ["output"],
      choices: cookieFormats,
    },
    json: { does: "the same as --format json" },
    url: { value: "URL", does: "the URL in the output of --format curl, for a RESOURCE with wildcards" },
    resource: {
      value: "URL",
      does: "another way to pass RESOURCE, as in the AWS CLI",
      aliases: ["policy-resource"],
      isRepeatable: true,
    },
  }),
  ...keyFlags,
  ...signOptionFlags,
  ...attributeFlags,
} as const;

type CookiesFlag = keyof typeof flags;

const usual = "--key-pair-id K2JCJMDEHXQW5F --private-key private.pem --expires-in 4h";
const course = "'https://cdn.example.com/course/42/*'";

export const cookies: Command<CookiesFlag> = {
  forms: ["RESOURCE … --key-pair-id ID --private-key FILE --expires-in 4h [--format FORMAT]"],
  flags,
  get notes() {
    return [
      "RESOURCE is a URL or a pattern: * matches any number of characters, ? matches one. Put it in single quotes.",
      "Formats: header is the value of a Cookie request header (curl -b FILE does not read it). set-cookie prints the values of Set-Cookie response headers, one per line. json is an object of names and values. curl-jar is a cookie file for curl -b FILE. curl is a command line for a POSIX shell.",
      "For several RESOURCEs, the command signs several sets of cookies, each with the path of its RESOURCE. header and curl print one line for each set, and json prints a list.",
      "For d111111abcdef8.cloudfront.net, only the distribution itself can set cookies, without --domain. To set cookies from another host, give the distribution an alternate domain name.",
      `To use a line of the AWS CLI, replace aws cloudfront with ${program()}, and remove global options. sign-cookies prints json by default.`,
    ];
  },
  examples: [
    { does: "a request header", line: `cookies ${course} ${usual}` },
    {
      does: "Set-Cookie headers of your server, for the distribution cdn.example.com",
      line: `cookies ${course} ${usual} --format set-cookie --domain example.com`,
    },
    {
      does: "cookies for two folders",
      line: `cookies ${course} 'https://cdn.example.com/images/*' ${usual} --format set-cookie`,
    },
    {
      does: "a file for curl -b cookies.txt",
      line: `cookies ${course} ${usual} --format curl-jar > cookies.txt`,
    },
    {
      does: "a command line that requests one file",
      line: `cookies ${course} ${usual} --format curl --url https://cdn.example.com/course/42/1.mp4`,
    },
  ],
  run,
};

const headerNote =
  "The output is the value of a Cookie header. For a file that curl -b FILE reads, add --format curl-jar.";

async function run(args: Arguments<CookiesFlag>, call: Call): Promise<ExitStatus> {
  const format = formatOf(args, call);
  const resources = [...args.positionals, ...args.values("resource")];
  if (resources.length === 0 && !args.has("policy"))
    refuse("Give at least one RESOURCE that the cookies are for, or a whole policy with --policy.");
  for (const resource of resources)
    if (hasSeveralUrls(resource))
      refuse("RESOURCE: has several patterns; pass each as an argument of its own, in single quotes");
  if (format !== "curl")
    refuseUnused(
      args,
      ["url"],
      "only --format curl requests a URL; write RESOURCE without --url, or add --format curl",
    );
  if (resources.length > 1) refuseUnused(args, ["url"], "is for one RESOURCE; leave the others out");
  const attributes = readAttributeFlags(args, format);
  const signer = readSigner(args);
  const signOptions = (resources.length === 0 ? [undefined] : resources).map(
    (resource) =>
      ({ ...readSignOptions(args), ...(resource !== undefined && { resource }) }) as SignCookiesOptions,
  );
  const url = args.value("url");
  args.sources.set("url", "--url").set("resource", "RESOURCE");
  try {
    const note = signingNotes();
    const ipAddress = args.value("ip-address");
    for (const one of resources)
      note({ url: one, isAlone: !one.includes("*"), isOfCookies: true, ipAddress });
    const sets = await signSets(signer, signOptions, url);
    await print(printed[format]({ sets, attributes, url }));
    const notePolicy = policyNotes();
    for (const one of signOptions) notePolicy(() => one);
    noteExpiry(args.value("date-less-than"));
    if (format === "header" && !args.has("format") && isFile()) sayNote(headerNote);
  } catch (error) {
    if (isCloudFrontSignError(error) && signOptions.length > 1)
      args.sources.set("resource", await wordOfResource(signer, signOptions));
    throw error;
  }
  return 0;
}

function formatOf(args: Arguments<CookiesFlag>, { name }: Call): CookieFormat {
  const format = args.value("format") as CookieFormat | undefined;
  if (format !== undefined && format !== "json")
    refuseUnused(args, ["json"], `is set together with --format ${format}; keep one`);
  return format ?? (args.has("json") || name === "sign-cookies" ? "json" : "header");
}

async function signSets(
  signer: CloudFrontSigner,
  signOptions: readonly SignCookiesOptions[],
  url: string | undefined,
): Promise<CookieSet[]> {
  const [first, second] = signOptions;
  if (first !== undefined && second === undefined) {
    const grant = await signer.grant(first);
    // Throws for a URL that the cookies do not cover.
    if (url !== undefined) grant.signUrl(url);
    return [{ resource: resourceOf(first), cookies: grant.cookies }];
  }
  const resources = signOptions.map(resourceOf);
  const sets = await signer.signCookieSets(signOptions);
  return sets.map((cookies, i) => ({ resource: resources[i], cookies }));
}

/** What options cover, also in a ready policy; nothing for one that is refused when it is signed. */
function resourceOf(signOptions: SignCookiesOptions): string | undefined {
  if (signOptions.policy === undefined) return signOptions.resource;
  const read = policyGrammar.read(signOptions.policy);
  return "id" in read ? undefined : read.resource;
}

/** What a message says instead of `resource`: of several, the one that cannot be signed. */
async function wordOfResource(
  signer: CloudFrontSigner,
  signOptions: readonly SignCookiesOptions[],
): Promise<string> {
  for (const [i, one] of signOptions.entries())
    try {
      await signer.signCookies(one);
    } catch {
      return `RESOURCE ${i + 1} of ${signOptions.length}`;
    }
  return "RESOURCE";
}
