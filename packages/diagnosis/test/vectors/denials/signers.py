"""Signatures and parameters: as botocore makes them, and by hand in all the ways in which others go wrong."""

import hashlib
from base64 import b64encode
from datetime import datetime, timezone
from urllib.parse import urlsplit

from botocore.signers import CloudFrontSigner
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from keys import EC, RSA, Key

END = 1_900_000_000
HASHES = {
    "SHA1": hashes.SHA1(),
    "SHA256": hashes.SHA256(),
    "SHA384": hashes.SHA384(),
    "SHA512": hashes.SHA512(),
}
CANNED = '{"Statement":[{"Resource":"%s","Condition":{"DateLessThan":{"AWS:EpochTime":%s}}}]}'


def sign(key: Key, data: bytes, hash_name: str = "SHA1") -> bytes:
    """PKCS#1 v1.5, or ECDSA in DER with the nonce of RFC 6979: the same in every run."""
    if isinstance(key.private, rsa.RSAPrivateKey):
        return key.private.sign(data, padding.PKCS1v15(), HASHES[hash_name])
    return key.private.sign(data, ec.ECDSA(HASHES[hash_name], deterministic_signing=True))


def private_power(key: Key, block: bytes) -> bytes:
    """RSA without any padding of its own, for the encodings below."""
    numbers = key.private.private_numbers()
    modulus = numbers.public_numbers.n
    return pow(int.from_bytes(block, "big"), numbers.d, modulus).to_bytes(256, "big")


def sign_without_digest_info(key: Key, data: bytes, hash_name: str) -> bytes:
    """`openssl rsautl -sign` of the bare hash, or `privateEncrypt`: RFC 8017, section 9.2, without its step 2."""
    digest = hashlib.new(hash_name.lower(), data).digest()
    return private_power(key, b"\0\1" + b"\xff" * (253 - len(digest)) + b"\0" + digest)


def mgf1(seed: bytes, length: int, name: str) -> bytes:
    blocks = (hashlib.new(name, seed + i.to_bytes(4, "big")).digest() for i in range(length // 20 + 1))
    return b"".join(blocks)[:length]


def sign_pss(key: Key, data: bytes, hash_name: str, salt: bytes) -> bytes:
    """RFC 8017, section 9.1.1, with a salt that is given."""
    name = hash_name.lower()
    digest = hashlib.new(name, data).digest()
    seal = hashlib.new(name, bytes(8) + digest + salt).digest()
    block = bytes(256 - len(salt) - len(seal) - 2) + b"\1" + salt
    mask = mgf1(seal, len(block), name)
    masked = bytes(a ^ b for a, b in zip(block, mask))
    return private_power(key, bytes([masked[0] & 0x7F]) + masked[1:] + seal + b"\xbc")


def raw_ecdsa(der: bytes) -> bytes:
    """Web Crypto, `ieee-p1363` of Node.js: r and s, 32 bytes each."""
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    r, s = decode_dss_signature(der)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def encode(data: bytes) -> str:
    return b64encode(data).decode().translate(str.maketrans("+=/", "-_~"))


class Params(dict):
    """The parameters of a signed URL, in their order."""

    def query(self) -> str:
        return "&".join(f"{name}={value}" for name, value in self.items())

    def on(self, url: str) -> str:
        return url + ("&" if "?" in url else "?") + self.query()

    def cookies(self) -> str:
        return "; ".join(f"CloudFront-{name}={value}" for name, value in self.items())

    def but(self, **changes) -> "Params":
        """A copy with other values: KeyPairId stands for Key-Pair-Id, None takes a parameter out."""
        names = {"KeyPairId": "Key-Pair-Id", "HashAlgorithm": "Hash-Algorithm"}
        changed = Params(self)
        for short, value in changes.items():
            name = names.get(short, short)
            if value is None:
                changed.pop(name, None)
            else:
                changed[name] = value
        return changed

    def ordered(self, *names: str) -> "Params":
        return Params({name: self[name] for name in names})


def params_of(terms: dict, signature: bytes, key: Key, hash_name: str) -> Params:
    made = Params({**terms, "Signature": encode(signature), "Key-Pair-Id": key.id})
    if hash_name == "SHA256":
        made["Hash-Algorithm"] = hash_name
    return made


def from_botocore(resource: str, key: Key, hash_name: str, **terms) -> Params:
    signer = CloudFrontSigner(key.id, lambda message: sign(key, message, hash_name))
    signed = signer.generate_presigned_url(resource, **terms)
    added = signed[len(resource) + 1 :]
    made = Params(pair.split("=", 1) for pair in added.split("&"))
    if hash_name == "SHA256":
        made["Hash-Algorithm"] = hash_name
    return made


def canned(resource: str, expires: int = END, key: Key = RSA, hash_name: str = "SHA1") -> Params:
    """What botocore's CloudFrontSigner makes of a URL and an expiry."""
    moment = datetime.fromtimestamp(expires, timezone.utc)
    return from_botocore(resource, key, hash_name, date_less_than=moment)


def canned_of(policy: str | bytes, expires=END, key: Key = RSA, hash_name: str = "SHA1") -> Params:
    """Canned parameters whose signature is for other bytes than the documented ones."""
    data = policy if isinstance(policy, bytes) else policy.encode()
    return params_of({"Expires": str(expires)}, sign(key, data, hash_name), key, hash_name)


def custom_text(resource: str | None, end=END, start=None, ip=None) -> str:
    import json

    condition = {"DateLessThan": {"AWS:EpochTime": end}}
    if ip:
        condition["IpAddress"] = {"AWS:SourceIp": ip}
    if start is not None:
        condition["DateGreaterThan"] = {"AWS:EpochTime": start}
    head = {} if resource is None else {"Resource": resource}
    return json.dumps({"Statement": [{**head, "Condition": condition}]}, separators=(",", ":"))


def custom(policy: str | bytes, key: Key = RSA, hash_name: str = "SHA1") -> Params:
    """Custom parameters for a policy, by hand; botocore's are the same for text, which make.py compares."""
    data = policy if isinstance(policy, bytes) else policy.encode()
    return params_of({"Policy": encode(data)}, sign(key, data, hash_name), key, hash_name)


def custom_for(resource: str | None, key: Key = RSA, hash_name: str = "SHA1", **terms) -> Params:
    return custom(custom_text(resource, **terms), key, hash_name)


def both_kinds() -> tuple[tuple[str, Key, str], ...]:
    """Most faults are made once with each: RSA as every SDK signs by default, P-256 with SHA-256."""
    return (("RSA", RSA, "SHA1"), ("P-256", EC, "SHA256"))


def host_of(url: str) -> str:
    return urlsplit(url).netloc
