# python3 -m venv v && v/bin/pip install botocore==VERSION cryptography, then v/bin/python botocore.py
import json
import sys
from datetime import datetime, timezone

# This file has the name of the package.
sys.path.pop(0)

from botocore.signers import CloudFrontSigner
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import load_pem_private_key


def rsa_signer(one):
    """What a caller writes: botocore leaves the signature to them."""
    passphrase = one.get("passphrase")
    key = load_pem_private_key(one["privateKey"].encode(), passphrase.encode() if passphrase else None)
    digest = hashes.SHA256() if one["hash"] == "SHA256" else hashes.SHA1()
    if isinstance(key, rsa.RSAPrivateKey):
        return lambda message: key.sign(message, padding.PKCS1v15(), digest)
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return lambda message: key.sign(message, ec.ECDSA(digest))
    raise ValueError(f"driver: no CloudFront signing for {type(key).__name__}")


def date(seconds):
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc)


def answer(one):
    given = one["input"]
    # It has no cookies, and takes a datetime only.
    if one["kind"] == "cookies" or "dateInput" in given:
        return {}
    signer = CloudFrontSigner(one["keyPairId"], rsa_signer(one))
    terms = {"date_less_than": date(given.get("dateLessThan"))}
    if "rawPolicy" in given:
        terms["policy"] = given["rawPolicy"]
    elif {"dateGreaterThan", "ipAddress", "resource"} & given.keys():
        terms = {
            "policy": signer.build_policy(
                given.get("resource", given["url"]),
                terms["date_less_than"],
                date(given.get("dateGreaterThan")),
                given.get("ipAddress"),
            )
        }
    return {"url": signer.generate_presigned_url(given["url"], **terms)}


for line in sys.stdin:
    try:
        result = answer(json.loads(line))
    except Exception as error:
        result = {"error": str(error)}
    print(json.dumps(result))
