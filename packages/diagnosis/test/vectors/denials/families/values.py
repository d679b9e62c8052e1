"""The key, and how the signature and the policy are written."""

from urllib.parse import quote

import encoders
from case import CDN, broken, error_body
from keys import EC, EC_B, EC_OUTSIDE, RSA, RSA_B, RSA_OUTSIDE
from signers import CANNED, END, both_kinds, canned, custom_for, custom_text, sign

URL = f"{CDN}/v/a.mp4"
POLICY = (CANNED % (URL, END)).encode()


def keys() -> None:
    for name, key, other, hash_name in (
        ("RSA, RSA", RSA, RSA_B, "SHA1"),
        ("P-256, P-256", EC, EC_B, "SHA256"),
        ("RSA, P-256", RSA, EC, "SHA256"),
        ("P-256, RSA", EC_B, RSA_B, "SHA256"),
    ):
        signed = canned(URL, END, other, hash_name)
        broken(
            "key",
            f"the ID of another key ({name})",
            ["key-id-wrong"],
            "The signature is of another key of the group than the ID names.",
            edge="signature",
            url=signed.but(KeyPairId=key.id).on(URL),
            mended={"url": signed.on(URL)},
        )
    signed = custom_for(f"{CDN}/v/*", RSA_B)
    broken(
        "key",
        "cookies with the ID of another key",
        ["key-id-wrong"],
        "The cookie names another key.",
        edge="signature",
        url=URL,
        cookies=signed.but(KeyPairId=RSA.id).cookies(),
        mended={"cookies": signed.cookies()},
    )
    for kind, key, hash_name in (("RSA", RSA_OUTSIDE, "SHA1"), ("P-256", EC_OUTSIDE, "SHA256")):
        signed = canned(URL, END, key, hash_name)
        inside = canned(URL).on(URL)
        broken(
            "key",
            f"not in the group, the answer says so ({kind})",
            ["key-not-trusted"],
            "The key group does not have this key.",
            edge="unknown key",
            url=signed.on(URL),
            responseBody=error_body("InvalidKey"),
            mended={"url": inside},
        )
        broken(
            "key",
            f"not in the group ({kind})",
            ["key-not-trusted"],
            "The key group does not have this key.",
            edge="unknown key",
            url=signed.on(f"{URL}?part=1"),
            mended={"url": inside},
        )
        group_id = RSA.id if kind == "RSA" else EC.id
        broken(
            "key",
            f"the private key of another pair ({kind})",
            ["signature-mismatch"],
            "The ID is right, and a private key signed that belongs to none of the public keys.",
            edge="signature",
            url=signed.but(KeyPairId=group_id).on(URL),
            mended={"url": inside},
        )
    ids = {
        "of the key group": "4d6f2b1c-8a9e-4f01-b2c3-d4e5f6a7b8c9",
        "the name of the key": "my-signing-key",
        "an access key": "AKIAIOSFODNN7EXAMPLE",
        "a distribution": "EDFDVBD6EXAMPLE",
        "undefined": "undefined",
        "null": "null",
        "a promise": "%5Bobject%20Promise%5D",
        "a PEM": "-----BEGIN%20PUBLIC%20KEY-----",
    }
    for index, (what, value) in enumerate(ids.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned(URL, END, key, hash_name)
        broken(
            "key",
            f"no key ID: {what} ({kind})",
            [["key-id-not-a-key-id", "key-id-wrong"]],
            "The value is not the ID of a public key; with the keys at hand, the right one is known.",
            edge="not a key ID",
            url=signed.but(KeyPairId=value).on(URL),
            mended={"url": signed.on(URL)},
            without=["key-id-not-a-key-id"],
        )
    signed = canned(URL)
    broken(
        "key",
        "the ID is empty",
        ["key-id-missing"],
        "Key-Pair-Id has no value.",
        edge="no key ID",
        url=signed.but(KeyPairId="").on(f"{URL}?own=1"),
        mended={"url": canned(f"{URL}?own=1").on(f"{URL}?own=1")},
    )
    broken(
        "key",
        "the ID in small letters",
        [["key-not-trusted", "key-id-not-a-key-id"]],
        "IDs are case-sensitive.",
        edge="not a key ID",
        url=signed.but(KeyPairId=RSA.id.lower()).on(URL),
        mended={"url": signed.on(URL)},
    )


def alphabets() -> None:
    for kind, key, hash_name in both_kinds():
        signed = canned(URL, END, key, hash_name)
        data = sign(key, POLICY, hash_name)
        plain = signed["Signature"].translate(str.maketrans("-_~", "+=/"))
        spellings = {
            "plain base64": plain,
            "plain base64, percent-encoded": quote(plain, safe=""),
            "plus signs as spaces": plain.replace("+", "%20").replace("=", "_").replace("/", "~"),
            "base64url without padding": encoders.base64url(data),
            "line breaks of Ruby": quote(encoders.ruby_base64_encode64(data), safe=""),
            "line breaks of chunk_split": quote(
                encoders.php_chunk_split(data).translate(str.maketrans("+=/", "-_~")), safe=""
            ),
            "hexadecimal with a colon": ":".join(f"{b:02x}" for b in data),
        }
        for what, value in spellings.items():
            if value == signed["Signature"]:
                continue
            also = ["stray-characters"] if "line breaks" in what else []
            broken(
                "alphabet",
                f"signature in {what} ({kind})",
                [["signature-undecodable", *also]],
                "The signature is not written in CloudFront's base64.",
                edge="signature is not base64",
                url=signed.but(Signature=value).on(URL),
                mended={"url": signed.on(URL)},
            )
        signed = custom_for(f"{CDN}/v/*?x=>>>???", key, hash_name)
        text = custom_text(f"{CDN}/v/*").encode()
        policy = custom_for(f"{CDN}/v/*", key, hash_name)
        spellings = {
            "JSON, percent-encoded": quote(text.decode(), safe=""),
            "plain base64, cut behind a byte": policy["Policy"].rstrip("_")[:-1] + "=",
            "line breaks of Python": quote(
                encoders.python_encodebytes(text).translate(str.maketrans("+=/", "-_~")), safe=""
            ),
        }
        for what, value in spellings.items():
            also = ["stray-characters"] if "line breaks" in what else []
            broken(
                "alphabet",
                f"policy in {what} ({kind})",
                [["policy-undecodable", *also]],
                "The policy is not written in CloudFront's base64.",
                edge="policy is not base64",
                url=policy.but(Policy=value).on(URL),
                mended={"url": policy.on(URL)},
            )


def make() -> None:
    keys()
    alphabets()
