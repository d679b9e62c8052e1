"""Unicode normalization, and encodeURIComponent for each part of a URL."""

import unicodedata

import encoders
from case import CDN
from families.encodings import changed
from signers import both_kinds


def unicode_forms() -> None:
    for form, other in (("NFC", "NFD"), ("NFD", "NFC")):
        for kind, key, hash_name in both_kinds():
            path = "Übung/café ÅÄÖ.mp4"
            signed, sent = (encoders.python_quote(unicodedata.normalize(f, path)) for f in (form, other))
            changed(
                f"{form} was signed, {other} was sent ({kind})",
                f"{CDN}/{signed}",
                f"{CDN}/{sent}",
                "The same letters, composed another way: macOS writes file names in NFD.",
                key,
                hash_name,
            )
    changed(
        "Latin-1 was signed",
        f"{CDN}/caf%E9.jpg",
        f"{CDN}/caf%C3%A9.jpg",
        "The signer's text was Latin-1, the client's UTF-8.",
    )


def components() -> None:
    names = ["2026-03-02T09:00:00,v=1;x", "a@b.com", "key:value", "R&D $5 +1", "mail@host:8080"]
    for index, name in enumerate(names):
        kind, key, hash_name = both_kinds()[index % 2]
        plain = encoders.js_encode_uri(f"{CDN}/files/{name}.pdf")
        strict = f"{CDN}/files/{encoders.js_encode_uri_component(name + '.pdf')}"
        changed(
            f"encodeURIComponent per segment was signed, segment {index + 1} ({kind})",
            strict,
            plain,
            "encodeURIComponent escaped characters of the segment that the client sends plain.",
            key,
            hash_name,
        )
        changed(
            f"encodeURIComponent per segment was sent, segment {index + 1} ({kind})",
            plain,
            strict,
            "The client called encodeURIComponent with each segment, the signer did not.",
            key,
            hash_name,
        )
    values = ["https://example.com/back?x=1", "2026-03-02T09:00:00+01:00", "a/b:c@d"]
    for index, value in enumerate(values):
        kind, key, hash_name = both_kinds()[index % 2]
        raw = value.replace("?", "%3F").replace("+", "%2B") if index == 1 else value
        strict = encoders.js_encode_uri_component(value)
        changed(
            f"encodeURIComponent per value was signed, value {index + 1} ({kind})",
            f"{CDN}/go?to={strict}",
            f"{CDN}/go?to={raw}" if raw != strict else f"{CDN}/go?to={value}",
            "encodeURIComponent escaped characters of the value that the client sends plain.",
            key,
            hash_name,
        )


def make() -> None:
    unicode_forms()
    components()
