import { readPastedRequest } from "cloudfront-sign-webcrypto/verify";
import { expect, it } from "vitest";

/** A command that changes something must not be taken for a GET: `explain --fetch` repeats safe methods alone. */

const url = "https://d111111abcdef8.cloudfront.net/a?Expires=1&Signature=AA&Key-Pair-Id=K2JCJMDEHXQW5F";

it.each([
  ["curl 'URL' --data-urlencode x=1", "POST"],
  ["curl 'URL' --data-ascii x", "POST"],
  ["curl 'URL' -F a=b", "POST"],
  ["curl 'URL' --form a=b", "POST"],
  ["curl 'URL' --form-string a=b", "POST"],
  ["curl 'URL' -T film.mp4", "PUT"],
  ["curl 'URL' --upload-file film.mp4", "PUT"],
  ["curl 'URL' -T film.mp4 -X POST", "POST"],
  ["curl 'URL' -o film.mp4", undefined],
  ["wget --post-data=a=b 'URL'", "POST"],
  ["wget --post-file film.mp4 'URL'", "POST"],
  ["wget --method DELETE 'URL'", "DELETE"],
  ["wget 'URL'", undefined],
  ["ffmpeg -i film.mp4 -method PUT 'URL'", "PUT"],
  ["ffmpeg -i 'URL' film.mp4", undefined],
])("%s has the method %s", (command, method) => {
  const request = readPastedRequest(command.replace("URL", url));
  expect([request?.url, request?.method]).toEqual([url, method]);
});
