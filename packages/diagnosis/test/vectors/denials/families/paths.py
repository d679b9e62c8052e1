"""Paths and parameters that changed behind the signer."""

from case import CDN, broken
from keys import EC, RSA
from signers import CANNED, END, both_kinds, canned, canned_of, custom_for


def moved(name, signed_url, url, why, key=RSA, hash_name="SHA1", causes=("url-path-changed",), family="path"):
    signed = canned_of(CANNED % (signed_url, END), END, key, hash_name)
    broken(
        family,
        name,
        [list(causes)],
        why,
        edge="signature",
        url=signed.on(url),
        mended={"url": signed.on(signed_url)},
    )


def paths() -> None:
    video = "/videos/42/a.mp4"
    for kind, key, hash_name in both_kinds():
        moved(
            f"a double slash was signed ({kind})",
            f"{CDN}//videos/42/a.mp4",
            f"{CDN}{video}",
            "The base ended with a slash and the key began with one; a proxy merged them.",
            key,
            hash_name,
        )
        moved(
            f"a double slash was sent ({kind})",
            f"{CDN}{video}",
            f"{CDN}/videos//42/a.mp4",
            "The client joined the folder and the file with one slash too many.",
            key,
            hash_name,
        )
        moved(
            f"a prefix of an image service ({kind})",
            f"{CDN}/portrait.jpeg",
            f"{CDN}/fit-in/100x100/portrait.jpeg",
            "The part for the image handler was put in behind the signer.",
            key,
            hash_name,
        )
        moved(
            f"a folder in front, by a proxy ({kind})",
            f"{CDN}{video}",
            f"{CDN}/cdn{video}",
            "A proxy put a folder in front of the path.",
            key,
            hash_name,
        )
        moved(
            f"a stage was signed ({kind})",
            f"{CDN}/prod{video}",
            f"{CDN}{video}",
            "The signed path has the stage of an API in front, the request has not.",
            key,
            hash_name,
        )
    moved(
        "cdn-cgi in front",
        f"{CDN}/p/a.jpg",
        f"{CDN}/cdn-cgi/image/width=400,format=auto/p/a.jpg",
        "An image service put its options in front of the path.",
    )
    moved(
        "the transformations of an image service in front",
        f"{CDN}/p/a.jpg",
        f"{CDN}/w_300,h_200,c_fill/p/a.jpg",
        "An image service put its options in front of the path.",
        EC,
        "SHA256",
    )
    moved("index.html was signed", f"{CDN}/docs/index.html", f"{CDN}/docs/", "The request is for the folder.")
    moved(
        "the folder was signed",
        f"{CDN}/docs/",
        f"{CDN}/docs/index.html",
        "The request is for index.html.",
        EC,
        "SHA256",
    )
    moved(
        "the slash at the end was signed",
        f"{CDN}/docs/",
        f"{CDN}/docs",
        "The request has no slash at its end.",
    )
    moved(
        "the slash at the end was sent",
        f"{CDN}/docs",
        f"{CDN}/docs/",
        "The request has a slash at its end.",
        EC,
        "SHA256",
    )
    moved(
        "dot segments were signed",
        f"{CDN}/./videos/42/a.mp4",
        f"{CDN}{video}",
        "Clients resolve dot segments before they ask.",
    )
    signed = canned_of(CANNED % (CDN, END))
    broken(
        "path",
        "the host was signed without a slash",
        ["url-path-changed"],
        "Clients ask for / where a URL has no path.",
        edge="signature",
        url=signed.on(f"{CDN}/"),
        mended={"url": canned(f"{CDN}/").on(f"{CDN}/")},
    )


def added(name, names, causes=("url-parameter-added",), own="", front=False, kinds=None):
    for kind, key, hash_name in kinds or both_kinds():
        url = f"{CDN}/v/a.mp4{own}"
        signed = canned(url, END, key, hash_name)
        mark = "&" if own else "?"
        sent = f"{url}{mark}{names}&{signed.query()}" if front else f"{signed.on(url)}&{names}"
        # Without a key, a name that an application may use itself proves nothing.
        says = [pair.split("=")[0] for pair in names.split("&")]
        broken(
            "parameters",
            f"{name} ({kind})",
            [list(causes)],
            "The parameter was added to a URL that was signed without it.",
            edge="signature",
            url=sent,
            mended={"url": signed.on(url)},
            says=says,
        )


def parameters() -> None:
    added("utm_source behind the signature", "utm_source=newsletter")
    added("two of utm_ behind the signature", "utm_source=newsletter&utm_campaign=spring")
    added("fbclid behind the signature", "fbclid=IwAR0abcdefghijkl")
    added("gclid behind the signature", "gclid=Cj0KCQ", own="?size=1")
    added("_ of jQuery behind the signature", "_=1767290400000")
    added("v behind the signature", "v=1.2.3")
    added("a parameter of a player in front", "hls_ctx=abc123", front=True)
    added("a width in front of the signature", "w=400", own="?size=1", front=True)
    added("three in front", "a=1&b=2&c=3", front=True)
    url, turned = f"{CDN}/i?width=300&height=200", f"{CDN}/i?height=200&width=300"
    for kind, key, hash_name in both_kinds():
        moved(
            f"sorted by a cache ({kind})",
            url,
            turned,
            "The parameters were sorted behind the signer.",
            key,
            hash_name,
            ("url-parameters-reordered",),
            "parameters",
        )
    signed = custom_for(f"{CDN}/v/a.mp4?size=large")
    broken(
        "parameters",
        "a signed one was dropped",
        [["url-parameter-removed", "resource-mismatch"]],
        "Resource has a query, and the request has none.",
        edge="resource",
        url=signed.on(f"{CDN}/v/a.mp4"),
        mended={"url": signed.on(f"{CDN}/v/a.mp4?size=large")},
    )
    signed = custom_for(f"{CDN}/v/a.mp4", EC, "SHA256")
    broken(
        "parameters",
        "one was added to what a custom policy names",
        [["url-parameter-added", "resource-mismatch"]],
        "Resource has no query and no * at its end.",
        edge="resource",
        says=["utm_source"],
        url=signed.on(f"{CDN}/v/a.mp4") + "&utm_source=mail",
        mended={"url": signed.on(f"{CDN}/v/a.mp4")},
    )
    once = canned(f"{CDN}/v/a.mp4").on(f"{CDN}/v/a.mp4")
    twice = canned(once, END + 60).on(once)
    broken(
        "parameters",
        "signed twice",
        ["parameter-repeated"],
        "A URL that was signed already was signed again.",
        edge="a parameter twice",
        url=twice,
        mended={"url": once},
    )
    for kind, key, hash_name in both_kinds():
        cookies = custom_for(f"{CDN}/v/*", key, hash_name).cookies()
        name = "Policy=free" if kind == "RSA" else "Expires=never"
        broken(
            "parameters",
            f"{name.split('=')[0]} of an application beside cookies ({kind})",
            ["cookies-shadowed-by-query"],
            "A parameter with a reserved name makes CloudFront ignore the cookies.",
            edge="no key ID",
            url=f"{CDN}/v/a.mp4?{name}",
            cookies=cookies,
            mended={"url": f"{CDN}/v/a.mp4"},
        )


def make() -> None:
    paths()
    parameters()
