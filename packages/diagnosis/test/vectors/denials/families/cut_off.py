"""URLs that were cut off, and URLs whose separators were escaped."""

from urllib.parse import quote

from case import CDN, broken
from signers import END, both_kinds, canned, custom_for

URL = f"{CDN}/v/a.mp4"


def cut() -> None:
    for kind, key, hash_name in both_kinds():
        plain = canned(URL, END, key, hash_name)
        # The AWS SDK for JavaScript puts the key ID before the signature.
        js = plain.ordered(
            "Expires", "Key-Pair-Id", "Signature", *(["Hash-Algorithm"] if hash_name == "SHA256" else [])
        )
        js = js.on(URL)
        whole, policy = plain.on(URL), custom_for(f"{CDN}/v/*", key, hash_name).on(URL)

        def at(text: str, name: str, more: int) -> str:
            return text[: text.index(name) + len(name) + more]

        cuts = {
            "in the signature": (at(whole, "Signature=", 60), "no key ID", whole),
            "behind the signature's name": (at(whole, "Signature", 0), "no key ID", whole),
            "at the & of a shell": (whole[: whole.index("&Signature")], "no key ID", whole),
            "in the policy": (at(policy, "Policy=", 50), "no key ID", policy),
            "behind the whole policy": (policy[: policy.index("&Signature")], "no key ID", policy),
            "behind the question mark": (at(whole, "?", 3), "no credentials", whole),
            "in the name Key-Pair-Id": (at(whole, "&Key-Pa", 0), "no key ID", whole),
            "behind Key-Pair-Id=": (at(whole, "Key-Pair-Id=", 0), "no key ID", whole),
            "in the key ID": (at(whole, "Key-Pair-Id=", 4), "not a key ID", whole),
            "with three dots": (at(whole, "Signature=", 30) + "...", "no key ID", whole),
            "with an ellipsis": (at(whole, "Signature=", 31) + "%E2%80%A6", "no key ID", whole),
        }
        for what, (text, reason, right) in cuts.items():
            # An empty ID may be cut off, or a variable that was not set: the same text.
            also = ["key-id-missing"] if what == "behind Key-Pair-Id=" else []
            broken(
                "cut off",
                f"{what} ({kind})",
                [["url-truncated", *also]],
                "The URL was cut off.",
                edge=reason,
                url=text,
                mended={"url": right},
            )
        if kind == "RSA":
            broken(
                "cut off",
                "in the signature, which comes last",
                [["signature-truncated", "url-truncated"]],
                "The URL was cut off in its last value.",
                edge="signature is not base64",
                url=at(js, "Signature=", 201),
                mended={"url": js},
            )
            broken(
                "cut off",
                "in the signature, behind whole groups",
                [["signature-truncated", "url-truncated"]],
                "The URL was cut off in its last value.",
                edge="signature",
                url=at(js, "Signature=", 200),
                mended={"url": js},
            )


def escaped() -> None:
    for kind, key, hash_name in both_kinds():
        right = canned(URL, END, key, hash_name).on(URL)
        base, _, query = right.partition("?")
        ways = {
            "\\u0026 of JSON": (right.replace("&", "\\u0026"), ["parameters-escaped"], "no key ID"),
            "%26 for &": (right.replace("&", "%26"), ["parameters-escaped"], "no key ID"),
            "%3F for ?": (f"{base}%3F{query}", ["parameters-escaped"], "no credentials"),
            "%3F, %3D and %26": (
                base + quote("?" + query, safe="~"),
                ["parameters-escaped"],
                "no credentials",
            ),
            "%3D for =": (base + "?" + query.replace("=", "%3D"), ["parameters-escaped"], "no credentials"),
            "the whole URL": (quote(right, safe=""), ["parameters-escaped"], "not a request URL"),
            "=3D of a mail": (right.replace("=", "=3D"), ["quoted-printable"], "not a key ID"),
            "=3D and a soft line break": (
                right.replace("=", "=3D")[:74] + "=\r\n" + right.replace("=", "=3D")[74:],
                ["quoted-printable"],
                "not a request URL",
            ),
        }
        for what, (text, causes, reason) in ways.items():
            broken(
                "escaped",
                f"{what} ({kind})",
                causes,
                "The separators were escaped on the way.",
                edge=reason,
                url=text,
                mended={"url": right},
            )


def make() -> None:
    cut()
    escaped()
