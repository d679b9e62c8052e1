"""The URL that was signed and the one that was sent differ in how characters are written."""

import encoders
from case import CDN, broken
from keys import EC, RSA
from signers import CANNED, END, both_kinds, canned, canned_of, custom_for


def changed(name, signed_url, url, why, key=RSA, hash_name="SHA1", causes=("url-encoding-changed",)):
    signed = canned_of(CANNED % (signed_url, END), END, key, hash_name)
    # A client cannot send what was signed here, if it has characters that no request line has.
    sendable = (
        signed_url.startswith(CDN)
        and all(0x21 <= ord(character) <= 0x7E for character in signed_url)
        and '"' not in signed_url
    )
    mended = signed.on(signed_url) if sendable else canned(url, END, key, hash_name).on(url)
    broken(
        "encoding", name, [list(causes)], why, edge="signature", url=signed.on(url), mended={"url": mended}
    )


def characters() -> None:
    for kind, key, hash_name in both_kinds():
        changed(
            f"a raw space was signed ({kind})",
            f"{CDN}/My Holiday.mp4",
            f"{CDN}/My%20Holiday.mp4",
            "The space was signed as a space and sent as %20.",
            key,
            hash_name,
        )
        changed(
            f"raw Cyrillic was signed ({kind})",
            f"{CDN}/видео/урок.mp4",
            f"{CDN}/{encoders.python_quote('видео/урок.mp4')}",
            "The characters were signed raw and sent percent-encoded.",
            key,
            hash_name,
        )
    changed(
        "%20 was signed, + was sent",
        f"{CDN}/s?q=two%20words",
        f"{CDN}/s?q=two+words",
        "URLSearchParams wrote the space as +.",
    )
    changed(
        "+ was signed, %20 was sent",
        f"{CDN}/s?q=two+words",
        f"{CDN}/s?q=two%20words",
        "The plus was turned to %20 behind the signer.",
        EC,
        "SHA256",
    )
    changed(
        "+ was signed, %2B was sent",
        f"{CDN}/a+b.jpg",
        f"{CDN}/a%2Bb.jpg",
        "Amazon S3 style escaping wrote the plus as %2B.",
    )
    changed(
        "%2B was signed, + was sent",
        f"{CDN}/a%2Bb.jpg",
        f"{CDN}/a+b.jpg",
        "The URL was decoded once behind the signer.",
        EC,
        "SHA256",
    )
    changed(
        "an apostrophe in the query",
        f"{CDN}/d?name=UTF-8''a.pdf",
        f"{CDN}/d?name=UTF-8%27%27a.pdf",
        "Browsers write ' in a query as %27.",
    )
    changed(
        "escapes in lower case were signed",
        f"{CDN}/caf%c3%a9.jpg",
        f"{CDN}/caf%C3%A9.jpg",
        "HttpUtility.UrlEncode of .NET writes escapes in small letters.",
    )
    changed(
        "escapes in lower case were sent",
        f"{CDN}/caf%C3%A9.jpg",
        f"{CDN}/caf%c3%a9.jpg",
        "A proxy wrote the escapes in small letters.",
        EC,
        "SHA256",
    )
    changed(
        "escaped twice",
        f"{CDN}/a%20b.jpg",
        f"{CDN}/a%2520b.jpg",
        "A URL that was already encoded was encoded again before it was sent.",
    )
    changed(
        "signed after escaping twice",
        f"{CDN}/a%2520b.jpg",
        f"{CDN}/a%20b.jpg",
        "The signer encoded a URL that was encoded already.",
        EC,
        "SHA256",
    )
    changed(
        "a tilde was escaped by Java",
        f"{CDN}/%7Ejane/a.jpg",
        f"{CDN}/~jane/a.jpg",
        "java.net.URLEncoder escapes the tilde.",
    )
    changed(
        "parentheses were escaped",
        f"{CDN}/a%20%281%29.jpg",
        f"{CDN}/a%20(1).jpg",
        "rawurlencode of PHP escapes parentheses; browsers leave them.",
    )
    changed(
        "a comma was escaped",
        f"{CDN}/i/w_300%2Ch_200/a.jpg",
        f"{CDN}/i/w_300,h_200/a.jpg",
        "The comma was escaped when it was signed only.",
        EC,
        "SHA256",
    )
    changed(
        "brackets in the query",
        f"{CDN}/a?size[]=1",
        f"{CDN}/a?size%5B%5D=1",
        "http_build_query escapes brackets, the signed URL had them plain.",
    )
    changed(
        "a pipe in the query",
        f"{CDN}/a?crop=1|2",
        f"{CDN}/a?crop=1%7C2",
        "The client escapes the pipe, the signer did not.",
        EC,
        "SHA256",
    )
    changed(
        "a slash of the key was escaped",
        f"{CDN}/videos%2F42%2Fa.mp4",
        f"{CDN}/videos/42/a.mp4",
        "encodeURIComponent of the whole key escaped its slashes.",
        causes=("url-encoding-changed", "url-path-changed"),
    )
    changed(
        "the whole URL was encoded",
        encoders.php_urlencode(f"{CDN}/a.jpg"),
        f"{CDN}/a.jpg",
        "urlencode was called with the whole URL before it was signed.",
    )
    changed(
        "a name without a value got an =",
        f"{CDN}/a.jpg?download",
        f"{CDN}/a.jpg?download=",
        "URLSearchParams writes ?download as ?download=.",
        EC,
        "SHA256",
    )


def readable() -> None:
    signed = custom_for(f"{CDN}/My Holiday/*")
    broken(
        "encoding",
        "custom policy with a raw space",
        [["resource-mismatch", "url-encoding-changed"]],
        "Resource has a raw space, the request %20.",
        edge="resource",
        url=signed.on(f"{CDN}/My%20Holiday/a.mp4"),
        mended={"url": custom_for(f"{CDN}/My%20Holiday/*").on(f"{CDN}/My%20Holiday/a.mp4")},
    )
    signed = canned_of(CANNED % (f"{CDN}/list one.m3u8", END), END, EC, "SHA256")
    broken(
        "encoding",
        "canned cookies for a raw space",
        ["url-encoding-changed"],
        "The canned policy of the cookies has a raw space.",
        edge="signature",
        url=f"{CDN}/list%20one.m3u8",
        cookies=signed.cookies(),
        mended={"cookies": canned(f"{CDN}/list%20one.m3u8", END, EC, "SHA256").cookies()},
    )


def make() -> None:
    characters()
    readable()
