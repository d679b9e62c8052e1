import { readPastedRequest } from "cloudfront-sign-diagnosis";
import { expect, it } from "vitest";

/**
 * A command that changes something must not be taken for a GET: `explain --fetch` repeats safe methods alone, and
 * those only where the method is known.
 */

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
  ["curl 'URL' -o film.mp4", "GET"],
  ["curl 'URL' -H 'a: b' -b 'a=b' --compressed --insecure", "GET"],
  ["curl -sSLkfvi --max-time 5 -w '%{http_code}' 'URL'", "GET"],
  ["curl -X GET 'URL' -d x", "GET"],
  ["curl -G -d a=b 'URL'", "GET"],
  ["curl --get --data-urlencode a=b 'URL'", "GET"],
  ["curl -I 'URL'", "HEAD"],
  ["curl -GI -d a=b 'URL'", "HEAD"],
  ["curl -X DELETE -G -d a=b 'URL'", "DELETE"],
  ["curl -G -T film.mp4 'URL'", "PUT"],
  ["curl \\\n  -X \\\n  POST 'URL'", "POST"],
  // What no list of options knows is not a GET.
  ["curl -X \"$METHOD\" 'URL'", undefined],
  ["curl --request=POST 'URL'", undefined],
  ["curl --reque POST 'URL'", undefined],
  ["curl \"$@\" 'URL'", undefined],
  ["curl $OPTIONS 'URL'", undefined],
  ["curl -K options.txt 'URL'", undefined],
  ["curl --config options.txt 'URL'", undefined],
  ["curl 'URL' --next -X POST https://a.example", "POST"],
  ["curl 'URL' --next -I https://a.example", undefined],
  ["curl 'URL' --mail-from a", undefined],
  ["curl 'URL' -Z -d", "POST"],
  ["wget --post-data=a=b 'URL'", "POST"],
  ["wget --post-file film.mp4 'URL'", "POST"],
  ["wget --method DELETE 'URL'", "DELETE"],
  ["wget 'URL'", undefined],
  ["wget --method GET --method=DELETE 'URL'", "DELETE"],
  ["Invoke-WebRequest 'URL' -Method Get; Invoke-WebRequest 'URL' -Method Post", "POST"],
  ["Invoke-WebRequest -CustomMethod DELETE -Uri 'URL'", "DELETE"],
  ['<form method="post" action="URL">', "POST"],
  ["sudo \\\n  curl \\\n  -XPOST 'URL'", "POST"],
  ["Request Method: GET\nURL\nRequest Method: POST", "POST"],
  ['fetch("URL", { method: "GET" }); fetch("URL", { method: "PUT" })', "PUT"],
  ['[{ "url": "URL", "method": "GET" }, { "url": "URL", "method": "PATCH" }]', "PATCH"],
  ["Request URL:\nURL\nRequest Method:\nGET\nStatus Code:\n403 Forbidden", "GET"],
  ["curl --head 'URL'", "HEAD"],
  ["curl --request PUT 'URL'", "PUT"],
  ["curl -oI 'URL'", "GET"],
  ["Invoke-WebRequest -UseBasicParsing -Uri 'URL'", undefined],
  ["wget --spider 'URL'", "HEAD"],
  ["http DELETE 'URL'", "DELETE"],
  ["URL", undefined],
  ["ffmpeg -i film.mp4 -method PUT 'URL'", "PUT"],
  ["ffmpeg -i 'URL' film.mp4", undefined],
])("%s has the method %s", (command, method) => {
  const request = readPastedRequest(command.replace("URL", url));
  expect([request?.url, request?.method]).toEqual([url, method]);
});
