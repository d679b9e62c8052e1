import { percentDecoded } from "cloudfront-sign-webcrypto/internals";

/** What frameworks make of a cookie's value, and libraries of any value, when they encrypt or sign it. */
interface Encryption {
  readonly by: string;
  /** Of the value, percent-decoded. CloudFront's own values have letters, digits and `-_~` alone. */
  readonly form: RegExp;
  /** Whether a few letters are the whole form: one signature in a billion begins with them by chance. */
  readonly mayBeChance?: true;
  /** How it sets a cookie as it is. */
  readonly fix: string;
}

const encryptions: readonly Encryption[] = [
  // Base64 of {"iv": with which all values of Illuminate\Encryption start.
  {
    by: "Laravel",
    form: /^eyJpdiI6/,
    fix: "Add the cookie names to the except list of Laravel's EncryptCookies, and set them with the raw argument (Cookie::make, the sixth), since Laravel also encodes values.",
  },
  // ActiveSupport::MessageVerifier (data--digest) and MessageEncryptor (data--iv--tag, each in base64).
  {
    by: "Rails",
    form: /^[\w+/=]+--(?:[\da-f]{40}|[\da-f]{64}|[\w+/]{16}--[\w+/]{22}==)$/,
    fix: "Set the cookies without cookies.encrypted and cookies.signed: write the Set-Cookie headers yourself, since Rails also encodes values.",
  },
  // cookie-signature with the s: of cookie-parser in front. Neither : nor . is in a value of CloudFront.
  {
    by: "Express",
    form: /^s:.+\.[\w+/-]+=*$/,
    fix: "Set the cookies without signed, and with encode: String, as Express signs and encodes them otherwise.",
  },
  // cookie-signature alone.
  {
    by: "Fastify",
    form: /^[^.]+\.[\w+/]{43}=?$/,
    fix: "Set the cookies without signed, and with encode: String, as Fastify encodes them otherwise.",
  },
  // django.core.signing: value, time in base 62 and signature.
  {
    by: "Django",
    form: /:\w{6}:[\w-]{27,43}$/,
    fix: "Set the cookies with response.set_cookie, not with set_signed_cookie.",
  },
  // Microsoft.AspNetCore.DataProtection: a magic number in base64url.
  {
    by: "ASP.NET Core",
    form: /^CfDJ8/,
    mayBeChance: true,
    fix: "Write the Set-Cookie headers yourself, with no data protection: Response.Headers.Append takes the value as it is.",
  },
  // yii\web\Cookie: HMAC-SHA256 in hexadecimal, then name and value as PHP serializes them.
  {
    by: "Yii",
    form: /^[\da-f]{64}a:2:\{/,
    fix: "Set enableCookieValidation to false for these cookies, or write the Set-Cookie headers yourself with header().",
  },
  // Plug.Crypto: HS256 or A128GCM in base64.
  {
    by: "Phoenix",
    form: /^(?:SFMyNTY|QTEyOEdDTQ)\./,
    fix: "Set the cookies with put_resp_cookie without encrypt and sign.",
  },
  // Cake\Utility\CookieCryptTrait: "Cake" in base64.
  {
    by: "CakePHP",
    form: /^Q2FrZQ==\./,
    fix: "Remove the names of the cookies from EncryptedCookieMiddleware.",
  },
  // @hapi/iron, version 2.
  {
    by: "iron-session",
    form: /^Fe26\.2\*/,
    fix: "Set the cookies by themselves, each with its own name, and not in a session.",
  },
  // A version, and a time of this century.
  {
    by: "Fernet",
    form: /^gAAAAA[A-Za-z\d]/,
    fix: "Set the values that the signer returned, without encrypting them.",
  },
  // "Salted__" in base64.
  {
    by: "OpenSSL or CryptoJS",
    form: /^U2FsdGVkX1/,
    fix: "Set the values that the signer returned, without encrypting them.",
  },
  // The start of a CiphertextBlob: a version and the length of its key.
  {
    by: "AWS KMS",
    form: /^AQIC/,
    mayBeChance: true,
    fix: "Decrypt the values before you set them: only the private key is a secret, and signed values are not.",
  },
  // JSON Web Signature and Encryption, compact.
  {
    by: "a JSON Web Token",
    form: /^eyJ[\w-]+\.[\w-]*\.[\w-]+(?:\.[\w-]+\.[\w-]+)?$/,
    fix: "Set the values that the signer returned, each as it is, and not in a token.",
  },
];

/** What encrypted or signed a value. */
export function encryptionOf(value: string): Encryption | undefined {
  const decoded = percentDecoded(value);
  return encryptions.find(({ form }) => form.test(decoded));
}
