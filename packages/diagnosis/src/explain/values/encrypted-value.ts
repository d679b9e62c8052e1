import { percentDecoded } from "cloudfront-sign-webcrypto/internals";

/** What frameworks make of a cookie's value when they encrypt or sign it. */
export type CookieFramework =
  | "Laravel"
  | "Rails"
  | "Express"
  | "Fastify"
  | "Django"
  | "ASP.NET Core"
  | "Yii"
  | "Phoenix"
  | "CakePHP"
  | "iron-session"
  | "a JSON Web Token";

/** The forms of their values, percent-decoded. CloudFront's own values have letters, digits and `-_~` alone. */
const forms: Record<CookieFramework, RegExp> = {
  // Base64 of {"iv": with which all values of Illuminate\Encryption start.
  Laravel: /^eyJpdiI6/,
  // ActiveSupport::MessageVerifier (data--digest) and MessageEncryptor (data--iv--tag, each in base64).
  Rails: /^[\w+/=]+--(?:[\da-f]{40}|[\da-f]{64}|[\w+/]{16}--[\w+/]{22}==)$/,
  // cookie-signature with the s: of cookie-parser in front. Neither : nor . is in a value of CloudFront.
  Express: /^s:.+\.[\w+/-]+=*$/,
  // cookie-signature alone.
  Fastify: /^[^.]+\.[\w+/]{43}=?$/,
  // django.core.signing: value, time in base 62 and signature.
  Django: /:\w{6}:[\w-]{27,43}$/,
  // Microsoft.AspNetCore.DataProtection: a magic number in base64url.
  "ASP.NET Core": /^CfDJ8/,
  // yii\web\Cookie: HMAC-SHA256 in hexadecimal, then name and value as PHP serializes them.
  Yii: /^[\da-f]{64}a:2:\{/,
  // Plug.Crypto: HS256 or A128GCM in base64.
  Phoenix: /^(?:SFMyNTY|QTEyOEdDTQ)\./,
  // Cake\Utility\CookieCryptTrait: "Cake" in base64.
  CakePHP: /^Q2FrZQ==\./,
  // @hapi/iron, version 2.
  "iron-session": /^Fe26\.2\*/,
  // JSON Web Signature and Encryption, compact.
  "a JSON Web Token": /^eyJ[\w-]+\.[\w-]*\.[\w-]+(?:\.[\w-]+\.[\w-]+)?$/,
};

/** The framework that encrypted or signed a value. */
export function encryptedBy(value: string): CookieFramework | undefined {
  const decoded = percentDecoded(value);
  return (Object.keys(forms) as CookieFramework[]).find((framework) => forms[framework].test(decoded));
}
