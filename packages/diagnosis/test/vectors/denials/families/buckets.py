"""Requests that S3 was meant to get, and limits."""

from case import CDN, broken
from signers import END, both_kinds, canned, custom_for

URL = f"{CDN}/v/a.mp4"
SERVED = {
    "server": "CloudFront",
    "x-cache": "Error from cloudfront",
    "content-type": "text/html",
    "x-amz-cf-id": "3mQx0fWZ8l2Jt5vK1cYbN7hRrGsDpEoUaXiAyTzLwVqMjKfBnH==",
}


def buckets() -> None:
    amz = (
        "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20260302%2Feu-west-1%2Fs3%2Faws4_request"
        "&X-Amz-Date=20260302T090000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature="
        + "ab" * 32
    )
    old = "AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Expires=1900000000&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D"
    fine = {"url": canned(URL).on(URL)}
    broken(
        "S3",
        "presigned for S3, version 4",
        ["s3-presigned"],
        "The parameters are S3's.",
        edge="no credentials",
        url=f"{URL}?{amz}",
        mended=fine,
    )
    broken(
        "S3",
        "presigned for S3, version 2",
        ["s3-presigned"],
        "The parameters are S3's.",
        edge="no key ID",
        url=f"{URL}?{old}",
        mended=fine,
    )
    broken(
        "S3",
        "presigned, at the bucket's host",
        [["s3-presigned", "s3-host"]],
        "The URL is S3's.",
        edge="no credentials",
        url=f"https://media-bucket.s3.eu-west-1.amazonaws.com/v/a.mp4?{amz}",
        mended=fine,
    )
    for host in (
        "media-bucket.s3.amazonaws.com",
        "media-bucket.s3.eu-west-1.amazonaws.com",
        "s3.eu-west-1.amazonaws.com/media-bucket",
        "media-bucket.s3-website-us-east-1.amazonaws.com",
    ):
        url = f"https://{host}/v/a.mp4"
        for kind, key, hash_name in both_kinds():
            broken(
                "S3",
                f"CloudFront's parameters for {host} ({kind})",
                ["s3-host"],
                "S3 knows no parameters of CloudFront's.",
                edge="allowed",
                url=canned(url, END, key, hash_name).on(url),
            )
    for kind, key, hash_name in both_kinds():
        base = f"{URL}#t=30"
        signed = canned(URL, END, key, hash_name)
        broken(
            "S3",
            f"the parameters stand behind # ({kind})",
            ["parameters-in-fragment"],
            "Clients do not send fragments.",
            edge="no credentials",
            url=f"{base}?{signed.query()}",
            mended={"url": signed.on(URL)},
        )


def limits() -> None:
    for kind, key, hash_name in both_kinds():
        long = f"{CDN}/s?ids=" + ",".join(str(i) for i in range(10_000, 11_500))
        broken(
            "limits",
            f"a URL of over 8,192 characters ({kind})",
            ["request-too-large"],
            "CloudFront refuses such URLs.",
            edge="too large",
            url=canned(long, END, key, hash_name).on(long),
            status=413,
            mended={"url": canned(URL).on(URL)},
        )
        signed = custom_for(f"{CDN}/v/*", key, hash_name)
        broken(
            "limits",
            f"cookies of over 20,480 characters ({kind})",
            ["request-too-large"],
            "CloudFront refuses such headers.",
            edge="too large",
            url=URL,
            cookies="session=" + "x" * 21_000 + "; " + signed.cookies(),
            mended={"cookies": signed.cookies()},
        )
        mail = "https://jane:secret@cdn.example.com/v/a.mp4"
        broken(
            "limits",
            f"a user name in the URL ({kind})",
            ["request-invalid"],
            "No client sends a user name in a request.",
            edge="not a request URL",
            url=signed.on(mail),
            mended={"url": signed.on(URL)},
        )
    for suffix in ("segment-0001.ts", "chunk_7.m4s"):
        broken(
            "limits",
            f"a segment without parameters: {suffix}",
            ["segment-not-signed"],
            "Only the playlist was signed.",
            edge="no credentials",
            url=f"{CDN}/hls/{suffix}",
            mended={"url": custom_for(f"{CDN}/hls/*").on(f"{CDN}/hls/{suffix}")},
        )


def make() -> None:
    buckets()
    limits()
