"""Whether the Resource of a custom policy covers a URL: section by section, as the developer guide has it."""

import re
from urllib.parse import unquote


def section(pattern: str, text: str) -> bool:
    parts = {"*": ".*", "?": "."}
    wild = "".join(parts.get(character) or re.escape(character) for character in pattern)
    return re.fullmatch(wild, text, re.DOTALL) is not None


def sections_of(url: str) -> tuple[str, str, str, str | None]:
    scheme, _, rest = url.partition("://")
    host, slash, tail = rest.partition("/")
    path, mark, query = tail.partition("?")
    return scheme, host, slash + path, query if mark else None


def has_dot_segment(path: str) -> bool:
    segments = re.split(r"[/\\]", unquote(path))
    return "." in segments or ".." in segments


def with_query(pattern: str, url: str) -> bool:
    """The first ? of the path starts the query of the pattern."""
    scheme, host, path, query = sections_of(url)
    wanted_scheme, mark, rest = pattern.partition("://")
    if not mark:
        if not pattern.startswith("*"):
            return False
        wanted_scheme, rest = "*", pattern
    wanted_host, slash, tail = rest.partition("/")
    wanted_scheme = "http" + "*" if wanted_scheme == "http*" else wanted_scheme
    if not section(wanted_scheme, scheme) or not section(wanted_host, host):
        return False
    if not slash:
        return wanted_host.endswith("*")
    wanted_path, delimiter, wanted_query = (slash + tail).replace("\\?", "?").partition("?")
    if not section(wanted_path, path):
        return False
    if not delimiter:
        return query is None or wanted_path.endswith("*")
    return query is not None and section(wanted_query, query)


def with_wild_mark(pattern: str, url: str) -> bool:
    """Every ? of the path stands for one character."""
    scheme, host, path, query = sections_of(url)
    wanted_scheme, mark, rest = pattern.partition("://")
    if not mark or "/" not in rest:
        return False
    wanted_host, _, wanted_path = rest.partition("/")
    if not (section(wanted_scheme, scheme) and section(wanted_host, host)):
        return False
    return section("/" + wanted_path, path) and (query is None or wanted_path.endswith("*"))


def covers(pattern: str, url: str) -> bool:
    if pattern == url:
        return True
    if has_dot_segment(sections_of(url)[2]):
        return False
    return pattern == "*" or with_query(pattern, url) or with_wild_mark(pattern, url)
