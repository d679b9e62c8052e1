"""Checks a signer against cases.json. Needs Python 3.8 or newer and the program openssl, nothing else.

Replace policy_of and sign by calls of your own signer, and run: python3 check.py
"""

import base64
import json
import math
import os
import subprocess
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))


def load(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def policy_of(case):
    """The policy of a case. The conditions of a custom policy may stand in any order."""
    given, expected = case["input"], case["expected"]
    if "policy" in given:
        return given["policy"]
    condition = {"DateLessThan": {"AWS:EpochTime": math.floor(given["dateLessThan"])}}
    if "dateGreaterThan" in given:
        condition["DateGreaterThan"] = {"AWS:EpochTime": given["dateGreaterThan"]}
    if "ipAddress" in given:
        address = given["ipAddress"]
        condition["IpAddress"] = {"AWS:SourceIp": address if "/" in address else address + "/32"}
    # "request" is the URL as clients send it. A signer that is given another spelling has to make it.
    resource = given.get("resource") or expected.get("request") or encode(given["url"])
    policy = {"Statement": [{"Resource": resource, "Condition": condition}]}
    return json.dumps(policy, separators=(",", ":"), ensure_ascii=False)


def encode(url):
    """Percent-encodes what is not ASCII."""
    return "".join(c if c < "\x7f" else "".join("%%%02X" % b for b in c.encode()) for c in url)


def to_cloudfront(signature):
    text = base64.b64encode(signature).decode()
    return text.replace("+", "-").replace("=", "_").replace("/", "~")


def openssl(arguments, policy):
    result = subprocess.run(["openssl", "dgst"] + arguments, input=policy.encode(), capture_output=True)
    return result.stdout if result.returncode == 0 else b""


def sign(case, policy, keys):
    passphrase = ["-passin", "pass:" + case["passphrase"]] if "passphrase" in case else []
    key = os.path.join(keys, case["privateKey"])
    return openssl(["-" + case["hashAlgorithm"].lower(), "-sign", key] + passphrase, policy)


def verify(case, signature, policy, keys):
    file = os.path.join(keys, "signature")
    with open(file, "wb") as out:
        out.write(signature)
    key = os.path.join(keys, case["publicKey"])
    hash_name = "-" + case["hashAlgorithm"].lower()
    return openssl([hash_name, "-verify", key, "-signature", file], policy) == b"Verified OK\n"


def fault(case, keys):
    expected = case["expected"]
    policy = policy_of(case)
    if policy != expected["policy"]:
        return "the policy is " + policy
    signature = sign(case, policy, keys)
    if not verify(case, signature, policy, keys):
        return "the signature does not fit the policy"
    if "signature" in expected and to_cloudfront(signature) != expected["signature"]:
        return "the signature is " + to_cloudfront(signature)
    return None


def main():
    # A case with "error" has no right result: a good signer refuses it.
    cases = [case for case in load("cases.json")["cases"] if "error" not in case["expected"]]
    wrong = 0
    with tempfile.TemporaryDirectory() as keys:
        for name, text in load("keys.json").items():
            with open(os.path.join(keys, name), "w", encoding="utf-8", newline="") as file:
                file.write(text)
        for case in cases:
            problem = fault(case, keys)
            if problem:
                wrong += 1
                print(case["id"] + ": " + problem)
    print("%d cases are right, %d are wrong" % (len(cases) - wrong, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
