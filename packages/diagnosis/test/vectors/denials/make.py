"""Makes artefacts.json and controls.json.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python make.py

Nothing is random and no clock is read: every run writes the same bytes. It stops at the first artefact that the
edge (edge.py) or the browser (browser.py) does not find broken in the way that it says.
"""

import json
import pathlib
from collections import Counter

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding

import case
from families import (
    answers,
    buckets,
    components,
    controls,
    cookies,
    cut_off,
    encodings,
    grammar,
    hosts,
    pairs,
    paths,
    policy_texts,
    resources,
    set_cookies,
    signatures,
    strays,
    times,
    undecided,
    values,
)
from keys import GROUP, RSA
from signers import from_botocore, custom, custom_text, sign_pss

FOLDER = pathlib.Path(__file__).parent


def check_signers() -> None:
    """What is written by hand here is what others make."""
    text = custom_text("https://cdn.example.com/*")
    assert from_botocore("https://cdn.example.com/a", RSA, "SHA1", policy=text) == custom(text)
    for name, algorithm, salt in (
        ("SHA1", hashes.SHA1(), 20),
        ("SHA256", hashes.SHA256(), 32),
        ("SHA256", hashes.SHA256(), 0),
    ):
        form = padding.PSS(padding.MGF1(algorithm), salt)
        RSA.private.public_key().verify(sign_pss(RSA, b"x", name, bytes(salt)), b"x", form, algorithm)


def write(name: str, value: object) -> None:
    (FOLDER / name).write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n")


check_signers()
ROOMS = (
    hosts,
    encodings,
    components,
    policy_texts,
    grammar,
    signatures,
    values,
    paths,
    resources,
    times,
    cut_off,
    strays,
    set_cookies,
    cookies,
    answers,
    buckets,
    pairs,
    undecided,
    controls,
)
for room in ROOMS:
    room.make()
key_group = {key_id: key.public_pem for key_id, key in GROUP.items()}
write("artefacts.json", {"publicKeys": key_group, "artefacts": case.artefacts})
write("controls.json", {"publicKeys": key_group, "controls": case.controls})
for family, count in Counter(one["family"] for one in case.artefacts).items():
    print(f"{count:4} {family}")
undecidable = sum(not one["withoutKeys"]["decidable"] for one in case.artefacts)
print(
    f"{len(case.artefacts)} artefacts, {undecidable} of them undecidable without keys; {len(case.controls)} controls"
)
