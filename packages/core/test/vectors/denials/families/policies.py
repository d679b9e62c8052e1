"""The bytes that were signed: HTML entities, JSON of other writers, placeholders, and the policy grammar."""

import json
from base64 import b64encode

import encoders
from case import CDN, DIST, broken
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
            broken("entities", f"signed {what} ({kind})", ["html-escaped"],
                   "The signed bytes hold an HTML entity where the request has &.", edge="signature",
                   url=signed.on(VIDEO), mended={"url": canned(VIDEO, END, key, hash_name).on(VIDEO)})
    url = f"{CDN}/it's/a.mp4"
    signed = canned_of(CANNED % (encoders.php_htmlspecialchars(url), END))
    broken("entities", "signed &#039; of htmlspecialchars", ["html-escaped"],
           "htmlspecialchars of PHP wrote the apostrophe as an entity.", edge="signature",
           url=signed.on(url), mended={"url": canned(url).on(url)})
    for kind, key, hash_name in both_kinds():
        good = canned(f"{CDN}/a.jpg", END, key, hash_name).on(f"{CDN}/a.jpg")
        broken("entities", f"the request has &amp; ({kind})", ["html-escaped"],
               "The URL was copied from HTML source, and its separators are entities.", edge="no key ID",
               url=good.replace("&", "&amp;"), mended={"url": good})
    signed = custom_for(f"{CDN}/v/a.mp4?x=1&amp;y=2")
    broken("entities", "custom policy with &amp;", [["html-escaped", "resource-mismatch"]],
           "Resource holds &amp; where the request has &.", edge="resource",
           url=signed.on(f"{CDN}/v/a.mp4?x=1&y=2"),
           mended={"url": custom_for(f"{CDN}/v/a.mp4?x=1&y=2").on(f"{CDN}/v/a.mp4?x=1&y=2")})


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
        broken("policy text", f"{what} ({kind})", ["policy-json-differs"],
               "The signature is for other bytes of the same policy.", edge="signature", url=signed.on(VIDEO),
               mended={"url": canned(VIDEO, END, key, hash_name).on(VIDEO)})
    url = f"{CDN}/caf%C3%A9.jpg"
    data = json.dumps({**value, "Statement": [{**value["Statement"][0], "Resource": f"{CDN}/a.jpg"}]})
    signed = canned_of(data, END, EC, "SHA256")
    broken("policy text", "canned cookies with spaces", ["policy-json-differs"],
           "The canned policy of the cookies was signed with spaces.", edge="signature",
           url=f"{CDN}/a.jpg", cookies=signed.cookies(),
           mended={"cookies": canned(f"{CDN}/a.jpg", END, EC, "SHA256").cookies()})
    text = custom_text(f"{CDN}/v/*")
    other = json.dumps(json.loads(text))
    signed = custom(text).but(Signature=encode(sign(RSA, other.encode())))
    broken("policy text", "custom policy signed with spaces and sent without", ["policy-json-differs"],
           "The signer signed the spaced text and sent the compact one.", edge="signature",
           url=signed.on(f"{CDN}/v/a.mp4"), mended={"url": custom(other).on(f"{CDN}/v/a.mp4")})
    signed = custom(text, EC, "SHA256").but(Signature=encode(sign(EC, encode(text.encode()).encode(), "SHA256")))
    broken("policy text", "custom policy whose base64 was signed", ["policy-json-differs"],
           "The signer signed the encoded policy instead of its text.", edge="signature",
           url=signed.on(f"{CDN}/v/a.mp4"), mended={"url": custom(text, EC, "SHA256").on(f"{CDN}/v/a.mp4")})


def placeholders() -> None:
    url = f"{CDN}/v/a.mp4"
    for index, word in enumerate(("{{url}}", "RESOURCE", "${url}", "%s", "<URL>", "{url}", "$url", "URL")):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned_of(CANNED % (word, END), END, key, hash_name)
        broken("placeholder", f"{word} was signed as Resource ({kind})", ["placeholder-signed"],
               "The template was signed before the URL was put in.", edge="signature", url=signed.on(url),
               mended={"url": canned(url, END, key, hash_name).on(url)})
    for index, word in enumerate(("EXPIRES", "{{expires}}", "%d", "${expires}")):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned_of(CANNED % (url, word), END, key, hash_name)
        broken("placeholder", f"{word} was signed as the time ({kind})", ["placeholder-signed"],
               "The template was signed before the time was put in.", edge="signature", url=signed.on(url),
               mended={"url": canned(url, END, key, hash_name).on(url)})
    signed = canned_of(CANNED % ("RESOURCE", "EXPIRES"))
    broken("placeholder", "RESOURCE and EXPIRES were signed", ["placeholder-signed"],
           "The template of the developer guide was signed as it stands.", edge="signature",
           url=signed.on(url), mended={"url": canned(url).on(url)})
    for word in ("RESOURCE", "{{url}}", "undefined"):
        signed = custom_for(word)
        broken("placeholder", f"a custom policy has {word} as Resource",
               [["placeholder-signed", "resource-mismatch", "url-incomplete"]],
               "The placeholder of Resource was never filled.", edge="resource", url=signed.on(url),
               mended={"url": custom_for(f"{CDN}/v/*").on(url)})
    signed = custom(custom_text(f"{CDN}/v/*").replace(str(END), "EXPIRES"))
    broken("placeholder", "a custom policy has EXPIRES as its time", [["placeholder-signed", "policy-not-json"]],
           "The placeholder of the time was never filled, so the policy is not JSON.",
           edge="policy is not JSON", url=signed.on(url), mended={"url": custom_for(f"{CDN}/v/*").on(url)})


def grammar() -> None:
    url, right = f"{DIST}/course/a.mp4", custom_text(f"{DIST}/course/*")
    value = json.loads(right)
    statement = value["Statement"][0]

    def compact(other) -> str:
        return json.dumps(other, separators=(",", ":"))

    def of(**members) -> str:
        return compact({"Statement": [{**statement, **members}]})

    wrong = {
        "a bare statement": (compact({"Statement": statement}), ()),
        "two statements": (compact({"Statement": [statement, statement]}), ()),
        "no DateLessThan": (of(Condition={"IpAddress": {"AWS:SourceIp": "192.0.2.0/24"}}), ("DateLessThan",)),
        "no Condition": (compact({"Statement": [{"Resource": statement["Resource"]}]}), ("Condition",)),
        "the fields of an IAM policy": (compact({"Version": "2012-10-17", "Statement": [{"Sid": "1", "Effect": "Allow", **statement}]}), ()),
        "a list of resources": (of(Resource=[f"{DIST}/course/*", f"{DIST}/video/*"]), ("Resource",)),
        "the time in quotes": (right.replace(str(END), f'"{END}"'), ()),
        "the time as a date": (right.replace(str(END), '"2030-03-17T17:46:40Z"'), ()),
        "null as the time": (right.replace(str(END), "null"), ()),
        "the address with /33": (of(Condition={**statement["Condition"], "IpAddress": {"AWS:SourceIp": "192.0.2.0/33"}}), ()),
        "an IPv6 address": (of(Condition={**statement["Condition"], "IpAddress": {"AWS:SourceIp": "2001:db8::/32"}}), ()),
        "two addresses": (of(Condition={**statement["Condition"], "IpAddress": {"AWS:SourceIp": ["192.0.2.1/32", "192.0.2.2/32"]}}), ()),
    }
    misspelt = {
        "Statements": ('"Statement"', '"Statements"', "Statement"),
        "Resources": ('"Resource"', '"Resources"', "Resource"),
        "Conditon": ('"Condition"', '"Conditon"', "Condition"),
        "DateLessThen": ("DateLessThan", "DateLessThen", "DateLessThan"),
        "dateLessThan": ("DateLessThan", "dateLessThan", "DateLessThan"),
        "AWS:Epochtime": ("AWS:EpochTime", "AWS:Epochtime", "AWS:EpochTime"),
        "AWS:EpocTime": ("AWS:EpochTime", "AWS:EpocTime", "AWS:EpochTime"),
        "aws:EpochTime": ("AWS:EpochTime", "aws:EpochTime", "AWS:EpochTime"),
    }
    for what, (from_, to, name) in misspelt.items():
        wrong[f"{what} for {name}"] = (right.replace(from_, to), (name,))
    with_address = custom_text(f"{DIST}/course/*", ip="192.0.2.0/24")
    for to, name in (("AWS:SourceIP", "AWS:SourceIp"), ("AWS:SourceIp", None)):
        if name:
            wrong[f"{to} for {name}"] = (with_address.replace(name, to), (name,))
    wrong["IPAddress for IpAddress"] = (with_address.replace("IpAddress", "IPAddress"), ("IpAddress",))
    for index, (what, (text, says)) in enumerate(wrong.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        broken("policy grammar", f"{what} ({kind})", ["policy-schema"],
               "The policy is signed rightly and breaks a rule of the grammar.", edge="policy grammar",
               url=custom(text, key, hash_name).on(url), says=says,
               mended={"url": custom(right, key, hash_name).on(url)})
    broken("policy grammar", "milliseconds", [["milliseconds", "policy-schema"]],
           "The time of the policy is in milliseconds.", edge="policy grammar",
           url=custom(right.replace(str(END), f"{END}000")).on(url), mended={"url": custom(right).on(url)})
    for what, data in {"single quotes": str(value), "cut off": right[:-3], "base64 twice": b64encode(right.encode()),
                       "a query string": "Resource=x&Expires=1"}.items():
        broken("policy grammar", f"not JSON: {what}", ["policy-not-json"], "What was decoded is no JSON.",
               edge="policy is not JSON", url=custom(data, EC, "SHA256").on(url),
               mended={"url": custom(right, EC, "SHA256").on(url)})


def make() -> None:
    entities()
    json_writers()
    placeholders()
    grammar()
