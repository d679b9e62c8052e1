"""The bytes that were signed: HTML entities, and JSON of other writers."""

import json
from base64 import b64encode

import encoders
from case import CDN, broken
from keys import EC, RSA
from signers import CANNED, END, both_kinds, canned, canned_of, custom, custom_for, custom_text, encode, sign

VIDEO = f"{CDN}/v/a.mp4?size=large&lang=de"


def entities() -> None:
    wrong = {
        "&amp; of an HTML page": VIDEO.replace("&", "&amp;"),
        "&#38; of an XML writer": VIDEO.replace("&", "&#38;"),
        "&#x26; of a template engine": VIDEO.replace("&", "&#x26;"),
        "&amp;amp; of two escapings": VIDEO.replace("&", "&amp;amp;"),
    }
    for what, resource in wrong.items():
        for kind, key, hash_name in both_kinds():
            signed = canned_of(CANNED % (resource, END), END, key, hash_name)
            broken(
                "entities",
                f"signed {what} ({kind})",
                ["html-escaped"],
                "The signed bytes hold an HTML entity where the request has &.",
                edge="signature",
                url=signed.on(VIDEO),
                mended={"url": canned(VIDEO, END, key, hash_name).on(VIDEO)},
            )
    url = f"{CDN}/it's/a.mp4"
    signed = canned_of(CANNED % (encoders.php_htmlspecialchars(url), END))
    broken(
        "entities",
        "signed &#039; of htmlspecialchars",
        ["html-escaped"],
        "htmlspecialchars of PHP wrote the apostrophe as an entity.",
        edge="signature",
        url=signed.on(url),
        mended={"url": canned(url).on(url)},
    )
    for kind, key, hash_name in both_kinds():
        good = canned(f"{CDN}/a.jpg", END, key, hash_name).on(f"{CDN}/a.jpg")
        broken(
            "entities",
            f"the request has &amp; ({kind})",
            ["html-escaped"],
            "The URL was copied from HTML source, and its separators are entities.",
            edge="no key ID",
            url=good.replace("&", "&amp;"),
            mended={"url": good},
        )
    signed = custom_for(f"{CDN}/v/a.mp4?x=1&amp;y=2")
    broken(
        "entities",
        "custom policy with &amp;",
        [["html-escaped", "resource-mismatch"]],
        "Resource holds &amp; where the request has &.",
        edge="resource",
        url=signed.on(f"{CDN}/v/a.mp4?x=1&y=2"),
        mended={"url": custom_for(f"{CDN}/v/a.mp4?x=1&y=2").on(f"{CDN}/v/a.mp4?x=1&y=2")},
    )


def json_writers() -> None:
    value = {"Statement": [{"Resource": VIDEO, "Condition": {"DateLessThan": {"AWS:EpochTime": END}}}]}
    plain = CANNED % (VIDEO, END)
    turned = {"Statement": [{"Condition": value["Statement"][0]["Condition"], "Resource": VIDEO}]}
    quoted = plain.replace(str(END), f'"{END}"')
    writers = {
        "slashes escaped by PHP": encoders.php_json(value),
        "& escaped by Go": encoders.go_json(value),
        "& escaped by .NET": encoders.dotnet_json(value),
        "spaces of Python": json.dumps(value),
        "indented by two": json.dumps(value, indent=2),
        "indented by four": json.dumps(value, indent=4),
        "a tab for each level": json.dumps(value, indent="\t"),
        "a space of Java": encoders.java_text_policy(VIDEO, END),
        "a newline of echo": plain + "\n",
        "CRLF at the end": plain + "\r\n",
        "a byte order mark": b"\xef\xbb\xbf" + plain.encode(),
        "UTF-16LE": plain.encode("utf-16-le"),
        "UTF-16BE": plain.encode("utf-16-be"),
        "UTF-16 with its mark": b"\xff\xfe" + plain.encode("utf-16-le"),
        "the time in quotes": quoted,
        "Condition before Resource": json.dumps(turned, separators=(",", ":")),
        "single quotes of Python's str": str(value),
        "a bare statement": json.dumps({"Statement": value["Statement"][0]}, separators=(",", ":")),
        "base64 of it": b64encode(plain.encode()),
        "CloudFront's base64 of it": encode(plain.encode()).encode(),
    }
    for index, (what, data) in enumerate(writers.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned_of(data, END, key, hash_name)
        broken(
            "policy text",
            f"{what} ({kind})",
            ["policy-json-differs"],
            "The signature is for other bytes of the same policy.",
            edge="signature",
            url=signed.on(VIDEO),
            mended={"url": canned(VIDEO, END, key, hash_name).on(VIDEO)},
        )
    f"{CDN}/caf%C3%A9.jpg"
    data = json.dumps({**value, "Statement": [{**value["Statement"][0], "Resource": f"{CDN}/a.jpg"}]})
    signed = canned_of(data, END, EC, "SHA256")
    broken(
        "policy text",
        "canned cookies with spaces",
        ["policy-json-differs"],
        "The canned policy of the cookies was signed with spaces.",
        edge="signature",
        url=f"{CDN}/a.jpg",
        cookies=signed.cookies(),
        mended={"cookies": canned(f"{CDN}/a.jpg", END, EC, "SHA256").cookies()},
    )
    text = custom_text(f"{CDN}/v/*")
    other = json.dumps(json.loads(text))
    signed = custom(text).but(Signature=encode(sign(RSA, other.encode())))
    broken(
        "policy text",
        "custom policy signed with spaces and sent without",
        ["policy-json-differs"],
        "The signer signed the spaced text and sent the compact one.",
        edge="signature",
        url=signed.on(f"{CDN}/v/a.mp4"),
        mended={"url": custom(other).on(f"{CDN}/v/a.mp4")},
    )
    signed = custom(text, EC, "SHA256").but(
        Signature=encode(sign(EC, encode(text.encode()).encode(), "SHA256"))
    )
    broken(
        "policy text",
        "custom policy whose base64 was signed",
        ["policy-json-differs"],
        "The signer signed the encoded policy instead of its text.",
        edge="signature",
        url=signed.on(f"{CDN}/v/a.mp4"),
        mended={"url": custom(text, EC, "SHA256").on(f"{CDN}/v/a.mp4")},
    )


def make() -> None:
    entities()
    json_writers()
