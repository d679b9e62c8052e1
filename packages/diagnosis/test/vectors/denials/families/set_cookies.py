"""Set-Cookie lines whose cookies do not arrive."""

from case import CDN, DIST, broken
from signers import both_kinds, custom_for, custom_text

APP = "https://app.example.com"
URL = f"{CDN}/course/42/a.mp4"


def lines(signed, attributes: str) -> list[str]:
    return [f"CloudFront-{name}={value}; {attributes}" for name, value in signed.items()]


def unset(
    family,
    name,
    causes,
    why,
    wrong,
    right,
    *,
    url=URL,
    source=f"{APP}/login",
    edge="no credentials",
    says=(),
    **question,
):
    for kind, key, hash_name in both_kinds():
        scheme_host = "/".join(url.split("/")[:3])
        signed = custom_for(f"{scheme_host}/*", key, hash_name)
        broken(
            family,
            f"{name} ({kind})",
            causes,
            why,
            edge=edge,
            url=url,
            source=source,
            setCookie=lines(signed, wrong),
            mended={"setCookie": lines(signed, right)},
            says=says,
            **question,
        )


def attributes() -> None:
    right = "Domain=example.com; Path=/; Secure; HttpOnly"
    f = "Set-Cookie"
    unset(
        f,
        "Domain is cloudfront.net",
        ["cookie-domain"],
        "cloudfront.net is a public suffix.",
        "Domain=cloudfront.net; Path=/; Secure",
        "Domain=d111111abcdef8.cloudfront.net; Path=/; Secure",
        url=f"{DIST}/course/42/a.mp4",
        source=f"{DIST}/login",
    )
    unset(
        f,
        "Domain of another company",
        ["cookie-domain"],
        "Domain does not cover the host.",
        "Domain=example.net; Path=/; Secure",
        right,
    )
    unset(
        f,
        "Domain of the app alone",
        ["cookie-domain"],
        "Domain covers the app's host and not the CDN's.",
        "Domain=app.example.com; Path=/; Secure",
        right,
    )
    unset(
        f,
        "no Domain, and another host",
        ["cookie-domain"],
        "Without Domain the cookie is for the app's host alone.",
        "Path=/; Secure; HttpOnly",
        right,
        pageOrigin=APP,
    )
    unset(
        f,
        "Path with a star",
        ["cookie-path"],
        "Cookies have no wildcards in Path.",
        "Domain=example.com; Path=/course/*; Secure",
        right,
    )
    unset(
        f,
        "Path of another folder",
        ["cookie-path"],
        "Path is no prefix of the request's path.",
        "Domain=example.com; Path=/videos; Secure",
        right,
    )
    unset(
        f,
        "Path in capital letters",
        ["cookie-path"],
        "Paths are case-sensitive.",
        "Domain=example.com; Path=/Course; Secure",
        right,
    )
    unset(
        f,
        "SameSite=None without Secure",
        ["cookie-same-site"],
        "Browsers drop SameSite=None without Secure.",
        "Domain=example.com; Path=/; SameSite=None",
        right + "; SameSite=None",
    )
    unset(
        f,
        "SameSite=Strict from another site",
        ["cookie-same-site"],
        "Strict cookies are not sent from another site's pages.",
        "Domain=example.com; Path=/; Secure; SameSite=Strict",
        right + "; SameSite=None",
        pageOrigin="https://academy.example.org",
    )
    unset(
        f,
        "SameSite=Lax from another site",
        ["cookie-same-site"],
        "Lax cookies are not sent with another site's requests.",
        "Domain=example.com; Path=/; Secure; SameSite=Lax",
        right + "; SameSite=None",
        pageOrigin="https://academy.example.org",
    )
    unset(
        f,
        "Secure and http",
        ["cookie-secure"],
        "Secure cookies are not sent over http.",
        "Domain=example.com; Path=/; Secure",
        "Domain=example.com; Path=/",
        url="http://cdn.example.com/course/42/a.mp4",
        source="http://app.example.com/login",
    )
    unset(
        f,
        "Expires is over",
        ["cookie-expired"],
        "A cookie whose Expires is over is deleted.",
        "Domain=example.com; Path=/; Secure; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        right,
    )
    unset(
        f,
        "Expires was yesterday",
        ["cookie-expired"],
        "A cookie whose Expires is over is deleted.",
        "Domain=example.com; Path=/; Secure; Expires=Sun, 01 Mar 2026 09:00:00 GMT",
        right,
    )
    unset(
        f,
        "Max-Age=0",
        ["cookie-expired"],
        "Max-Age=0 deletes a cookie.",
        "Domain=example.com; Path=/; Secure; Max-Age=0",
        right,
    )
    unset(
        f,
        "a Max-Age below zero",
        ["cookie-expired"],
        "Max-Age below zero deletes a cookie.",
        "Domain=example.com; Path=/; Secure; Max-Age=-1; Expires=Sun, 01 Mar 2037 09:00:00 GMT",
        right,
    )


def sizes() -> None:
    policy = custom_text(f"{CDN}/*")
    large = " " * 3100 + policy
    from signers import custom

    for kind, key, hash_name in both_kinds():
        right, attributes = "Domain=example.com; Path=/; Secure", "Domain=example.com; Path=/; Secure"
        signed = custom(large, key, hash_name)
        broken(
            "Set-Cookie",
            f"over 4,096 bytes ({kind})",
            ["cookie-too-large"],
            "Browsers drop cookies over 4,096 bytes.",
            edge="no policy",
            url=URL,
            source=f"{APP}/login",
            setCookie=lines(signed, attributes),
            mended={"setCookie": lines(custom(policy, key, hash_name), right)},
        )
        signed = custom(policy, key, hash_name)
        many = [f"other-{index}=1; {attributes}" for index in range(200)]
        broken(
            "Set-Cookie",
            f"200 other cookies ({kind})",
            ["cookie-too-large"],
            "Browsers keep 180 cookies for a domain.",
            edge="no credentials",
            url=URL,
            source=f"{APP}/login",
            setCookie=lines(signed, attributes) + many,
            mended={"setCookie": lines(signed, attributes)},
        )


def make() -> None:
    attributes()
    sizes()
