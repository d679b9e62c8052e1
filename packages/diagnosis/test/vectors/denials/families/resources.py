"""Names spelt in another way, and resources that do not cover the URL."""

from case import CDN, DIST, broken
from keys import EC
from signers import CANNED, END, both_kinds, canned, canned_of, custom, custom_for, custom_text


def spelt() -> None:
    url = f"{CDN}/v/a.mp4"
    signed = canned(url)
    wrong = {
        "key-pair-id": ("Key-Pair-Id", "key-pair-id", "no key ID"),
        "KeyPairId": ("Key-Pair-Id", "KeyPairId", "no key ID"),
        "signature": ("&Signature", "&signature", "no signature"),
        "expires": ("Expires", "expires", "no policy"),
        "CloudFront-Key-Pair-Id": ("Key-Pair-Id", "CloudFront-Key-Pair-Id", "no key ID"),
    }
    for what, (name, other, reason) in wrong.items():
        broken(
            "names",
            f"{what} in the URL",
            ["parameter-names"],
            "The name is spelt in another way.",
            edge=reason,
            url=signed.on(url).replace(name, other),
            mended={"url": signed.on(url)},
        )
    cookies = custom_for(f"{CDN}/v/*", EC, "SHA256").cookies()
    broken(
        "names",
        "cookies without CloudFront-",
        ["parameter-names"],
        "Cookies have CloudFront- in front.",
        edge="no credentials",
        url=url,
        cookies=cookies.replace("CloudFront-", ""),
        mended={"cookies": cookies},
    )
    broken(
        "names",
        "Cloudfront- in cookies",
        ["parameter-names"],
        "Names of cookies are case-sensitive.",
        edge="no credentials",
        url=url,
        cookies=cookies.replace("CloudFront-", "Cloudfront-"),
        mended={"cookies": cookies},
    )


def resources() -> None:
    wrong = {
        "another folder": (f"{CDN}/course/42/*", "/course/43/a.mp4", "/course/42/a.mp4", ()),
        "a folder without *": (f"{CDN}/course/42/", "/course/42/a.mp4", "/course/42/", ("*",)),
        "*.ts and a query": (f"{CDN}/course/*.ts", "/course/a.ts?x=1", "/course/a.ts", ()),
        "capital letters": (f"{CDN}/Course/*", "/course/a.mp4", "/Course/a.mp4", ()),
        "another file type": (f"{CDN}/course/*.mp4", "/course/a.m4s", "/course/a.mp4", ()),
        "a prefix of a proxy": (f"{CDN}/course/*", "/media/course/a.mp4", "/course/a.mp4", ()),
        "one ? for two characters": (
            f"{CDN}/course/part-?.mp4",
            "/course/part-12.mp4",
            "/course/part-1.mp4",
            (),
        ),
    }
    for index, (what, (resource, asked, right, says)) in enumerate(wrong.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = custom_for(resource, key, hash_name)
        causes = ["resource-mismatch"]
        if "prefix" in what:
            causes.append("url-path-changed")
        if "query" in what:
            causes.append("url-parameter-added")
        broken(
            "resource",
            f"{what} ({kind})",
            [causes],
            "Resource does not cover the URL.",
            edge="resource",
            url=signed.on(CDN + asked),
            mended={"url": signed.on(CDN + right)},
            says=says,
        )
        if "query" not in what and "?" not in what:
            broken(
                "resource",
                f"{what}, in cookies ({kind})",
                [causes],
                "Resource does not cover the URL.",
                edge="resource",
                url=CDN + asked,
                cookies=signed.cookies(),
                mended={"url": CDN + right},
                says=says,
            )
    for kind, key, hash_name in both_kinds():
        pattern = f"{CDN}/course/*"
        signed = canned_of(CANNED % (pattern, END), END, key, hash_name)
        broken(
            "resource",
            f"a wildcard in a canned policy ({kind})",
            ["canned-with-wildcard"],
            "A canned policy has no wildcards.",
            edge="signature",
            url=signed.on(f"{CDN}/course/a.mp4"),
            mended={"url": custom(custom_text(pattern), key, hash_name).on(f"{CDN}/course/a.mp4")},
        )
    signed = custom_for(f"{DIST}/course/*")
    broken(
        "resource",
        "an escaped dot segment under a wildcard",
        ["dot-segment"],
        "No wildcard covers a path with a dot segment.",
        edge="resource",
        url=signed.on(f"{DIST}/course/x%2F..%2Fa.mp4"),
        mended={"url": signed.on(f"{DIST}/course/a.mp4")},
    )


def make() -> None:
    spelt()
    resources()
