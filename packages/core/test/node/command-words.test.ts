import { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { messageInFlags, shellSteps, stepsOfFile } from "../../src/cli/flag-words.ts";
import { allFaults } from "../suite/faults/all-faults.ts";
import type { Fault } from "../suite/faults/fault.ts";

/** Errors of the library in the words of the command. */

function errorOf({ code, message }: Fault): CloudFrontSignError {
  const [option = ""] = message.split(": ", 1);
  return new CloudFrontSignError(code, option, message.slice(option.length + 2));
}

describe("a message of the library, in the words of the command,", () => {
  it("has a flag for every option that a message of the library names", () => {
    const options = [
      "keyPairId",
      "allowAnyKeyPairId",
      "privateKey",
      "hashAlgorithm",
      "expiresIn",
      "dateLessThan",
      "dateGreaterThan",
    ];
    for (const fault of allFaults) {
      const { code } = fault;
      const words = messageInFlags(errorOf(fault));
      // A misspelt name is quoted as it was given, and a flag cannot be misspelt that way.
      if (code !== "ERR_OPTION_UNKNOWN")
        for (const name of [...options, "cacheWindow", "ipAddress"])
          expect(words).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it("has a step for a shell where the library has one for JavaScript", () => {
    // No shell can give such a value or a function, and the command has no option privateKeyPath.
    const value =
      /^(?:load|sign|privateKeyPath): |\b(?:is|received) (?:an? (?:Promise|Blob|URL object|secret KeyObject|object|array)|null)\b/;
    const reachable = allFaults.filter(({ message }) => !value.test(message));
    expect(reachable.length).toBeGreaterThan(allFaults.length / 2);
    for (const fault of reachable)
      for (const privateKey of ["CLOUDFRONT_PRIVATE_KEY", "--private-key key.pem"])
        expect(messageInFlags(errorOf(fault), { privateKey })).not.toMatch(
          /readFileSync|JSON\.stringify|cloudFrontUrl\(|createPrivateKey\(|\bawait\b|new URL\(|\.trim\(|Uint8Array\.from/,
        );
  });

  it.each([...shellSteps, ...stepsOfFile])("replaces %j, which the library says", (said) => {
    expect(allFaults.some(({ message }) => message.includes(said))).toBe(true);
  });
});
