"""Cookies that arrive as something else, or not all of them."""

import json
from base64 import b64encode

import encoders
from case import CDN, broken
from families.set_cookies import lines
from keys import EC
from signers import END, both_kinds, canned, custom_for

APP = "https://app.example.com"
URL = f"{CDN}/course/42/a.mp4"


def encrypted() -> None:
    inner = json.dumps(
        {
            "iv": b64encode(bytes(range(16))).decode(),
            "value": b64encode(bytes(range(200)) * 2).decode(),
            "mac": "ab" * 32,
            "tag": "",
        }
    )
    laravel = b64encode(inner.encode()).decode()
    parts = [
        b64encode(bytes((i * n) % 256 for i in range(size))).decode()
        for n, size in ((3, 400), (5, 12), (7, 16))
    ]
    rails = "--".join(parts)
    ways = {
        "Laravel, percent-encoded": laravel.replace("=", "%3D"),
        "Laravel": laravel,
        "Rails, percent-encoded": rails.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"),
        "Rails": rails,
        "Express, signed": "s%3A{value}.Wm9yYmFzSXNUaGVHcmVla1NpZ25hdHVyZUZvckNvb2tpZXM",
    }
    for what, value in ways.items():
        for kind, key, hash_name in both_kinds():
            signed = custom_for(f"{CDN}/*", key, hash_name)
            made = "; ".join(f"CloudFront-{n}={value.replace('{value}', v)}" for n, v in signed.items())
            reason = "not a key ID"
            broken(
                "encrypted",
                f"{what} ({kind})",
                ["cookie-encrypted"],
                "The framework encrypted or signed the cookies.",
                edge=reason,
                url=URL,
                cookies=made,
                mended={"cookies": signed.cookies()},
            )


def arrived() -> None:
    for kind, key, hash_name in both_kinds():
        signed = custom_for(f"{CDN}/course/*", key, hash_name)
        right = {"cookies": signed.cookies()}
        for name, short, reason, also in (
            ("CloudFront-Policy", "Policy", "no policy", "policy-missing"),
            ("CloudFront-Signature", "Signature", "no signature", "signature-missing"),
            ("CloudFront-Key-Pair-Id", "KeyPairId", "no key ID", "key-id-missing"),
        ):
            broken(
                "cookies",
                f"{name} did not arrive ({kind})",
                [["cookie-missing", also]],
                f"{name} is not among the cookies.",
                edge=reason,
                url=URL,
                cookies=signed.but(**{short: None}).cookies() + "; theme=dark",
                mended=right,
                says=[name],
            )
            kept = signed.but(**{short: None})
            broken(
                "cookies",
                f"{name} was never set ({kind})",
                [["cookie-missing"]],
                f"There is no Set-Cookie line for {name}.",
                edge=reason,
                url=URL,
                cookies=kept.cookies(),
                setCookie=lines(kept, "Domain=example.com; Path=/; Secure"),
                mended=right,
                says=[name],
            )
        encoded = "; ".join(f"CloudFront-{n}={encoders.php_urlencode(v)}" for n, v in signed.items())
        if "%7E" in encoded:
            broken(
                "cookies",
                f"percent-encoded by setcookie of PHP ({kind})",
                ["cookie-encoded"],
                "setcookie wrote ~ as %7E.",
                edge="signature is not base64",
                url=URL,
                cookies=encoded,
                mended=right,
            )
        other = custom_for(f"{CDN}/video/*", key, hash_name)
        broken(
            "cookies",
            f"two sets, for two folders ({kind})",
            [["parameter-repeated", "resource-mismatch"]],
            "Two sets of cookies of the same names arrived.",
            edge="a parameter twice",
            url=URL,
            cookies=f"{other.cookies()}; {signed.cookies()}",
            mended=right,
        )
        broken(
            "cookies",
            f"the set of another folder ({kind})",
            ["resource-mismatch"],
            "The cookies that arrived are for another folder.",
            edge="resource",
            url=URL,
            cookies=other.cookies(),
            setCookie=lines(signed, "Domain=example.com; Path=/video; Secure"),
            mended=right,
        )
        old = custom_for(f"{CDN}/course/*", key, hash_name, end=END - 200_000_000)
        broken(
            "cookies",
            f"expired, and a Domain that is wrong ({kind})",
            [["expired"], ["cookie-domain"]],
            "The cookies that arrived expired; the new ones are for another domain.",
            edge="expired",
            url=URL,
            cookies=old.cookies(),
            setCookie=lines(signed, "Domain=example.net; Path=/; Secure"),
            mended=right,
            ordered=True,
        )
        broken(
            "cookies",
            f"none from a page of another site ({kind})",
            [["third-party-cookies"]],
            "Browsers block third-party cookies, and the page is another site's.",
            edge="no credentials",
            url=URL,
            cookies="",
            pageOrigin="https://academy.example.org",
            setCookie=lines(signed, "Domain=example.com; Path=/; Secure; SameSite=None"),
            mended=right,
            symptoms=["no-credentials"],
        )
        broken(
            "cookies",
            f"none ({kind})",
            [["no-credentials"]],
            "Neither parameters nor cookies arrived.",
            edge="no credentials",
            url=URL,
            cookies="theme=dark",
            mended=right,
        )
        broken(
            "cookies",
            f"the key ID is cut ({kind})",
            [["key-id-not-a-key-id", "key-not-trusted", "key-id-wrong"]],
            "The value of CloudFront-Key-Pair-Id is a part of an ID.",
            edge="not a key ID",
            # AWS documents no length for the IDs of public keys.
            decided_by=["verifier"],
            url=URL,
            cookies=signed.but(KeyPairId=key.id[:4]).cookies(),
            mended=right,
        )
    first, second = custom_for(f"{CDN}/course/42/*"), custom_for(f"{CDN}/course/*")
    broken(
        "cookies",
        "the set of the longer path came first, and only one was renewed",
        [["parameter-repeated", "resource-mismatch", "expired"]],
        "Two sets arrived, the one of the longer path first.",
        edge="a parameter twice",
        url=URL,
        cookies=f"{first.cookies()}; {second.cookies()}",
        setCookie=lines(first, "Domain=example.com; Path=/course/42; Secure")
        + lines(second, "Domain=example.com; Path=/course; Secure"),
        mended={"cookies": first.cookies()},
    )
    signed = canned(f"{CDN}/course/42/list.m3u8", END, EC, "SHA256")
    broken(
        "cookies",
        "canned cookies of the playlist, for a segment",
        [["signature-mismatch", "url-path-changed", "segment-not-signed"]],
        "A canned policy covers one URL, and this is another one.",
        edge="signature",
        url=f"{CDN}/course/42/0001.ts",
        cookies=signed.cookies(),
        mended={"url": f"{CDN}/course/42/list.m3u8"},
    )


def make() -> None:
    encrypted()
    arrived()
