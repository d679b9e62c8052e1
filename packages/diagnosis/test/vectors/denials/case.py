"""Builds one artefact, and lets the edge and the browser prove what it says."""

from datetime import datetime, timezone

from browser import cookie_header
from edge import judge
from keys import GROUP
from without_keys import without_keys

NOW = datetime(2026, 3, 2, 9, 0, 0, tzinfo=timezone.utc)
SECONDS = int(NOW.timestamp())
DIST = "https://d111111abcdef8.cloudfront.net"
CDN = "https://cdn.example.com"
MESSAGES = {
    "MissingKey": "Missing Key-Pair-Id query parameter or cookie value",
    "InvalidKey": "Unknown Key",
    "MalformedSignature": "Could not unencode Signature",
    "MalformedPolicy": "Malformed Policy",
    "AccessDenied": "Access denied",
}
artefacts: list[dict] = []
controls: list[dict] = []
names: set[str] = set()


def error_body(code: str) -> str:
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return f"{head}<Error><Code>{code}</Code><Message>{MESSAGES[code]}</Message></Error>"


def asked(question: dict) -> dict:
    """What the edge sees of a question: the request, and what a browser makes of Set-Cookie lines."""
    seen = {"nowSeconds": SECONDS, **question}
    if "now" in question:
        seen["nowSeconds"] = int(datetime.fromisoformat(question["now"].replace("Z", "+00:00")).timestamp())
    return seen


def arriving(question: dict, source: str) -> dict:
    lines, page = question["setCookie"], question.get("pageOrigin")
    return {**question, "cookies": cookie_header(lines, source, question["url"], page, NOW)}


def note(name: str) -> None:
    if name in names:
        raise SystemExit(f"two cases have the name {name}")
    names.add(name)


def broken(
    family,
    name,
    causes,
    why,
    *,
    edge,
    mended=None,
    without=None,
    decided_by=None,
    says=(),
    undecided=None,
    source=None,
    symptoms=(),
    ordered=False,
    hidden=None,
    **question,
):
    """`edge` is the reason that the edge must have: "allowed" says that the request is right, and the fault is
    elsewhere. `mended` is what the question has to be for the edge to allow it. `source` is the URL whose answer
    had the Set-Cookie lines. `undecided` names the inputs that would decide it, with the keys at hand. `symptoms`
    are true as well and may come first, and `ordered` causes have to come in their order. `hidden` is true of
    the request, and the question does not say it."""
    name = f"{family}: {name}"
    note(name)
    question = {"now": NOW.isoformat().replace("+00:00", "Z"), **question}
    seen = asked({**question, **(hidden or {})})
    if source:
        seen = arriving(seen, source)
    verdict = judge(seen, GROUP)
    reason = verdict[1] if verdict else "allowed"
    if reason != edge:
        raise SystemExit(f"{name}: the edge says {reason}, not {edge}")
    if mended is not None:
        right = asked({**question, **(hidden or {}), **mended})
        if source:
            right = arriving(right, source)
        if judge(right, GROUP) is not None:
            raise SystemExit(f"{name}: mended, the edge says {judge(right, GROUP)[1]}")
    elif edge not in ("allowed", "address unknown"):
        raise SystemExit(f"{name}: nothing mends it")
    # Every third one has the body of the answer, as people paste it.
    if "responseBody" not in question and verdict and verdict[0] in MESSAGES and len(names) % 3 == 0:
        question["responseBody"] = error_body(verdict[0])
    question.setdefault("status", 403)
    causes = [[cause] if isinstance(cause, str) else list(cause) for cause in causes]
    keyed = {"decidable": True, "causes": causes}
    if undecided:
        keyed = {"decidable": False, "decidedBy": undecided, "causes": causes}
    artefacts.append(
        {
            "family": family,
            "name": name,
            "question": question,
            "withKeys": keyed,
            "withoutKeys": without_keys(seen, question, causes, without, decided_by),
            "symptoms": list(symptoms),
            "ordered": ordered,
            "says": list(says),
            "edge": {"denied": reason, "mendedAllowed": mended is not None},
            "why": why,
        }
    )


def good(name, *, source=None, **question):
    """A control: the edge allows it."""
    note(f"control: {name}")
    question = {"now": NOW.isoformat().replace("+00:00", "Z"), **question}
    seen = asked(question)
    if source:
        seen = arriving(seen, source)
    verdict = judge(seen, GROUP)
    if verdict is not None:
        raise SystemExit(f"control {name}: the edge says {verdict[1]}")
    controls.append({"name": f"control: {name}", "question": question})
