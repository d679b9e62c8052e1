"""Characters around values, and words of programming languages in their place."""

from case import CDN, broken
from signers import END, both_kinds, canned, custom_for

URL = f"{CDN}/v/a.mp4"


def stray() -> None:
    ends = {
        "a full stop": ".",
        "a comma": ",",
        "a bracket": ")",
        "a square bracket": "]",
        "an angle bracket": ">",
        "a quote": '"',
        "an apostrophe": "'",
        "a semicolon": ";",
        "an escaped quote": "%22",
        "a newline": "%0A",
        "CRLF": "%0D%0A",
        "a space": "%20",
        "a plus": "+",
        "a no-break space": "%C2%A0",
        "a zero width space": "%E2%80%8B",
        "a backslash": "\\",
        "a star of Markdown": "*",
        "a backtick": "`",
    }
    for index, (what, end) in enumerate(ends.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned(URL, END, key, hash_name)
        broken(
            "stray",
            f"{what} behind the key ID ({kind})",
            ["stray-characters"],
            "The key ID has a character too many.",
            edge="not a key ID",
            url=signed.but(KeyPairId=key.id + end).on(URL),
            mended={"url": signed.on(URL)},
        )
    for kind, key, hash_name in both_kinds():
        signed = canned(URL, END, key, hash_name)
        for what, before, behind in (
            ("quotes", "%22", "%22"),
            ("angle brackets", "%3C", "%3E"),
            ("braces", "{", "}"),
            ("a space in front", "%20", ""),
        ):
            broken(
                "stray",
                f"{what} around the key ID ({kind})",
                ["stray-characters"],
                "The value stands in quotes.",
                edge="not a key ID",
                url=signed.but(KeyPairId=f"{before}{key.id}{behind}").on(URL),
                mended={"url": signed.on(URL)},
            )
        for what, value in (
            ("quotes", f"%22{signed['Signature']}%22"),
            ("a newline at its end", signed["Signature"] + "%0A"),
            ("a space in it", signed["Signature"][:40] + "%20" + signed["Signature"][40:]),
            ("a full stop", signed["Signature"] + "."),
        ):
            # A space may be a plus that a form decoder read: both are true of what is seen.
            also = ["signature-undecodable"] if what == "a space in it" else []
            broken(
                "stray",
                f"{what}: the signature ({kind})",
                [["stray-characters", *also]],
                "The signature has characters around or in it that do not belong to it.",
                edge="signature is not base64",
                url=signed.but(Signature=value).on(URL),
                mended={"url": signed.on(URL)},
            )
        for what, value in (
            ("quotes", f"%22{END}%22"),
            ("a comma", f"{END},"),
            ("a space", f"{END}%20"),
            ("a newline", f"{END}%0A"),
        ):
            broken(
                "stray",
                f"{what}: the time ({kind})",
                [["stray-characters"]],
                "The time has more than digits.",
                edge="expires is no number",
                url=signed.but(Expires=value).on(URL),
                mended={"url": signed.on(URL)},
            )
        policy = custom_for(f"{CDN}/v/*", key, hash_name)
        broken(
            "stray",
            f"a newline at the policy's end ({kind})",
            [["stray-characters"]],
            "A newline stands behind the policy.",
            edge="policy is not base64",
            url=policy.but(Policy=policy["Policy"] + "%0A").on(URL),
            mended={"url": policy.on(URL)},
        )
        quoted = "; ".join(f'CloudFront-{name}="{value}"' for name, value in policy.items())
        broken(
            "stray",
            f"quotes around the values of cookies ({kind})",
            [["stray-characters"]],
            "Quotes belong to a cookie's value.",
            edge="not a key ID",
            url=URL,
            cookies=quoted,
            mended={"cookies": policy.cookies()},
        )


def words() -> None:
    objects = "%5Bobject%20Promise%5D"
    for index, word in enumerate(("undefined", "null", "NaN", objects, "[object%20Object]", "None", "false")):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned(URL, END, key, hash_name)
        right = {"url": signed.on(URL)}
        size = word in ("null", "None")  # Four characters are base64, of three bytes.
        ids = ["signature-undecodable", "signature-wrong-format"] if size else ["signature-undecodable"]
        broken(
            "words",
            f"Signature={word} ({kind})",
            [ids],
            "A word of a programming language stands in the place of the signature.",
            edge="signature" if size else "signature is not base64",
            url=signed.but(Signature=word).on(URL),
            mended=right,
        )
        broken(
            "words",
            f"Key-Pair-Id={word} ({kind})",
            [["key-id-not-a-key-id"]],
            "A word of a programming language stands in the place of the key ID.",
            edge="not a key ID",
            url=signed.but(KeyPairId=word).on(f"{URL}?own=1"),
            mended=right,
        )
        policy = custom_for(f"{CDN}/v/*", key, hash_name)
        ids = ["policy-undecodable", "policy-not-json"] if size else ["policy-undecodable"]
        broken(
            "words",
            f"Policy={word} ({kind})",
            [ids],
            "A word of a programming language stands in the place of the policy.",
            edge="policy is not JSON" if size else "policy is not base64",
            url=policy.but(Policy=word).on(URL),
            mended={"url": policy.on(URL)},
        )
    for kind, key, hash_name in both_kinds():
        policy = custom_for(f"{CDN}/v/*", key, hash_name)
        broken(
            "words",
            f"cookies with undefined as the policy ({kind})",
            [["policy-undecodable"]],
            "The cookie CloudFront-Policy is the word undefined.",
            edge="policy is not base64",
            url=URL,
            cookies=policy.but(Policy="undefined").cookies(),
            mended={"cookies": policy.cookies()},
        )
    signed = canned(URL)
    broken(
        "words",
        "undefined as the host",
        [["request-invalid", "url-host-changed"]],
        "A variable of the host name was not set.",
        edge="signature",
        url=signed.on("https://undefined/v/a.mp4"),
        mended={"url": signed.on(URL)},
        hostnames=["cdn.example.com"],
        says=["undefined"],
        without=["request-invalid"],
    )


def make() -> None:
    stray()
    words()
