"""How other languages write text, by hand after their manuals: each function is named for its model."""

import json
import re
from base64 import b64encode, encodebytes

UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def percent(text: str, kept: bytes, space: str | None = None, lower: bool = False) -> str:
    def one(byte: int) -> str:
        if byte in UNRESERVED or byte in kept:
            return chr(byte)
        if byte == 0x20 and space:
            return space
        return f"%{byte:02x}" if lower else f"%{byte:02X}"

    return "".join(one(byte) for byte in text.encode())


def php_rawurlencode(text: str) -> str:
    return percent(text, b"-._~")


def php_urlencode(text: str) -> str:
    return percent(text, b"-._", "+")


def java_url_encoder(text: str) -> str:
    """java.net.URLEncoder: application/x-www-form-urlencoded, where the tilde is escaped and the star is not."""
    return percent(text, b"-._*", "+")


def ruby_cgi_escape(text: str) -> str:
    return percent(text, b"-._~*", "+")


def js_encode_uri_component(text: str) -> str:
    return percent(text, b"-_.!~*'()")


def js_encode_uri(text: str) -> str:
    return percent(text, b";/?:@&=+$,#-_.!~*'()")


def python_quote(text: str) -> str:
    return percent(text, b"-._~/")


def dotnet_lower_case(text: str) -> str:
    """HttpUtility.UrlEncode of .NET Framework: escapes in lower case."""
    return percent(text, b"-_.!*()", "+", lower=True)


def php_json(value: object) -> str:
    """json_encode without flags: slashes and non-ASCII characters are escaped."""
    return json.dumps(value, separators=(",", ":")).replace("/", "\\/")


def go_json(value: object) -> str:
    """encoding/json: & < > as \\u0026 \\u003c \\u003e."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def dotnet_json(value: object) -> str:
    """System.Text.Json: & ' + < > as \\u0026 \\u0027 \\u002B \\u003C \\u003E."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return re.sub(r"[&'+<>]", lambda found: f"\\u{ord(found[0]):04X}", text)


def php_htmlspecialchars(text: str) -> str:
    pairs = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#039;"))
    for character, entity in pairs:
        text = text.replace(character, entity)
    return text


def java_text_policy(resource: str, end: int) -> str:
    """The template of the AWS SDK for Java, with its space behind "Statement"."""
    condition = '"Condition":{"DateLessThan":{"AWS:EpochTime":%d}}' % end
    return '{"Statement": [{"Resource":"%s",%s}]}' % (resource, condition)


def ruby_base64_encode64(data: bytes) -> str:
    """Base64.encode64: a line break behind 60 characters, and one at the end."""
    text = b64encode(data).decode()
    return "".join(text[i : i + 60] + "\n" for i in range(0, len(text), 60))


def python_encodebytes(data: bytes) -> str:
    return encodebytes(data).decode()


def php_chunk_split(data: bytes) -> str:
    text = b64encode(data).decode()
    return "".join(text[i : i + 76] + "\r\n" for i in range(0, len(text), 76))


def base64url(data: bytes) -> str:
    return b64encode(data).decode().replace("+", "-").replace("/", "_").rstrip("=")
