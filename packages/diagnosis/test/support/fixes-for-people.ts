import type { Follower } from "./fix-followers.ts";
import { signedAgain, signedAnew } from "./signed-again.ts";

/** A fix that names nothing that a program can do with the request, and what the person's step comes to if it can be tried. */
export interface FixForPeople {
  readonly fix: RegExp;
  readonly because: string;
  readonly tried?: Follower;
}

export const fixesForPeople: readonly FixForPeople[] = [
  {
    fix: /^(?:Add the host name to the distribution as an alternate|Give the distribution an alternate domain name)/,
    because: "a DNS record, a certificate and the distribution",
  },
  {
    fix: /^(?:Set fewer cookies for this domain|Shorten the policy)/,
    because: "which other cookies or resources an application needs",
  },
  {
    fix: /^(?:Change the geographic restrictions|Find the rule in the sampled requests|Exclude this path from the rules of the web ACL)/,
    because: "the geographic restrictions or the web ACL",
  },
  {
    fix: /^(?:Look at the error pages of the distribution|Look at the code of the function|Allow the method in the cache behavior|Restrict viewer access)/,
    because: "a setting of the cache behavior or the distribution",
  },
  {
    fix: /^(?:Correct the clock of what signs|Look up this code in the list|Look at the origin|Check that the object exists|Take AWSAccessKeyId|Use origin access control instead|Compare the path of the URL with the key of the object|Replace the origin access identity|Enable the KMS key again|Store the object anew|Allow cloudfront\.amazonaws\.com)/,
    because: "the origin",
  },
  { fix: /^Send GET without custom headers/, because: "the script of the page" },
  { fix: /^Turn IPv6 off for the distribution/, because: "the distribution" },
  {
    fix: /^Sign with a key that is in a key group/,
    because: "the key group",
  },
  {
    fix: /^(?:Pass the body and the headers of the response|Look for another cache behavior|Look at the request that was actually sent)/,
    because: "the request that failed is another one",
  },
  {
    fix: /^(?:Copy the (?:whole )?URL from its source|Copy [\w-]+ again from its source|Put the URL in single quotes|Store the URL where more than|Send the whole signature\.|Send the whole policy, as it was signed|Send all of)/,
    because: "the rest of the text is only at its source",
    tried: signedAnew,
  },
  {
    fix: /^(?:Send Expires for a canned policy|Add Signature, or)/,
    because: "the value is only where it was signed",
    tried: signedAnew,
  },
  {
    fix: /^(?:Request the URL|Send \w+) with the letters that were signed/,
    because: "the letters are only at its source",
    tried: signedAnew,
  },
  {
    fix: /^End the value of [\w-]+ before it\./,
    because: "the program that appends to a signed URL is somewhere else",
    tried: signedAnew,
  },
  {
    fix: /^Look at the cookies in the developer tools/,
    because: "the value is only in the browser, or where it was set",
    tried: signedAnew,
  },
  {
    fix: /^Send the parameters in the order in which they were signed/,
    because: "the order is only where it was signed",
    tried: (request) => signedAgain(request),
  },
  {
    fix: /^(?:Check whether the URL or the policy was altered|Check which private key signs|Check that you passed the public key|Sign with the private key of the ID|Make a key pair on P-256|Send ECDSA signatures in DER)/,
    because: "which key and which text were used is only known where it was signed",
    tried: (request) => signedAgain(request),
  },
  {
    fix: /^Sign and request the distribution's domain name instead of the bucket's/,
    because: "the request does not have the distribution's domain name",
  },
  {
    fix: /^(?:Add the cookie names to the except list|Set the cookies without (?:signed|cookies\.encrypted))/,
    because: "the configuration of a framework",
    tried: signedAnew,
  },
  { fix: /^Keep the URL below 8,192/, because: "what makes the request so long is the application's" },
  { fix: /^Request an absolute http or https URL/, because: "which part of the text was meant is not in it" },

  {
    fix: /^Request a path that Resource covers\. If this file was meant/,
    because: "only the author of the policy knows what was meant",
  },
  {
    fix: /^Find the variable that this part of the URL comes from/,
    because: "the value is only in the program that wrote the URL",
  },
];
