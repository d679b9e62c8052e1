"""Times and addresses."""

from case import CDN, SECONDS, broken
from signers import CANNED, END, both_kinds, canned, canned_of, custom, custom_for, custom_text

URL = f"{CDN}/v/a.mp4"
DAY = 86_400


def expiry() -> None:
    for kind, key, hash_name in both_kinds():
        for what, ago in (("23 hours", 23 * 3600), ("a second", 1), ("two years", 730 * DAY)):
            signed = canned(URL, SECONDS - ago, key, hash_name)
            broken(
                "time",
                f"expired {what} ago ({kind})",
                ["expired"],
                "The expiry time has passed.",
                edge="expired",
                url=signed.on(URL),
                mended={"url": canned(URL, END, key, hash_name).on(URL)},
            )
        signed = custom_for(f"{CDN}/v/*", key, hash_name, end=SECONDS - 300)
        broken(
            "time",
            f"custom policy that expired ({kind})",
            ["expired"],
            "The expiry time has passed.",
            edge="expired",
            url=signed.on(URL),
            mended={"url": custom_for(f"{CDN}/v/*", key, hash_name).on(URL)},
        )
        broken(
            "time",
            f"cookies that expired ({kind})",
            ["expired"],
            "The expiry time has passed.",
            edge="expired",
            url=URL,
            cookies=signed.cookies(),
            mended={"cookies": custom_for(f"{CDN}/v/*", key, hash_name).cookies()},
        )
        for duration in (3600, 86400):
            signed = canned(URL, duration, key, hash_name)
            broken(
                "time",
                f"a duration of {duration} ({kind})",
                ["expired"],
                "A duration stands where a time belongs: it is a moment of January 1970.",
                edge="expired",
                url=signed.on(URL),
                mended={"url": canned(URL, END, key, hash_name).on(URL)},
            )
        signed = canned_of(CANNED % (URL, f"{END}000"), f"{END}000", key, hash_name)
        broken(
            "time",
            f"milliseconds ({kind})",
            [["milliseconds", "expires-invalid"]],
            "The time is in milliseconds.",
            edge="expires in milliseconds",
            url=signed.on(URL),
            mended={"url": canned(URL, END, key, hash_name).on(URL)},
        )
    signed = canned(URL, SECONDS)
    broken(
        "time",
        "the very second",
        ["expired"],
        "Access ends with the second that the policy names.",
        edge="expired",
        url=signed.on(URL),
        mended={"now": "2026-03-02T08:59:59Z"},
    )
    signed = canned(URL, 15)
    broken(
        "time",
        "the day of the month",
        ["expired"],
        "getDate() gives the day of the month.",
        edge="expired",
        url=signed.on(URL),
        mended={"url": canned(URL).on(URL)},
    )
    for value in (
        "2030-03-17T17:46:40Z",
        "NaN",
        "undefined",
        "1900000000.5",
        "-1",
        "1.9e9",
        "%5Bobject%20Object%5D",
        "",
    ):
        signed = canned_of(CANNED % (URL, value), value)
        causes = [["expires-invalid"], ["policy-missing", "expires-invalid"]][value == ""]
        broken(
            "time",
            f"Expires={value}",
            [causes],
            "Expires is no whole number of seconds.",
            edge="expires is no number",
            url=signed.on(URL),
            mended={"url": canned(URL).on(URL)},
        )


def changed_expiry() -> None:
    shifts = {
        "milliseconds were signed": f"{END}000",
        "two hours of a time zone": END + 7200,
        "seven hours of a time zone": END - 7 * 3600,
        "a day more": END + DAY,
        "a second less": END - 1,
    }
    for index, (what, expires) in enumerate(shifts.items()):
        kind, key, hash_name = both_kinds()[index % 2]
        signed = canned_of(CANNED % (URL, expires), END, key, hash_name)
        broken(
            "time",
            f"{what} and another time sent ({kind})",
            ["expires-changed"],
            "The policy was signed with another time than Expires.",
            edge="signature",
            url=signed.on(URL),
            mended={"url": canned(URL, END, key, hash_name).on(URL)},
        )


def start() -> None:
    for what, ahead in (("an hour ahead", 3600), ("30 seconds ahead", 30), ("this second", 0)):
        for kind, key, hash_name in both_kinds():
            signed = custom_for(f"{CDN}/v/*", key, hash_name, start=SECONDS + ahead)
            broken(
                "time",
                f"begins {what} ({kind})",
                ["not-yet-valid"],
                "DateGreaterThan is still to come.",
                edge="not yet valid",
                url=signed.on(URL),
                mended={"url": custom_for(f"{CDN}/v/*", key, hash_name, start=SECONDS - 60).on(URL)},
            )
    text = custom_text(f"{CDN}/v/*", start=SECONDS).replace(str(SECONDS), f"{SECONDS}000")
    broken(
        "time",
        "begins in milliseconds",
        [["milliseconds", "policy-schema"]],
        "DateGreaterThan is in milliseconds.",
        edge="policy grammar",
        url=custom(text).on(URL),
        mended={"url": custom_for(f"{CDN}/v/*").on(URL)},
    )


def addresses() -> None:
    for kind, key, hash_name in both_kinds():
        signed = custom_for(f"{CDN}/v/*", key, hash_name, ip="192.0.2.0/24")
        inside = {"ipAddress": "192.0.2.7"}
        broken(
            "address",
            f"another address ({kind})",
            ["ip-mismatch"],
            "The viewer's address is not in the range.",
            edge="address",
            url=signed.on(URL),
            ipAddress="198.51.100.4",
            mended=inside,
        )
        broken(
            "address",
            f"IPv6 ({kind})",
            ["ipv6-viewer"],
            "An IPv4 range never has an IPv6 viewer.",
            edge="address",
            url=signed.on(URL),
            ipAddress="2001:db8::1",
            mended=inside,
        )
        broken(
            "address",
            f"nobody says which ({kind})",
            ["ip-unknown"],
            "The policy names a range; the viewer's address decides.",
            edge="address unknown",
            url=signed.on(URL),
            mended=inside,
            undecided=["ipAddress"],
        )
        broken(
            "address",
            f"cookies for another address ({kind})",
            ["ip-mismatch"],
            "The viewer's address is not in the range.",
            edge="address",
            url=URL,
            cookies=signed.cookies(),
            ipAddress="203.0.113.9",
            mended=inside,
        )
    signed = custom_for(f"{CDN}/v/*", ip="10.0.0.5/32")
    broken(
        "address",
        "a private address was signed",
        ["ip-mismatch"],
        "CloudFront sees the public address.",
        edge="address",
        url=signed.on(URL),
        ipAddress="198.51.100.4",
        mended={"ipAddress": "10.0.0.5"},
    )


def make() -> None:
    expiry()
    changed_expiry()
    start()
    addresses()
