import { percentDecoded } from "cloudfront-sign-webcrypto/internals";

/** Letters beyond ASCII in UTF-8, percent-encoded. */
const beyondAscii = /(?:%[89a-f][\da-f])+/gi;

/**
 * What ASCII and columns of one byte make of letters that they lack: a ? for each letter, for each unit of UTF-16, or for
 * each byte of UTF-8.
 */
export const lostLetters: readonly ((part: string) => string)[] = [
  (part) => part.replace(beyondAscii, (escapes) => percentDecoded(escapes).replace(/[^\0-\x7f]/gu, "?")),
  (part) => part.replace(beyondAscii, (escapes) => percentDecoded(escapes).replace(/[^\0-\x7f]/g, "?")),
  (part) => part.replace(beyondAscii, (escapes) => "?".repeat(escapes.length / 3)),
];

/**
 * Characters that HTML reads out of & and letters without a semicolon, as far as names of parameters begin with them.
 *
 * Source: HTML, "Named character references".
 */
const entities =
  "®reg ©copy §sect ¶para ×times ÷divide ¬not °deg µmicro ¥yen £pound ¢cent ¤curren ±plusmn ·middot «laquo »raquo ¯macr ¨uml ¸cedil ´acute ªordf ºordm ðeth þthorn <lt >gt";

/** The same in a query where the rest of a name stands behind the character. */
const read = /(?:%C[23]%[89AB][\dA-F]|%3[CE]|[<>\u00a2-\u00fe])(?=[a-z_]{0,30}=)/gi;

/** A query with the & and the letters out of which HTML read a character; unchanged without one. */
export function withEntities(query: string): string {
  return query.replace(read, (written) => {
    const character = percentDecoded(written);
    const entity = entities.split(" ").find((one) => one.startsWith(character));
    return entity === undefined ? written : `&${entity.slice(character.length)}`;
  });
}

/** The character that {@link withEntities} finds first, and what it was. */
export function entityIn(query: string): readonly [character: string, entity: string] | undefined {
  for (const [written] of query.matchAll(read)) {
    const plain = withEntities(`${written}=`).slice(0, -1);
    if (plain !== written) return [percentDecoded(written), plain];
  }
  return undefined;
}
