import { styled, wrap } from "cloudfront-sign-cli/output/terminal.ts";
import type { Question } from "./question.ts";

/** Requests for each kind of question: with its control; several a second; until a cache is filled. */
const requestsOf: Readonly<Record<Question["kind"], number>> = { request: 2, second: 40, cache: 12 };

/** To be ready, and to find the viewer's address. */
const otherRequests = 40;

/** About how many requests the questions take. */
export function requestCount(questions: readonly Question[]): number {
  return questions.reduce((sum, { kind }) => sum + requestsOf[kind], otherRequests);
}

/** What --apply would do. */
export function planText(questions: readonly Question[], width: number): string {
  const requests = Math.ceil(requestCount(questions) / 100) * 100;
  const paragraphs = [
    `Asks a real CloudFront distribution ${questions.length} questions that AWS does not document, or not in every detail, and compares each answer with the decision of this package's verifier. Nothing is made and nothing is sent without --apply or --outputs.`,
    "--apply runs terraform init, apply and destroy, with the AWS credentials that Terraform finds, and makes, with names that start with cloudfront-sign-conformance and 8 random characters:",
  ];
  const made = [
    "an S3 bucket with 8 small objects, not public, with a bucket policy for the distribution",
    "a CloudFront distribution (PriceClass_100) with an origin access control and a cache policy",
    "2 public keys (RSA 2048 and P-256) and a key group; the private keys are new and stay on this machine",
  ];
  const closing = [
    `It then sends about ${requests} requests of a few hundred bytes, writes conformance.json and conformance.md, and removes everything, also after Ctrl-C. It takes about 15 minutes, most of them for the distribution.`,
    "It costs less than 0.01 US dollars at list prices: requests to CloudFront and S3. Distributions, keys and policies cost nothing while they exist.",
    "The results hold no account ID, no name of a bucket or distribution, no key and no address of yours. --help shows all options.",
  ];
  return [
    ...paragraphs.flatMap((text) => [...wrap(text, width), ""]),
    ...made.flatMap((text) =>
      wrap(text, width - "  - ".length).map((line, i) => (i === 0 ? `  - ${line}` : `    ${line}`)),
    ),
    "",
    ...closing.flatMap((text) => [...wrap(text, width), ""]),
    styled(process.stdout, "bold", "To do it"),
    `  npm run conformance -- --apply`,
    "",
  ].join("\n");
}
