"""The request is right, and the answer says where the denial comes from."""

import pages
from case import CDN, broken, error_body
from signers import END, both_kinds, canned, custom_for

URL = f"{CDN}/v/a.mp4"
SERVED = {
    "server": "CloudFront",
    "x-cache": "Error from cloudfront",
    "content-type": "text/html",
    "x-amz-cf-id": "3mQx0fWZ8l2Jt5vK1cYbN7hRrGsDpEoUaXiAyTzLwVqMjKfBnH==",
}


def right(kind: str) -> str:
    _, key, hash_name = both_kinds()[kind != "RSA"]
    return canned(URL, END, key, hash_name).on(URL)


def answered(name, causes, why, **question):
    for kind, _, _ in both_kinds():
        broken("answer", f"{name} ({kind})", causes, why, edge="allowed", **{"url": right(kind), **question})


def cloudfront() -> None:
    answered(
        "blocked by WAF",
        ["waf-blocked"],
        "The page is CloudFront's for a request that WAF blocked.",
        responseBody=pages.WAF,
    )
    answered(
        "blocked by WAF, by a header alone",
        ["waf-blocked"],
        "A header says that WAF answered.",
        status=405,
        responseHeaders={"x-amzn-waf-action": "captcha", "Server": "CloudFront"},
    )
    answered(
        "blocked by country",
        ["country-blocked"],
        "The page names the country.",
        responseBody=pages.COUNTRY,
        responseHeaders=SERVED,
    )
    answered(
        "an unknown host name",
        ["alternate-domain-missing"],
        "No distribution has this alternate domain name.",
        responseBody=pages.UNKNOWN_HOST,
        responseHeaders=SERVED,
    )
    answered(
        "a method that is not allowed",
        ["method-not-allowed"],
        "The behavior does not allow the method.",
        method="POST",
        responseBody=pages.METHOD,
    )
    answered(
        "a method, which the question does not name",
        ["method-not-allowed"],
        "The page names the method.",
        responseBody=pages.METHOD,
    )
    for generator in ("FunctionGeneratedResponse", "LambdaGeneratedResponse"):
        answered(
            generator,
            ["edge-function-answered"],
            "The answer was made by a function at the edge.",
            responseHeaders={"X-Cache": f"{generator} from cloudfront", "Server": "CloudFront"},
        )
    answered(
        "a custom error page",
        ["custom-error-page"],
        "The headers are CloudFront's, the body is a page of the distribution.",
        responseBody="<!doctype html><title>Sorry</title><h1>This video is not available</h1>",
        responseHeaders=SERVED,
    )
    for code, reason in (
        (404, "the origin has no such object"),
        (500, "the origin failed"),
        (502, "the origin was not reached"),
    ):
        answered(
            f"status {code}",
            ["not-a-signing-error"],
            f"CloudFront answers a bad signature with 403; here {reason}.",
            status=code,
        )


def storage() -> None:
    for what, body in pages.KMS.items():
        answered(
            f"KMS: {what}",
            ["origin-kms"],
            "S3 could not decrypt the object.",
            responseBody=body,
            status=400 if "version 4" in what else 403,
        )
    answered("S3 denied", ["s3-denied"], "The body is S3's.", responseBody=pages.S3_DENIED)
    answered(
        "S3 has no such key",
        [["not-a-signing-error", "s3-denied"]],
        "The body is S3's.",
        responseBody=pages.S3_NO_KEY,
        status=404,
    )
    for what, body in {
        "AWSAccessKeyId": pages.S3_QUERY,
        "the mechanism": pages.S3_MECHANISM,
        "one mechanism": pages.S3_TOKEN,
    }.items():
        answered(
            f"S3 read the parameters: {what}",
            ["s3-query-auth"],
            "The behavior is not restricted, so S3 got the parameters.",
            responseBody=body,
            status=403 if what == "AWSAccessKeyId" else 400,
        )


def lost() -> None:
    answered(
        "MissingKey, and there is a key ID",
        ["parameters-lost"],
        "The parameters were lost behind the URL that was asked for.",
        responseBody=error_body("MissingKey"),
    )
    for kind, key, hash_name in both_kinds():
        signed = custom_for(f"{CDN}/v/*", key, hash_name)
        broken(
            "answer",
            f"a preflight ({kind})",
            ["preflight-without-cookies"],
            "Browsers send no cookies with OPTIONS.",
            edge="no credentials",
            url=URL,
            method="OPTIONS",
            responseBody=error_body("MissingKey"),
            pageOrigin="https://app.example.com",
            mended={"cookies": signed.cookies()},
        )
        broken(
            "answer",
            f"a preflight, with what the page has as cookies ({kind})",
            ["preflight-without-cookies"],
            "Browsers send no cookies with OPTIONS.",
            edge="no credentials",
            url=URL,
            method="options",
            cookies="",
            mended={"cookies": signed.cookies()},
        )


def make() -> None:
    cloudfront()
    storage()
    lost()
