"""The hash and the form of the signature."""

import hashlib
import hmac

from case import CDN, broken
from keys import EC, EC_384, ED25519, RSA, RSA_4096
from signers import (
    CANNED,
    END,
    canned,
    custom_for,
    custom_text,
    encode,
    params_of,
    raw_ecdsa,
    sign,
    sign_pss,
    sign_without_digest_info,
)

URL = f"{CDN}/v/a.mp4"
POLICY = (CANNED % (URL, END)).encode()


def of_signature(
    family, name, causes, why, signature: bytes, key=RSA, hash_name="SHA1", edge="signature", **more
):
    signed = params_of({"Expires": str(END)}, signature, key, hash_name)
    broken(
        family,
        name,
        causes,
        why,
        edge=edge,
        url=signed.on(URL),
        mended={"url": canned(URL, END, key, hash_name).on(URL)},
        **more,
    )


def hash_faults() -> None:
    for kind, key in (("RSA", RSA), ("P-256", EC)):
        both = canned(URL, END, key, "SHA256")
        broken(
            "hash",
            f"SHA-256 without Hash-Algorithm ({kind})",
            ["hash-mismatch"],
            "The signature is made with SHA-256, and the URL does not say so.",
            edge="signature",
            url=both.but(HashAlgorithm=None).on(URL),
            mended={"url": both.on(URL)},
        )
        plain = canned(URL, END, key, "SHA1")
        broken(
            "hash",
            f"Hash-Algorithm=SHA256 for SHA-1 ({kind})",
            ["hash-mismatch"],
            "The signature is made with SHA-1, and the URL says SHA256.",
            edge="signature",
            url=plain.but(HashAlgorithm="SHA256").on(URL),
            mended={"url": plain.on(URL)},
        )
        for name in ("SHA384", "SHA512"):
            of_signature(
                "hash",
                f"{name} without Hash-Algorithm ({kind})",
                ["hash-mismatch"],
                f"The signature is made with {name}, which CloudFront does not know.",
                sign(key, POLICY, name),
                key,
            )
            of_signature(
                "hash",
                f"{name} with Hash-Algorithm=SHA256 ({kind})",
                ["hash-mismatch"],
                f"The signature is made with {name}, which CloudFront does not know.",
                sign(key, POLICY, name),
                key,
                "SHA256",
            )
        for value in ("sha256", "SHA-256", "RSA-SHA256", "SHA512", "undefined"):
            signed = both.but(HashAlgorithm=value)
            broken(
                "hash",
                f"Hash-Algorithm={value} ({kind})",
                ["hash-unknown"],
                "CloudFront knows SHA1 and SHA256.",
                edge="unknown hash",
                url=signed.on(URL),
                mended={"url": both.on(URL)},
            )
        signed = custom_for(f"{CDN}/v/*", key, "SHA256")
        broken(
            "hash",
            f"cookies with SHA-256 and three of the four ({kind})",
            ["hash-mismatch"],
            "The cookie CloudFront-Hash-Algorithm was not set.",
            edge="signature",
            url=URL,
            cookies=signed.but(HashAlgorithm=None).cookies(),
            mended={"cookies": signed.cookies()},
        )


def forms() -> None:
    why = "ECDSA signatures have to be in DER; this one is r and s."
    for hash_name in ("SHA1", "SHA256"):
        raw = raw_ecdsa(sign(EC, POLICY, hash_name))
        of_signature(
            "signature form",
            f"raw ECDSA with {hash_name}",
            ["signature-wrong-format"],
            why,
            raw,
            EC,
            hash_name,
        )
    raw = raw_ecdsa(sign(EC, custom_text(f"{CDN}/v/*").encode(), "SHA256"))
    signed = custom_for(f"{CDN}/v/*", EC, "SHA256")
    broken(
        "signature form",
        "raw ECDSA in cookies",
        ["signature-wrong-format"],
        why,
        edge="signature",
        url=URL,
        cookies=signed.but(Signature=encode(raw)).cookies(),
        mended={"cookies": signed.cookies()},
    )
    for hash_name, length in (
        ("SHA1", 20),
        ("SHA256", 32),
        ("SHA256", 0),
        ("SHA1", 0),
        ("SHA256", 222),
        ("SHA1", 234),
        ("SHA256", 20),
        ("SHA256", 64),
    ):
        of_signature(
            "signature form",
            f"PSS, {hash_name}, salt of {length}",
            ["signature-wrong-format"],
            "The signature is RSA-PSS, and CloudFront checks PKCS#1 v1.5.",
            sign_pss(RSA, POLICY, hash_name, bytes(i * 7 % 256 for i in range(length))),
            RSA,
            hash_name,
        )
    for hash_name in ("SHA1", "SHA256"):
        of_signature(
            "signature form",
            f"no DigestInfo, {hash_name}",
            ["signature-wrong-format"],
            "The bare hash was signed, without the DigestInfo around it.",
            sign_without_digest_info(RSA, POLICY, hash_name),
            RSA,
            hash_name,
        )
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
        of_signature(
            "signature form",
            what,
            ["signature-wrong-format"],
            "No key that CloudFront takes makes a signature of this size.",
            data,
        )
    of_signature(
        "signature form",
        "RSA of 4096 bits",
        [["signature-wrong-format", "signature-mismatch"]],
        "The key that signed has 4,096 bits, the one of the ID 2,048.",
        sign(RSA_4096, POLICY),
    )
    of_signature(
        "signature form",
        "ECDSA under the ID of an RSA key",
        [["key-id-wrong", "signature-wrong-format"]],
        "The signature is of the P-256 key, and the ID is that of the RSA key.",
        sign(EC, POLICY, "SHA1"),
        RSA,
    )


def make() -> None:
    hash_faults()
    forms()
