"""A small model of what CloudFront checks, after its developer guide: the edge that proves the artefacts.

`judge` answers None for an allowed request, or (code, reason). The reasons are this model's own words.
Without `group` it does what somebody can do who has no public key: everything but the two checks of the key.
"""

import ipaddress
import json
import re
from base64 import b64decode
from urllib.parse import unquote

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from patterns import covers

RESERVED = ("Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm")
HASHES = {"SHA1": hashes.SHA1(), "SHA256": hashes.SHA256()}
CANNED = '{"Statement":[{"Resource":"%s","Condition":{"DateLessThan":{"AWS:EpochTime":%s}}}]}'
FIRST_MILLISECONDS = 100_000_000_000


class Denied(Exception):
    def __init__(self, code: str, reason: str):
        super().__init__(reason)
        self.answer = (code, reason)


def decode(value: str) -> bytes | None:
    if len(value) % 4 or not re.fullmatch(r"[A-Za-z0-9\-~]+_{0,2}", value):
        return None
    plain = value.translate(str.maketrans("-_~", "+=/"))
    return b64decode(plain)


def split_cookies(cookies) -> list[tuple[str, str]]:
    if isinstance(cookies, dict):
        return list(cookies.items())
    pairs = (part.strip().partition("=") for part in (cookies or "").split(";"))
    return [(name, value) for name, _, value in pairs if name]


def credentials(url: str, cookies) -> tuple[str, list[tuple[str, str]]]:
    """The URL without the signing parameters, and the signing parameters of the URL or of the cookies."""
    base, mark, query = url.partition("?")
    pairs = query.split("&") if mark else []
    own = [pair for pair in pairs if pair.split("=")[0] not in RESERVED]
    found = [pair.partition("=") for pair in pairs if pair.split("=")[0] in RESERVED]
    if found:
        rest = base + ("?" + "&".join(own) if own else "")
        return rest, [(name, unquote(value)) for name, _, value in found]
    named = [
        (n[11:], v) for n, v in split_cookies(cookies) if n.startswith("CloudFront-") and n[11:] in RESERVED
    ]
    return url, named


def no_twice(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name twice")
    return dict(pairs)


def whole(value, reason: str) -> int:
    if type(value) is not int or not 0 <= value < FIRST_MILLISECONDS:
        raise Denied("MalformedPolicy", reason)
    return value


def terms_of(text: bytes) -> dict:
    try:
        policy = json.loads(text.decode(), object_pairs_hook=no_twice)
    except ValueError:
        raise Denied("MalformedPolicy", "policy is not JSON") from None
    bad = Denied("MalformedPolicy", "policy grammar")
    if type(policy) is not dict or set(policy) != {"Statement"}:
        raise bad
    statements = policy["Statement"]
    if type(statements) is not list or len(statements) != 1 or type(statements[0]) is not dict:
        raise bad
    statement = statements[0]
    if not set(statement) <= {"Resource", "Condition"} or type(statement.get("Condition")) is not dict:
        raise bad
    if type(statement.get("Resource", "*")) is not str:
        raise bad
    condition = statement["Condition"]
    members = {
        "DateLessThan": "AWS:EpochTime",
        "DateGreaterThan": "AWS:EpochTime",
        "IpAddress": "AWS:SourceIp",
    }
    for name, value in condition.items():
        if name not in members or type(value) is not dict or set(value) != {members[name]}:
            raise bad
    if "DateLessThan" not in condition:
        raise bad
    terms = {
        "resource": statement.get("Resource", "*"),
        "end": whole(condition["DateLessThan"]["AWS:EpochTime"], "policy grammar"),
    }
    if "DateGreaterThan" in condition:
        terms["start"] = whole(condition["DateGreaterThan"]["AWS:EpochTime"], "policy grammar")
    if "IpAddress" in condition:
        try:
            terms["network"] = ipaddress.IPv4Network(condition["IpAddress"]["AWS:SourceIp"], strict=False)
        except (ValueError, TypeError):
            raise bad from None
    return terms


def is_valid(key, signature: bytes, data: bytes, hash_name: str) -> bool:
    public = key.private.public_key()
    try:
        if isinstance(public, rsa.RSAPublicKey):
            public.verify(signature, data, padding.PKCS1v15(), HASHES[hash_name])
        else:
            public.verify(signature, data, ec.ECDSA(HASHES[hash_name]))
    except InvalidSignature:
        return False
    return True


def check(question: dict, group: dict | None) -> None:
    url = question["url"].split("#")[0]
    if not re.fullmatch(r"https?://[^/?@\s]+(/[\x21-\x7e]*)?(\?[\x21-\x7e]*)?", url):
        raise Denied("BadRequest", "not a request URL")
    header = question.get("cookies") or ""
    size = len(header) if isinstance(header, str) else sum(len(n) + len(v) + 3 for n, v in header.items())
    if len(url) > 8192 or len(url) + size > 20480:
        raise Denied("BadRequest", "too large")
    requested, pairs = credentials(url, header)
    sent = dict(pairs)
    if not sent.get("Key-Pair-Id"):
        raise Denied("MissingKey", "no key ID" if sent else "no credentials")
    if len(sent) != len(pairs):
        raise Denied("AccessDenied", "a parameter twice")
    key_id = sent["Key-Pair-Id"]
    if not re.fullmatch(r"K[0-9A-Z]{12,13}|APKA[0-9A-Z]{16}", key_id):
        raise Denied("InvalidKey", "not a key ID")
    if group is not None and key_id not in group:
        raise Denied("InvalidKey", "unknown key")
    signature = decode(sent.get("Signature", ""))
    if signature is None:
        raise Denied(
            "MalformedSignature", "no signature" if "Signature" not in sent else "signature is not base64"
        )
    if "Policy" in sent:
        policy = decode(sent["Policy"])
        if policy is None:
            raise Denied("MalformedPolicy", "policy is not base64")
    elif "Expires" in sent:
        if not re.fullmatch(r"0|[1-9][0-9]*", sent["Expires"]):
            raise Denied("MalformedPolicy", "expires is no number")
        whole(int(sent["Expires"]), "expires in milliseconds")
        policy = (CANNED % (requested, sent["Expires"])).encode()
    else:
        raise Denied("MalformedPolicy", "no policy")
    terms = terms_of(policy)
    hash_name = sent.get("Hash-Algorithm", "SHA1")
    if hash_name not in HASHES:
        raise Denied("AccessDenied", "unknown hash")
    if group is not None and not is_valid(group[key_id], signature, policy, hash_name):
        raise Denied("AccessDenied", "signature")
    if "Policy" in sent and not covers(terms["resource"], requested):
        raise Denied("AccessDenied", "resource")
    now = question["nowSeconds"]
    if now >= terms["end"]:
        raise Denied("AccessDenied", "expired")
    if "start" in terms and now <= terms["start"]:
        raise Denied("AccessDenied", "not yet valid")
    if "network" in terms:
        viewer = question.get("ipAddress")
        if viewer is None:
            raise Denied("AccessDenied", "address unknown")
        if ipaddress.ip_address(viewer) not in terms["network"]:
            raise Denied("AccessDenied", "address")


def judge(question: dict, group: dict | None) -> tuple[str, str] | None:
    try:
        check(question, group)
    except Denied as denied:
        return denied.answer
    return None
