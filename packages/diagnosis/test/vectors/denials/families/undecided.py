"""Questions that leave out what would decide them, and requests in which nothing is wrong."""

from case import CDN, broken, error_body
from signers import END, both_kinds, canned, custom_for

URL = f"{CDN}/course/42/a.mp4"


def make() -> None:
    for kind, key, hash_name in both_kinds():
        other = custom_for(f"{CDN}/video/*", key, hash_name)
        broken(
            "undecided",
            f"cookies without the URL ({kind})",
            [["resource-not-checked"]],
            "Whether Resource covers the URL cannot be seen without the URL.",
            edge="resource",
            cookies=other.cookies(),
            hidden={"url": URL},
            mended={"url": f"{CDN}/video/a.mp4"},
            undecided=["url"],
            decided_by=["verifier", "url"],
        )
        playlist = canned(f"{CDN}/course/42/list.m3u8", END, key, hash_name)
        broken(
            "undecided",
            f"canned cookies without the URL ({kind})",
            [["resource-not-checked"]],
            "A canned policy is rebuilt from the URL, which the question does not say.",
            edge="signature",
            cookies=playlist.cookies(),
            hidden={"url": URL},
            mended={"url": f"{CDN}/course/42/list.m3u8"},
            undecided=["url"],
            decided_by=["verifier", "url"],
        )
        for what, signed in (
            ("canned", canned(URL, END, key, hash_name)),
            ("custom", custom_for("*", key, hash_name)),
        ):
            broken(
                "undecided",
                f"a right {what} request ({kind})",
                [["nothing-wrong-here"]],
                "The key group allows the request: another behavior or an old answer is the cause.",
                edge="allowed",
                url=signed.on(URL),
                responseBody=error_body("AccessDenied"),
                decided_by=["verifier"],
            )
