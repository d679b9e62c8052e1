"""A small model of a browser's cookie jar: RFC 6265bis, the Public Suffix List, and the limits of Chromium."""

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

LIST = PublicSuffixList()
LARGEST_COOKIE = 4096
COOKIES_PER_DOMAIN = 180


def site_of(host: str) -> str:
    return LIST.privatesuffix(host) or host


def is_under(host: str, domain: str) -> bool:
    return host == domain or host.endswith("." + domain)


def default_path(path: str) -> str:
    return path.rpartition("/")[0] or "/"


def stored(line: str, source: str, now: datetime) -> dict | None:
    """The cookie that a Set-Cookie line of a response from this URL makes, or None."""
    pair, *attributes = line.split(";")
    name, _, value = pair.strip().partition("=")
    given = {n.strip().lower(): v.strip() for n, _, v in (part.partition("=") for part in attributes)}
    host, scheme = urlsplit(source).hostname, urlsplit(source).scheme
    domain = given.get("domain", "").lstrip(".").lower()
    if domain and (not is_under(host, domain) or (domain != host and LIST.is_public(domain))):
        return None
    if len(name) + len(value) > LARGEST_COOKIE:
        return None
    local = host == "localhost"
    if "secure" in given and scheme != "https" and not local:
        return None
    same_site = given.get("samesite", "Lax").lower()
    if same_site == "none" and "secure" not in given:
        return None
    if "max-age" in given and int(given["max-age"]) <= 0:
        return None
    if "max-age" not in given and "expires" in given:
        ends = parsedate_to_datetime(given["expires"].replace("-", " "))
        if (ends if ends.tzinfo else ends.replace(tzinfo=timezone.utc)) <= now:
            return None
    path = given.get("path", "")
    kept = path if path.startswith("/") else default_path(urlsplit(source).path)
    return {
        "name": name,
        "value": value,
        "domain": domain or host,
        "exact": not domain,
        "path": kept,
        "secure": "secure" in given,
        "sameSite": same_site,
    }


def is_sent(cookie: dict, url: str, page: str | None) -> bool:
    host, scheme, path = urlsplit(url).hostname, urlsplit(url).scheme, urlsplit(url).path or "/"
    if cookie["exact"] and host != cookie["domain"] or not is_under(host, cookie["domain"]):
        return False
    prefix = cookie["path"]
    if path != prefix and not path.startswith(prefix if prefix.endswith("/") else prefix + "/"):
        return False
    if cookie["secure"] and scheme != "https" and host != "localhost":
        return False
    other_site = page is not None and site_of(urlsplit(page).hostname) != site_of(host)
    return not (other_site and cookie["sameSite"] != "none")


def cookie_header(lines: list[str], source: str, url: str, page: str | None, now: datetime) -> str:
    """What the browser sends to `url` once `source` has answered with these lines; longer paths first."""
    kept = [cookie for cookie in (stored(line, source, now) for line in lines) if cookie]
    if len({(c["name"], c["domain"], c["path"]) for c in kept}) > COOKIES_PER_DOMAIN:
        kept = kept[-COOKIES_PER_DOMAIN:]
    sent = [cookie for cookie in kept if is_sent(cookie, url, page)]
    sent.sort(key=lambda cookie: -len(cookie["path"]))
    return "; ".join(f"{c['name']}={c['value']}" for c in sent)
