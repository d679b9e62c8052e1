import { type PlainEcKey, plainEcKey } from "./ec-private-key.ts";
import { type Jwk, jwkBytes, jwkKeyType, jwkNumber, jwkPoint } from "./jwk.ts";
import { notPrivate } from "./key-error.ts";
import { type PlainRsaKey, plainRsaKey } from "./rsa-private-key.ts";

/** A private key of a JWK (RFC 7518 sections 6.2.2 and 6.3.2). */
export function readPrivateJwk(jwk: Jwk, option: string): PlainRsaKey | PlainEcKey {
  const keyType = jwkKeyType(jwk, option);
  if (!jwk.d) notPrivate(option, "the JWK of a public key");
  if (keyType === "EC") return plainEcKey(jwkBytes(jwk, "d", option), [jwkPoint(jwk, option)], option);
  return plainRsaKey(
    {
      n: jwkNumber(jwk, "n", option),
      e: jwkNumber(jwk, "e", option),
      d: jwkNumber(jwk, "d", option),
      p: jwkNumber(jwk, "p", option),
      q: jwkNumber(jwk, "q", option),
      dp: jwkNumber(jwk, "dp", option),
      dq: jwkNumber(jwk, "dq", option),
      qi: jwkNumber(jwk, "qi", option),
    },
    option,
  );
}
