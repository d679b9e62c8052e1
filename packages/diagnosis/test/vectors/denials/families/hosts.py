"""The scheme, the host, and URLs that were signed without them."""

from case import CDN, DIST, broken
from keys import EC
from signers import CANNED, END, both_kinds, canned, canned_of, custom_for


def scheme() -> None:
    for kind, key, hash_name in both_kinds():
        plain, safe = f"http://cdn.example.com/v/{kind}.mp4", f"{CDN}/v/{kind}.mp4"
        signed = canned(plain, END, key, hash_name)
        broken(
            "scheme",
            f"signed http, requested https ({kind})",
            ["url-scheme-changed"],
            "The policy names http; the redirect to https changed the URL.",
            edge="signature",
            url=signed.on(safe),
            mended={"url": signed.on(plain)},
        )
        signed = canned(safe, END, key, hash_name)
        broken(
            "scheme",
            f"signed https, requested http ({kind})",
            ["url-scheme-changed"],
            "The policy names https, and the page asks with http.",
            edge="signature",
            url=signed.on(plain),
            mended={"url": signed.on(safe)},
        )
    signed = custom_for("http://cdn.example.com/v/*")
    broken(
        "scheme",
        "custom policy for http, requested https",
        [["resource-mismatch", "url-scheme-changed"]],
        "Resource begins with http, the request with https.",
        edge="resource",
        url=signed.on(f"{CDN}/v/a.mp4"),
        mended={"url": signed.on("http://cdn.example.com/v/a.mp4")},
    )
    signed = canned("http://cdn.example.com/v/list.m3u8", key=EC, hash_name="SHA256")
    broken(
        "scheme",
        "canned cookies for http, requested https",
        ["url-scheme-changed"],
        "The canned policy of the cookies was signed for http.",
        edge="signature",
        url=f"{CDN}/v/list.m3u8",
        cookies=signed.cookies(),
        mended={"url": "http://cdn.example.com/v/list.m3u8"},
    )


def hosts() -> None:
    names = ["cdn.example.com", "d111111abcdef8.cloudfront.net"]
    for kind, key, hash_name in both_kinds():
        signed = canned(f"{DIST}/v/a.mp4", END, key, hash_name)
        broken(
            "host",
            f"signed cloudfront.net, requested the alternate name ({kind})",
            ["url-host-changed"],
            "The policy names the distribution's own host, the request its alternate domain name.",
            edge="signature",
            url=signed.on(f"{CDN}/v/a.mp4"),
            hostnames=names,
            mended={"url": signed.on(f"{DIST}/v/a.mp4")},
        )
    signed = canned(f"{CDN}/v/a.mp4")
    broken(
        "host",
        "signed the alternate name, requested cloudfront.net",
        ["url-host-changed"],
        "The policy names the alternate domain name.",
        edge="signature",
        url=signed.on(f"{DIST}/v/a.mp4"),
        hostnames=names,
        mended={"url": signed.on(f"{CDN}/v/a.mp4")},
    )
    broken(
        "host",
        "signed another name, which nobody gave",
        [["signature-mismatch"]],
        "The policy names a host that is in no part of the question.",
        edge="signature",
        url=signed.on("https://media.example.net/v/a.mp4"),
        mended={"url": signed.on(f"{CDN}/v/a.mp4")},
        undecided=["hostnames"],
    )
    signed = canned("https://media-bucket.s3.amazonaws.com/v/a.mp4")
    broken(
        "host",
        "signed the bucket's host",
        [["url-host-changed", "s3-host"]],
        "The policy names the bucket; the distribution's host was put in afterwards.",
        edge="signature",
        url=signed.on(f"{DIST}/v/a.mp4"),
        hostnames=["media-bucket.s3.amazonaws.com"],
        mended={"url": signed.on("https://media-bucket.s3.amazonaws.com/v/a.mp4")},
    )
    for port, sent, asked in (
        ("the default port was signed", ":443", ""),
        ("a port was signed", ":8443", ""),
    ):
        signed = canned(f"https://cdn.example.com{sent}/v/a.mp4", key=EC, hash_name="SHA256")
        known = {"hostnames": [f"cdn.example.com{sent}"]} if sent != ":443" else {}
        broken(
            "host",
            port,
            ["url-host-changed"],
            "The policy has a port that the request has not.",
            edge="signature",
            url=signed.on(f"{CDN}{asked}/v/a.mp4"),
            **known,
            mended={"url": signed.on(f"https://cdn.example.com{sent}/v/a.mp4")},
        )
    signed = canned("https://CDN.Example.com/v/a.mp4")
    broken(
        "host",
        "capital letters in the host",
        ["url-host-changed"],
        "Browsers write host names in small letters; the policy has capital ones.",
        edge="signature",
        url=signed.on(f"{CDN}/v/a.mp4"),
        hostnames=["CDN.Example.com"],
        mended={"url": signed.on("https://CDN.Example.com/v/a.mp4")},
    )
    signed = canned("https://www.example.com/v/a.mp4")
    broken(
        "host",
        "signed with www",
        ["url-host-changed"],
        "The policy has www. in front of the host.",
        edge="signature",
        url=signed.on("https://example.com/v/a.mp4"),
        hostnames=["www.example.com"],
        mended={"url": signed.on("https://www.example.com/v/a.mp4")},
    )
    signed = custom_for(f"{DIST}/v/*", EC, "SHA256")
    broken(
        "host",
        "custom policy for another host",
        [["resource-mismatch", "url-host-changed"]],
        "Resource names cloudfront.net, the request the alternate domain name.",
        edge="resource",
        url=signed.on(f"{CDN}/v/a.mp4"),
        mended={"url": signed.on(f"{DIST}/v/a.mp4")},
    )
    signed = custom_for("https://media-bucket.s3.eu-west-1.amazonaws.com/v/*")
    broken(
        "host",
        "custom policy for the bucket",
        [["resource-mismatch", "s3-host", "url-host-changed"]],
        "Resource names the bucket's host.",
        edge="resource",
        url=signed.on(f"{CDN}/v/a.mp4"),
        mended={"url": signed.on("https://media-bucket.s3.eu-west-1.amazonaws.com/v/a.mp4")},
    )


def incomplete() -> None:
    url = f"{CDN}/course/42/a.mp4"
    wrong = {
        "without a scheme": "cdn.example.com/course/42/a.mp4",
        "relative to the scheme": "//cdn.example.com/course/42/a.mp4",
        "the path alone": "/course/42/a.mp4",
        "the key of the object": "course/42/a.mp4",
    }
    for what, resource in wrong.items():
        for kind, key, hash_name in both_kinds():
            signed = canned_of(CANNED % (resource, END), END, key, hash_name)
            broken(
                "incomplete",
                f"signed {what} ({kind})",
                ["url-incomplete"],
                "The bytes that were signed hold less than the whole URL.",
                edge="signature",
                url=signed.on(url),
                mended={"url": canned(url, END, key, hash_name).on(url)},
            )
    for what, resource in {
        "without a scheme": "cdn.example.com/course/42/*",
        "the path alone": "/course/42/*",
    }.items():
        signed = custom_for(resource)
        broken(
            "incomplete",
            f"custom policy {what}",
            [["url-incomplete", "resource-mismatch", "policy-schema"]],
            "Resource has to begin with a scheme.",
            edge="resource",
            url=signed.on(url),
            mended={"url": custom_for(f"{CDN}/course/42/*").on(url)},
        )


def make() -> None:
    scheme()
    hosts()
    incomplete()
