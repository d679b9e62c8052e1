/** The value of a policy or a signature, also where the = in front of it is escaped. */
const secret = /((?:Policy|Signature)(?:=|%(?:25){0,9}3D))(?:[\w~+/=-]|%(?:25){0,9}(?:2B|2F|3D))+/gi;

/** A text from elsewhere without the policies and signatures in it, which others could use. */
export function withoutSecrets(text: string): string {
  return text.replace(secret, "$1…");
}
