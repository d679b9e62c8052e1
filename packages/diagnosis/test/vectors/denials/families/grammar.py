"""Policies that were signed before their placeholders were filled, and policies that break the grammar."""

import json
from base64 import b64encode

from case import CDN, DIST, broken
from keys import EC
from signers import CANNED, END, both_kinds, canned, canned_of, custom, custom_for, custom_text


def placeholders() -> None:
    url = f"{CDN}/v/a.mp4"
    for index, word in enumerate(("{{url}}", "RESOURCE", "${url}", "%s", "<URL>", "{url}", "$url", "URL")):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned_of(CANNED % (word, END), END, key, hash_name)
        broken(
            "placeholder",
            f"{word} was signed as Resource ({kind})",
            ["placeholder-signed"],
            "The template was signed before the URL was put in.",
            edge="signature",
            url=signed.on(url),
            mended={"url": canned(url, END, key, hash_name).on(url)},
        )
    for index, word in enumerate(("EXPIRES", "{{expires}}", "%d", "${expires}")):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned_of(CANNED % (url, word), END, key, hash_name)
        broken(
            "placeholder",
            f"{word} was signed as the time ({kind})",
            ["placeholder-signed"],
            "The template was signed before the time was put in.",
            edge="signature",
            url=signed.on(url),
            mended={"url": canned(url, END, key, hash_name).on(url)},
        )
    signed = canned_of(CANNED % ("RESOURCE", "EXPIRES"))
    broken(
        "placeholder",
        "RESOURCE and EXPIRES were signed",
        ["placeholder-signed"],
        "The template of the developer guide was signed as it stands.",
        edge="signature",
        url=signed.on(url),
        mended={"url": canned(url).on(url)},
    )
    for word in ("RESOURCE", "{{url}}", "undefined"):
        signed = custom_for(word)
        broken(
            "placeholder",
            f"a custom policy has {word} as Resource",
            [["placeholder-signed", "resource-mismatch", "url-incomplete"]],
            "The placeholder of Resource was never filled.",
            edge="resource",
            url=signed.on(url),
            mended={"url": custom_for(f"{CDN}/v/*").on(url)},
        )
    signed = custom(custom_text(f"{CDN}/v/*").replace(str(END), "EXPIRES"))
    broken(
        "placeholder",
        "a custom policy has EXPIRES as its time",
        [["placeholder-signed", "policy-not-json"]],
        "The placeholder of the time was never filled, so the policy is not JSON.",
        edge="policy is not JSON",
        url=signed.on(url),
        mended={"url": custom_for(f"{CDN}/v/*").on(url)},
    )


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
        "the fields of an IAM policy": (
            compact({"Version": "2012-10-17", "Statement": [{"Sid": "1", "Effect": "Allow", **statement}]}),
            (),
        ),
        "a list of resources": (of(Resource=[f"{DIST}/course/*", f"{DIST}/video/*"]), ("Resource",)),
        "the time in quotes": (right.replace(str(END), f'"{END}"'), ()),
        "the time as a date": (right.replace(str(END), '"2030-03-17T17:46:40Z"'), ()),
        "null as the time": (right.replace(str(END), "null"), ()),
        "the address with /33": (
            of(Condition={**statement["Condition"], "IpAddress": {"AWS:SourceIp": "192.0.2.0/33"}}),
            (),
        ),
        "an IPv6 address": (
            of(Condition={**statement["Condition"], "IpAddress": {"AWS:SourceIp": "2001:db8::/32"}}),
            (),
        ),
        "two addresses": (
            of(
                Condition={
                    **statement["Condition"],
                    "IpAddress": {"AWS:SourceIp": ["192.0.2.1/32", "192.0.2.2/32"]},
                }
            ),
            (),
        ),
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
        broken(
            "policy grammar",
            f"{what} ({kind})",
            ["policy-schema"],
            "The policy is signed rightly and breaks a rule of the grammar.",
            edge="policy grammar",
            url=custom(text, key, hash_name).on(url),
            says=says,
            mended={"url": custom(right, key, hash_name).on(url)},
        )
    broken(
        "policy grammar",
        "milliseconds",
        [["milliseconds", "policy-schema"]],
        "The time of the policy is in milliseconds.",
        edge="policy grammar",
        url=custom(right.replace(str(END), f"{END}000")).on(url),
        mended={"url": custom(right).on(url)},
    )
    for what, data in {
        "single quotes": str(value),
        "cut off": right[:-3],
        "base64 twice": b64encode(right.encode()),
        "a query string": "Resource=x&Expires=1",
    }.items():
        broken(
            "policy grammar",
            f"not JSON: {what}",
            ["policy-not-json"],
            "What was decoded is no JSON.",
            edge="policy is not JSON",
            url=custom(data, EC, "SHA256").on(url),
            mended={"url": custom(right, EC, "SHA256").on(url)},
        )


def make() -> None:
    placeholders()
    grammar()
