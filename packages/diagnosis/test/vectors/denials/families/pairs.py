"""Two faults at once: the pairs that go together in real life. Both causes have to be named."""

import json

from case import CDN, DIST, SECONDS, broken
from keys import EC_B, RSA_B
from signers import CANNED, END, both_kinds, canned, canned_of, custom_for

PLAIN, SAFE = "http://cdn.example.com/v/a.mp4", f"{CDN}/v/a.mp4"


def pair(name, causes, why, url, right, *, edge="signature", **more):
    broken("two faults", name, causes, why, edge=edge, url=url, mended={"url": right}, **more)


def spaced(resource: str) -> str:
    value = {"Statement": [{"Resource": resource, "Condition": {"DateLessThan": {"AWS:EpochTime": END}}}]}
    return json.dumps(value)


def make() -> None:
    for kind, key, hash_name in both_kinds():
        other_hash = {"SHA1": "SHA256", "SHA256": "SHA1"}[hash_name]

        def signed_for(resource, used=key, used_hash=hash_name):
            return canned_of(CANNED % (resource, END), END, used, used_hash)

        tracked = [["url-scheme-changed"], ["url-parameter-added"]]
        for names in ("utm_source=mail", "fbclid=IwAR0xyz&utm_medium=social"):
            pair(
                f"http was signed, {names.split('=')[0]} was added ({kind})",
                tracked,
                "Scheme and a tracking parameter.",
                signed_for(PLAIN).on(SAFE) + f"&{names}",
                signed_for(PLAIN).on(PLAIN),
                without=[["url-parameter-added"]],
            )
        spaced_url = f"{CDN}/My%20Holiday.mp4"
        data = spaced(f"{CDN}/My Holiday.mp4")
        pair(
            f"a raw space and spaced JSON were signed ({kind})",
            [["url-encoding-changed"], ["policy-json-differs"]],
            "json.dumps of a URL that was not encoded.",
            canned_of(data, END, key, hash_name).on(spaced_url),
            canned(spaced_url, END, key, hash_name).on(spaced_url),
        )
        wrong = signed_for(SAFE, key, other_hash).but(HashAlgorithm=None if hash_name == "SHA1" else "SHA256")
        pair(
            f"wrong hash and an added parameter ({kind})",
            [["hash-mismatch"], ["url-parameter-added"]],
            "The hash is not the one that is said, and a parameter was added.",
            wrong.on(SAFE) + "&utm_source=mail",
            canned(SAFE, END, key, hash_name).on(SAFE),
            without=[["url-parameter-added"]],
        )
        decoded = signed_for(f"{DIST}/My Holiday.mp4")
        pair(
            f"another host and a decoded path ({kind})",
            [["url-host-changed"], ["url-encoding-changed"]],
            "The distribution's own host was signed, with a raw space.",
            decoded.on(spaced_url),
            canned(spaced_url, END, key, hash_name).on(spaced_url),
            hostnames=["d111111abcdef8.cloudfront.net"],
        )
        accented = signed_for(f"{DIST}/café.mp4")
        pair(
            f"another host and raw letters ({kind})",
            [["url-host-changed"], ["url-encoding-changed"]],
            "The distribution's own host was signed, with letters that are sent escaped.",
            accented.on(f"{CDN}/caf%C3%A9.mp4"),
            canned(f"{CDN}/caf%C3%A9.mp4", END, key, hash_name).on(f"{CDN}/caf%C3%A9.mp4"),
            hostnames=["d111111abcdef8.cloudfront.net"],
        )
        second = RSA_B if kind == "RSA" else EC_B
        crossed = signed_for(SAFE, second, other_hash).but(
            HashAlgorithm=None if hash_name == "SHA1" else "SHA256", KeyPairId=key.id
        )
        pair(
            f"another key and the wrong hash ({kind})",
            [["key-id-wrong"], ["hash-mismatch"]],
            "Another key of the group signed, with the other hash.",
            crossed.on(SAFE),
            canned(SAFE, END, key, hash_name).on(SAFE),
        )
        pair(
            f"http was signed, and it expired ({kind})",
            [["expired"], ["url-scheme-changed"]],
            "The scheme is another one, and the time is over.",
            canned_of(CANNED % (PLAIN, SECONDS - 7200), SECONDS - 7200, key, hash_name).on(SAFE),
            canned(SAFE, END, key, hash_name).on(SAFE),
            without=[["expired"]],
        )
        pair(
            f"expired, and a parameter was added ({kind})",
            [["expired"], ["url-parameter-added"]],
            "The time is over, and a parameter was added.",
            canned(SAFE, SECONDS - 7200, key, hash_name).on(SAFE) + "&utm_source=mail",
            canned(SAFE, END, key, hash_name).on(SAFE),
            without=[["expired"]],
        )
        old = custom_for(f"{CDN}/course/42/*", key, hash_name, end=SECONDS - 60)
        pair(
            f"another folder, and expired ({kind})",
            [["resource-mismatch"], ["expired"]],
            "Resource does not cover the URL, and the time is over.",
            old.on(f"{CDN}/course/43/a.mp4"),
            custom_for(f"{CDN}/course/43/*", key, hash_name).on(f"{CDN}/course/43/a.mp4"),
            edge="resource",
        )
        pair(
            f"the wrong hash and http ({kind})",
            [["hash-mismatch"], ["url-scheme-changed"]],
            "The hash is not the one that is said, and http was signed.",
            signed_for(PLAIN, key, other_hash)
            .but(HashAlgorithm=None if hash_name == "SHA1" else "SHA256")
            .on(SAFE),
            canned(SAFE, END, key, hash_name).on(SAFE),
        )
