import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, type Duration, loadedKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it, vi } from "vitest";
import { keyOverHttp } from "./loaders/http.ts";
import { startKeyServer } from "./support/key-server.ts";
import { jsonOf, newKey, oldKey, type Pair, signersOf } from "./support/keys.ts";

/** A key from an HTTP endpoint that answers in every way that an endpoint can. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };
const token = "token-of-the-application";

const answerWith =
  (pair: Pair): RequestListener =>
  (_, answer) => {
    answer.writeHead(200, { "Content-Type": "application/json" }).end(jsonOf(pair));
  };

/** A signer whose key comes from a server that answers as the last call of `answerWith` says. */
async function setUp(first: RequestListener, timeout: Duration = "1m") {
  let current = first;
  const endpoint = await startKeyServer((request, answer) => current(request, answer));
  const onError = vi.fn();
  const key = loadedKey({ load: keyOverHttp(endpoint, token), onError, timeout });
  const signer = createCloudFrontSigner({ key, now: () => moment });
  return {
    key,
    onError,
    answer: (listener: RequestListener) => {
      current = listener;
    },
    idOfSigner: async () => (await signersOf([await signer.signUrl(url, terms)]))[0],
  };
}

it("a token of two lines is refused without quoting it; the line break at the end of a file is none of it", () => {
  for (const wrong of ["", "undefined token", "two\nlines", "caf\u00e9"])
    expect(() => keyOverHttp(url, wrong)).toThrow(
      new Error(
        "token: is not set, or has characters that no token has; set the variable with the token of the key server",
      ),
    );
  expect(keyOverHttp(url, `${token}\n`)).toBeTypeOf("function");
});

it("an ETag saves the body: after 304 the same key signs, after 200 the new one", async () => {
  const requests: IncomingMessage[] = [];
  const withTag =
    (pair: Pair, tag: string): RequestListener =>
    (request, answer) => {
      requests.push(request);
      const isSame = request.headers["if-none-match"] === tag;
      answer.writeHead(isSame ? 304 : 200, { ETag: tag }).end(isSame ? "" : jsonOf(pair));
    };
  const { key, onError, answer, idOfSigner } = await setUp(withTag(oldKey, '"1"'));
  expect(await idOfSigner()).toBe(oldKey.keyPairId);
  expect(await key.reload()).toBe(oldKey.keyPairId);
  answer(withTag(newKey, '"2"'));
  expect(await key.reload()).toBe(newKey.keyPairId);
  expect(await key.reload()).toBe(newKey.keyPairId);
  expect(await idOfSigner()).toBe(newKey.keyPairId);
  expect(requests.map(({ headers }) => [headers["if-none-match"], headers.authorization])).toEqual(
    [undefined, '"1"', '"1"', '"2"'].map((tag) => [tag, `Bearer ${token}`]),
  );
  expect(onError).not.toHaveBeenCalled();
});

describe("the last key goes on, and the hook hears why, when the server", () => {
  const failed = "load: failed; see the cause of this error";
  const noJson =
    'load: returned a text that is not JSON; return {"keyPairId": "K…", "privateKey": "-----BEGIN …"}, or the object itself';
  const faults: [string, RequestListener, object][] = [
    [
      "answers 500",
      (_, answer) => void answer.writeHead(500).end("{}"),
      { message: failed, cause: { message: "the key server answered 500" } },
    ],
    [
      "answers 304 to a request without a condition",
      (_, answer) => void answer.writeHead(304).end(),
      { message: failed, cause: { message: "the key server answered 304" } },
    ],
    [
      "answers with a page",
      (_, answer) => void answer.setHeader("Content-Type", "text/html").end("<!DOCTYPE html><title>Sign in"),
      { message: noJson },
    ],
    [
      "answers with an empty body",
      (_, answer) => void answer.end(),
      { message: "load: returned an empty text; check that the secret has a value" },
    ],
    [
      "answers with an object without a key",
      (_, answer) => void answer.end("{}"),
      {
        message:
          "load: returned a key that cannot be used: keyPairId: is undefined, not the ID of a public key, such as K2JCJMDEHXQW5F; check where it is set",
        cause: { code: "ERR_KEY_PAIR_ID_INVALID" },
      },
    ],
    [
      "closes the connection in the middle of the body",
      (_, answer) => {
        answer.writeHead(200, { "Content-Length": 5000 }).write(jsonOf(newKey).slice(0, 500));
        setTimeout(() => answer.destroy(), 50);
      },
      { message: failed, cause: { message: "terminated" } },
    ],
  ];
  it.for(faults)("%s", async ([, fault, error]) => {
    const { key, onError, answer, idOfSigner } = await setUp(answerWith(oldKey));
    expect(await idOfSigner()).toBe(oldKey.keyPairId);
    answer(fault);
    const rejection = await key.reload().catch((reason: unknown) => reason);
    expect(rejection).toMatchObject({ code: "ERR_KEY_LOAD_FAILED", option: "load", ...error });
    expect(onError.mock.calls).toEqual([[rejection]]);
    expect(await idOfSigner()).toBe(oldKey.keyPairId);
    answer(answerWith(newKey));
    expect(await key.reload()).toBe(newKey.keyPairId);
    expect(await idOfSigner()).toBe(newKey.keyPairId);
  });
});

it("a redirect is not followed: the other server never sees the token", async () => {
  const other = vi.fn();
  const elsewhere = await startKeyServer(other);
  const { onError, idOfSigner } = await setUp(
    (_, answer) => void answer.writeHead(302, { Location: elsewhere }).end(),
  );
  await expect(idOfSigner()).rejects.toMatchObject({
    code: "ERR_KEY_LOAD_FAILED",
    cause: { message: "the key server answered 302" },
  });
  expect(onError).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
});

it("a body that does not end is given up at the timeout, and its connection closed", async () => {
  const sockets: Socket[] = [];
  const { key, onError, answer, idOfSigner } = await setUp(answerWith(oldKey), "3s");
  expect(await idOfSigner()).toBe(oldKey.keyPairId);
  answer((request, response) => {
    sockets.push(request.socket);
    response.writeHead(200).write(jsonOf(newKey).slice(0, 100));
  });
  await expect(key.reload()).rejects.toMatchObject({
    code: "ERR_KEY_LOAD_FAILED",
    message: "load: took longer than 3 s; check whether the key store responds, or raise timeout",
  });
  await expect.poll(() => sockets[0]?.closed).toBe(true);
  expect(await idOfSigner()).toBe(oldKey.keyPairId);
  expect(onError).toHaveBeenCalledTimes(1);
});
