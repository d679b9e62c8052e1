"""The hash, the form of the signature, the key, and the encoding of the values."""

import hashlib
import hmac
from urllib.parse import quote

import encoders
from case import CDN, broken, error_body
from keys import EC, EC_384, EC_B, EC_OUTSIDE, ED25519, RSA, RSA_4096, RSA_B, RSA_OUTSIDE
from signers import (CANNED, END, both_kinds, canned, canned_of, custom_for, custom_text, encode, params_of,
                     raw_ecdsa, sign, sign_pss, sign_without_digest_info)

URL = f"{CDN}/v/a.mp4"
POLICY = (CANNED % (URL, END)).encode()


def of_signature(family, name, causes, why, signature: bytes, key=RSA, hash_name="SHA1", edge="signature", **more):
    signed = params_of({"Expires": str(END)}, signature, key, hash_name)
    broken(family, name, causes, why, edge=edge, url=signed.on(URL),
           mended={"url": canned(URL, END, key, hash_name).on(URL)}, **more)


def hash_faults() -> None:
    for kind, key in (("RSA", RSA), ("P-256", EC)):
        both = canned(URL, END, key, "SHA256")
        broken("hash", f"SHA-256 without Hash-Algorithm ({kind})", ["hash-mismatch"],
               "The signature is made with SHA-256, and the URL does not say so.", edge="signature",
               url=both.but(HashAlgorithm=None).on(URL), mended={"url": both.on(URL)})
        plain = canned(URL, END, key, "SHA1")
        broken("hash", f"Hash-Algorithm=SHA256 for SHA-1 ({kind})", ["hash-mismatch"],
               "The signature is made with SHA-1, and the URL says SHA256.", edge="signature",
               url=plain.but(HashAlgorithm="SHA256").on(URL), mended={"url": plain.on(URL)})
        for name in ("SHA384", "SHA512"):
            of_signature("hash", f"{name} without Hash-Algorithm ({kind})", ["hash-mismatch"],
                         f"The signature is made with {name}, which CloudFront does not know.",
                         sign(key, POLICY, name), key)
            of_signature("hash", f"{name} with Hash-Algorithm=SHA256 ({kind})", ["hash-mismatch"],
                         f"The signature is made with {name}, which CloudFront does not know.",
                         sign(key, POLICY, name), key, "SHA256")
        for value in ("sha256", "SHA-256", "RSA-SHA256", "SHA512", "undefined"):
            signed = both.but(HashAlgorithm=value)
            broken("hash", f"Hash-Algorithm={value} ({kind})", ["hash-unknown"],
                   "CloudFront knows SHA1 and SHA256.", edge="unknown hash", url=signed.on(URL),
                   mended={"url": both.on(URL)})
        signed = custom_for(f"{CDN}/v/*", key, "SHA256")
        broken("hash", f"cookies with SHA-256 and three of the four ({kind})", ["hash-mismatch"],
               "The cookie CloudFront-Hash-Algorithm was not set.", edge="signature", url=URL,
               cookies=signed.but(HashAlgorithm=None).cookies(), mended={"cookies": signed.cookies()})


def forms() -> None:
    why = "ECDSA signatures have to be in DER; this one is r and s."
    for hash_name in ("SHA1", "SHA256"):
        raw = raw_ecdsa(sign(EC, POLICY, hash_name))
        of_signature("signature form", f"raw ECDSA with {hash_name}", ["signature-wrong-format"], why, raw, EC, hash_name)
    raw = raw_ecdsa(sign(EC, custom_text(f"{CDN}/v/*").encode(), "SHA256"))
    signed = custom_for(f"{CDN}/v/*", EC, "SHA256")
    broken("signature form", "raw ECDSA in cookies", ["signature-wrong-format"], why, edge="signature", url=URL,
           cookies=signed.but(Signature=encode(raw)).cookies(), mended={"cookies": signed.cookies()})
    for hash_name, length in (("SHA1", 20), ("SHA256", 32), ("SHA256", 0), ("SHA1", 0), ("SHA256", 222), ("SHA1", 234),
                              ("SHA256", 20), ("SHA256", 64)):
        of_signature("signature form", f"PSS, {hash_name}, salt of {length}", ["signature-wrong-format"],
                     "The signature is RSA-PSS, and CloudFront checks PKCS#1 v1.5.",
                     sign_pss(RSA, POLICY, hash_name, bytes(i * 7 % 256 for i in range(length))), RSA, hash_name)
    for hash_name in ("SHA1", "SHA256"):
        of_signature("signature form", f"no DigestInfo, {hash_name}", ["signature-wrong-format"],
                     "The bare hash was signed, without the DigestInfo around it.",
                     sign_without_digest_info(RSA, POLICY, hash_name), RSA, hash_name)
    sizes = {
        "an HMAC with SHA-1": hmac.new(b"secret", POLICY, hashlib.sha1).digest(),
        "an HMAC with SHA-256": hmac.new(b"secret", POLICY, hashlib.sha256).digest(),
        "the SHA-256 hash itself": hashlib.sha256(POLICY).digest(),
        "hexadecimal in base64": sign(RSA, POLICY).hex().encode(),
        "base64 in base64": encode(sign(RSA, POLICY)).encode(),
        "P-384": sign(EC_384, POLICY, "SHA256"),
        "Ed25519": ED25519.private.sign(POLICY),
        "the word signature": b"signature!",
    }
    for what, data in sizes.items():
        of_signature("signature form", what, ["signature-wrong-format"],
                     "No key that CloudFront takes makes a signature of this size.", data)
    of_signature("signature form", "RSA of 4096 bits", [["signature-wrong-format", "signature-mismatch"]],
                 "The key that signed has 4,096 bits, the one of the ID 2,048.", sign(RSA_4096, POLICY),)
    of_signature("signature form", "ECDSA under the ID of an RSA key",
                 [["key-id-wrong", "signature-wrong-format"]],
                 "The signature is of the P-256 key, and the ID is that of the RSA key.",
                 sign(EC, POLICY, "SHA1"), RSA)


def keys() -> None:
    for name, key, other, hash_name in (("RSA, RSA", RSA, RSA_B, "SHA1"), ("P-256, P-256", EC, EC_B, "SHA256"),
                                        ("RSA, P-256", RSA, EC, "SHA256"), ("P-256, RSA", EC_B, RSA_B, "SHA256")):
        signed = canned(URL, END, other, hash_name)
        broken("key", f"the ID of another key ({name})", ["key-id-wrong"],
               "The signature is of another key of the group than the ID names.", edge="signature",
               url=signed.but(KeyPairId=key.id).on(URL), mended={"url": signed.on(URL)})
    signed = custom_for(f"{CDN}/v/*", RSA_B)
    broken("key", "cookies with the ID of another key", ["key-id-wrong"], "The cookie names another key.",
           edge="signature", url=URL, cookies=signed.but(KeyPairId=RSA.id).cookies(), mended={"cookies": signed.cookies()})
    for kind, key, hash_name in (("RSA", RSA_OUTSIDE, "SHA1"), ("P-256", EC_OUTSIDE, "SHA256")):
        signed = canned(URL, END, key, hash_name)
        inside = canned(URL).on(URL)
        broken("key", f"not in the group, the answer says so ({kind})", ["key-not-trusted"],
               "The key group does not have this key.", edge="unknown key", url=signed.on(URL),
               responseBody=error_body("InvalidKey"), mended={"url": inside})
        broken("key", f"not in the group ({kind})", ["key-not-trusted"], "The key group does not have this key.",
               edge="unknown key", url=signed.on(f"{URL}?part=1"), mended={"url": inside})
        group_id = RSA.id if kind == "RSA" else EC.id
        broken("key", f"the private key of another pair ({kind})", ["signature-mismatch"],
               "The ID is right, and a private key signed that belongs to none of the public keys.",
               edge="signature", url=signed.but(KeyPairId=group_id).on(URL), mended={"url": inside})
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
        broken("key", f"no key ID: {what} ({kind})", [["key-id-not-a-key-id", "key-id-wrong"]],
               "The value is not the ID of a public key; with the keys at hand, the right one is known.", edge="not a key ID",
               url=signed.but(KeyPairId=value).on(URL), mended={"url": signed.on(URL)}, without=["key-id-not-a-key-id"])
    signed = canned(URL)
    broken("key", "the ID is empty", ["key-id-missing"], "Key-Pair-Id has no value.", edge="no key ID",
           url=signed.but(KeyPairId="").on(f"{URL}?own=1"), mended={"url": canned(f"{URL}?own=1").on(f"{URL}?own=1")})
    broken("key", "the ID in small letters", [["key-not-trusted", "key-id-not-a-key-id"]],
           "IDs are case-sensitive.", edge="not a key ID", url=signed.but(KeyPairId=RSA.id.lower()).on(URL),
           mended={"url": signed.on(URL)})


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
            "line breaks of chunk_split": quote(encoders.php_chunk_split(data).translate(str.maketrans("+=/", "-_~")), safe=""),
            "hexadecimal with a colon": ":".join(f"{b:02x}" for b in data),
        }
        for what, value in spellings.items():
            if value == signed["Signature"]:
                continue
            also = ["stray-characters"] if "line breaks" in what else []
            broken("alphabet", f"signature in {what} ({kind})", [["signature-undecodable", *also]],
                   "The signature is not written in CloudFront's base64.", edge="signature is not base64",
                   url=signed.but(Signature=value).on(URL), mended={"url": signed.on(URL)})
        signed = custom_for(f"{CDN}/v/*?x=>>>???", key, hash_name)
        text = custom_text(f"{CDN}/v/*").encode()
        policy = custom_for(f"{CDN}/v/*", key, hash_name)
        spellings = {
            "JSON, percent-encoded": quote(text.decode(), safe=""),
            "plain base64, cut behind a byte": policy["Policy"].rstrip("_")[:-1] + "=",
            "line breaks of Python": quote(encoders.python_encodebytes(text).translate(str.maketrans("+=/", "-_~")), safe=""),
        }
        for what, value in spellings.items():
            also = ["stray-characters"] if "line breaks" in what else []
            broken("alphabet", f"policy in {what} ({kind})", [["policy-undecodable", *also]],
                   "The policy is not written in CloudFront's base64.", edge="policy is not base64",
                   url=policy.but(Policy=value).on(URL), mended={"url": policy.on(URL)})


def make() -> None:
    hash_faults()
    forms()
    keys()
    alphabets()
