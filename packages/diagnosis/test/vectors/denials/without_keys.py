"""Whether somebody without any public key can name the cause: a model apart from the library.

Decidable is what the edge denies without looking at a key; a signature of a size that no key makes; parameters
that only trackers and cache busters append; an answer that says more than "Access denied"; and what is
written in the request for everybody to read. Everything else is the public key's to decide.
"""

import re
from urllib.parse import urlsplit

from edge import credentials, decode, judge

TRACKERS = (
    "utm_",
    "fbclid",
    "gclid",
    "msclkid",
    "mc_cid",
    "mc_eid",
    "_ga",
    "_gl",
    "igshid",
    "yclid",
    "ttclid",
)
CACHE_BUSTERS = ("_", "v", "cb", "nocache", "timestamp", "ts", "t", "ver", "_t")
BUCKET = re.compile(r"(^|\.)s3[.-]([a-z0-9-]+\.)*amazonaws\.com$")
RSA_SIZES = (128, 256, 384, 512)


def is_der(signature: bytes) -> bool:
    """SEQUENCE { INTEGER, INTEGER } with the numbers of a 256-bit curve, and nothing behind it."""
    if not 8 <= len(signature) <= 72 or signature[0] != 0x30 or signature[1] != len(signature) - 2:
        return False
    at = 2
    for _ in range(2):
        if at + 2 > len(signature) or signature[at] != 2 or not 1 <= signature[at + 1] <= 33:
            return False
        at += 2 + signature[at + 1]
    return at == len(signature)


def is_text(signature: bytes) -> bool:
    """Hexadecimal digits or base64 in base64: no signature has letters alone."""
    return all(0x20 <= byte < 0x7F for byte in signature)


def has_possible_size(signature: bytes) -> bool:
    return not is_text(signature) and (len(signature) in RSA_SIZES or is_der(signature))


def names_behind_key(url: str) -> list[str]:
    _, mark, behind = url.partition("Key-Pair-Id=")
    return [pair.split("=")[0] for pair in behind.split("&")[1:]] if mark else []


def is_added_later(name: str) -> bool:
    return name in CACHE_BUSTERS or name.startswith(TRACKERS)


def without_keys(seen: dict, question: dict, causes: list, without: list | None, decided_by) -> dict:
    if decided_by:
        return {"decidable": False, "decidedBy": decided_by}
    if without is not None:
        return {"decidable": True, "causes": [[c] if isinstance(c, str) else list(c) for c in without]}
    # A status, a body, headers or Set-Cookie lines are there to be read.
    elsewhere = ("setCookie", "responseHeaders", "responseBody", "method")
    if question["status"] != 403 or BUCKET.search(urlsplit(question["url"]).hostname or ""):
        return {"decidable": True, "causes": causes}
    verdict = judge(seen, None)
    if verdict and verdict[1] != "address unknown":
        return {"decidable": True, "causes": causes}
    if any(name in question for name in elsewhere) and judge_is_silent(question, seen):
        return {"decidable": True, "causes": causes}
    _, pairs = credentials(seen["url"], seen.get("cookies"))
    signature = decode(dict(pairs).get("Signature", ""))
    if signature is not None and not has_possible_size(signature):
        return {"decidable": True, "causes": causes}
    if any(is_added_later(name) for name in names_behind_key(seen["url"])):
        return {"decidable": True, "causes": causes}
    inputs = ["verifier"]
    if verdict:
        inputs.append("ipAddress")
    return {"decidable": False, "decidedBy": inputs}


def judge_is_silent(question: dict, seen: dict) -> bool:
    """The request is right, or CloudFront's own answer names the step at which it ended."""
    from keys import GROUP

    return judge(seen, GROUP) is None or "<Code>InvalidKey" in question.get("responseBody", "")
