"""Right requests, some of them odd: nobody may accuse them."""

import json

import encoders
from case import CDN, DIST, SECONDS, good
from keys import EC, EC_B, RSA_B
from signers import END, both_kinds, canned, custom, custom_for, custom_text

URL = f"{CDN}/v/a.mp4"


def urls() -> None:
    odd = {
        "a plain URL": URL,
        "the root": f"{CDN}/",
        "utm_source signed with the rest": f"{URL}?utm_source=mail&utm_campaign=spring",
        "a name without a value": f"{URL}?download",
        "empty pairs": f"{URL}?a=1&&b=2&",
        "the same name twice": f"{URL}?tag=a&tag=b",
        "a plus, an apostrophe escaped": f"{URL}?q=a+b&name=UTF-8%27%27x.pdf",
        "double slashes": f"{CDN}//v//a.mp4",
        "escapes in small letters": f"{CDN}/caf%c3%a9.mp4",
        "a percent sign, escaped": f"{CDN}/100%25/a.mp4",
        "an escaped slash": f"{CDN}/a%2Fb.mp4",
        "names like the reserved ones": f"{URL}?expires=1&policy=2&signature=3&key-pair-id=4",
        "a URL as a value": f"{URL}?to=https://example.com/x?y=1",
        "a port": "https://cdn.example.com:8443/v/a.mp4",
        "an escaped star": f"{CDN}/a%2Ab.mp4",
        "undefined in the path, which is its name": f"{CDN}/undefined/null.mp4",
        "a placeholder in the path, escaped": f"{CDN}/%7B%7Burl%7D%7D.html",
        "an entity in the query, which is its value": f"{URL}?text=a%26amp;b",
        "fit-in in the path": f"{CDN}/fit-in/100x100/a.jpg",
        "over 6,000 characters": f"{URL}?ids=" + "1234567890," * 550,
    }
    for index, (what, url) in enumerate(odd.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        good(f"{what} ({kind})", url=canned(url, END, key, hash_name).on(url))
    for kind, key, hash_name in both_kinds():
        good(
            f"parameters in another order ({kind})",
            url=canned(URL, END, key, hash_name)
            .ordered(
                "Key-Pair-Id", "Expires", "Signature", *(["Hash-Algorithm"] if hash_name == "SHA256" else [])
            )
            .on(URL),
        )
        good(
            f"the other key of the group ({kind})",
            url=canned(URL, END, RSA_B if kind == "RSA" else EC_B).on(URL),
        )
        good(
            f"the other hash ({kind})",
            url=canned(URL, END, key, {"SHA1": "SHA256", "SHA256": "SHA1"}[hash_name]).on(URL),
        )
        good(f"a second before the end ({kind})", url=canned(URL, SECONDS + 1, key, hash_name).on(URL))
        for status in (200, 206, 304, 404):
            good(f"status {status} ({kind})", url=canned(URL, END, key, hash_name).on(URL), status=status)
    good("Hash-Algorithm=SHA1, said", url=canned(URL).but(HashAlgorithm="SHA1").on(URL))
    good("expires in the year 2286", url=canned(URL, 9_999_999_999).on(URL))
    good(
        "own host in capital letters of the path",
        url=canned(f"{DIST}/A/B.MP4", END, EC).on(f"{DIST}/A/B.MP4"),
    )


def customs() -> None:
    for kind, key, hash_name in both_kinds():

        def policy(resource, **terms):
            return custom_for(resource, key, hash_name, **terms)

        good(f"a folder ({kind})", url=policy(f"{CDN}/v/*").on(f"{URL}?utm_source=mail"))
        good(
            f"a folder, parameters of a player behind ({kind})",
            url=policy(f"{CDN}/v/*").on(URL) + "&_=1767290400000&v=2",
        )
        good(
            f"any protocol ({kind})", url=policy("*://cdn.example.com/*").on("http://cdn.example.com/v/a.mp4")
        )
        good(f"everything ({kind})", url=policy("*").on(URL))
        good(f"no Resource ({kind})", url=policy(None).on(URL))
        good(f"a query of any value ({kind})", url=policy(f"{CDN}/v/a.mp4?size=*").on(f"{URL}?size=large"))
        good(
            f"an address ({kind})",
            url=policy(f"{CDN}/v/*", ip="192.0.2.0/24", start=SECONDS - 60).on(URL),
            ipAddress="192.0.2.200",
        )
        good(
            f"cookies ({kind})",
            url=URL,
            cookies=policy(f"{CDN}/*").cookies() + "; theme=dark; session=%7Babc%7D",
        )
        good(f"canned cookies ({kind})", url=URL, cookies=canned(URL, END, key, hash_name).cookies())
        good(
            f"spaces of json.dumps, as they were signed ({kind})",
            url=custom(json.dumps(json.loads(custom_text(f"{CDN}/v/*"))), key, hash_name).on(URL),
        )
    good("the space of Java", url=custom(encoders.java_text_policy(URL, END)).on(URL))
    good(
        "slashes escaped by PHP, as they were signed",
        url=custom(encoders.php_json(json.loads(custom_text(f"{CDN}/v/*"))), EC, "SHA256").on(URL),
    )
    good(
        "cookies without the URL",
        url=URL,
        cookies=dict(pair.split("=", 1) for pair in custom_for(f"{CDN}/*").cookies().split("; ")),
    )


def set_cookies() -> None:
    signed = custom_for(f"{DIST}/*", EC, "SHA256")

    def lines(attributes, of=signed):
        return [f"CloudFront-{name}={value}{attributes}" for name, value in of.items()]

    own = "; Domain=d111111abcdef8.cloudfront.net; Path=/; Secure; HttpOnly"
    good(
        "Domain is exactly the distribution's host, and SameSite=Lax",
        url=f"{DIST}/v/a.mp4",
        setCookie=lines(own + "; SameSite=Lax"),
        cookies=signed.cookies(),
        source=f"{DIST}/login",
    )
    good(
        "Domain is exactly the distribution's host",
        url=f"{DIST}/v/a.mp4",
        setCookie=lines(own),
        cookies=signed.cookies(),
        source=f"{DIST}/login",
    )
    good(
        "Domain with a dot in front",
        url=f"{DIST}/v/a.mp4",
        source=f"{DIST}/login",
        setCookie=lines("; Domain=.d111111abcdef8.cloudfront.net; Path=/; Secure"),
        cookies=signed.cookies(),
    )
    good(
        "no Domain, set by the same host",
        url=f"{DIST}/v/a.mp4",
        setCookie=lines("; Path=/; Secure; HttpOnly"),
        source=f"{DIST}/login",
        cookies=signed.cookies(),
    )
    good(
        "SameSite=Strict on the same site",
        url=f"{DIST}/v/a.mp4",
        setCookie=lines(own + "; SameSite=Strict"),
        pageOrigin=DIST,
        cookies=signed.cookies(),
        source=f"{DIST}/login",
    )
    local = custom_for("http://localhost/*")
    good(
        "Secure on http://localhost",
        url="http://localhost/v/a.mp4",
        setCookie=lines("; Path=/; Secure", local),
        cookies=local.cookies(),
        source="http://localhost/login",
    )
    shared = custom_for(f"{CDN}/*")
    wide = "; Domain=example.com; Path=/; Secure; SameSite=Lax; Max-Age=3600"
    good(
        "a sibling's page, SameSite=Lax",
        url=URL,
        setCookie=lines(wide, shared),
        cookies=shared.cookies(),
        pageOrigin="https://app.example.com",
        source="https://app.example.com/login",
    )
    good(
        "Expires to come",
        url=URL,
        cookies=shared.cookies(),
        source="https://app.example.com/login",
        setCookie=lines(
            "; Domain=example.com; Path=/; Secure; Expires=Tue, 03 Mar 2026 09:00:00 GMT", shared
        ),
    )
    good(
        "Path is the folder",
        url=f"{CDN}/course/42/a.mp4",
        cookies=shared.cookies(),
        source="https://app.example.com/login",
        setCookie=lines("; Domain=example.com; Path=/course/42; Secure", shared),
    )


def make() -> None:
    urls()
    customs()
    set_cookies()
