import type {
  CloudFrontDiagnosisOptions,
  CloudFrontDistributionFindingId,
} from "cloudfront-sign-diagnosis/doctor";
import printed from "../vectors/distributions/documents.json";
import { keyText } from "./keys.ts";
import { keyPairId } from "./signers.ts";

/** What the AWS CLI printed of distributions of an emulator: see `vectors/distributions/make.py`. */
type Case = keyof typeof printed;

export const rightCases = Object.keys(printed).filter((name) => name.startsWith("right")) as Case[];
export const faultCases = Object.keys(printed).filter((name) => !name.startsWith("right")) as Case[];

export function documentsOf(name: Case): unknown[] {
  return Object.values(printed[name]);
}

/** What a user of the right distribution signs with. */
const rightOptions: Omit<CloudFrontDiagnosisOptions, "documents"> = {
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  ipAddress: "203.0.113.0/24",
  urls: ["https://media.example.com/a.mp4", "https://d111111abcdef8.cloudfront.net/videos/b.mp4"],
};

/** Faults that are in what the user signs with, or that are seen by it only. */
const otherOptions: Partial<
  Record<CloudFrontDistributionFindingId, Omit<CloudFrontDiagnosisOptions, "documents">>
> = {
  "behavior-open": { urls: undefined },
  "behavior-unreachable": { urls: ["https://media.example.com/a.mp4"] },
  "nothing-restricted": { urls: undefined },
  "key-groups-disabled": { urls: undefined },
  "url-not-restricted": { urls: ["https://media.example.com/downloads/a.zip"] },
  "url-host-unknown": { urls: ["https://cdn.example.com/a.mp4"] },
  "url-not-https": { urls: ["http://media.example.com/a.mp4"] },
  "query-not-forwarded": { urls: ["https://media.example.com/a.jpg?width=200&response-content-type=x"] },
  "query-not-in-cache-key": { urls: ["https://media.example.com/a.pdf?response-content-disposition=x"] },
  "key-pair-id-wrong": { keyPairId: "c88311fc-e0de-50c7-a123-7fa4a6b10610" },
  "key-pair-mismatch": { privateKey: keyText("rsa2048-b.pkcs8.pem") },
  "ip-address-private": { ipAddress: "10.0.0.7" },
};

export function diagnosisOptions(name: Case): CloudFrontDiagnosisOptions {
  const [id = ""] = name.split(",");
  const changes = otherOptions[id as CloudFrontDistributionFindingId];
  return { documents: documentsOf(name), ...rightOptions, ...changes };
}
