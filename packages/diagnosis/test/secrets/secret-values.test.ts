import { withoutSecrets } from "cloudfront-sign-diagnosis/internals";
import { expect, it } from "vitest";

const signature = "Vq3s8kQm2xPz7tLw9bNc4hRd6jFg1yTe";

it.each([
  "Policy: covers another folder",
  "Signature => base64 of the bytes",
  "the Signature = cut off",
  "Policy is no JSON",
])("words behind the name of a parameter are no secret: %s", (text) => {
  expect(withoutSecrets(text)).toBe(text);
});

it.each([
  `Signature=${signature}`,
  `Signature => ${signature}`,
  `"Policy": "${signature}"`,
  `CloudFront-Signature%3D${signature}`,
  `&lt;Signature>${signature}</Signature>`,
])("a value behind one is hidden, whoever's it is: %s", (text) => {
  expect(withoutSecrets(text)).not.toContain(signature.slice(0, 12));
});
