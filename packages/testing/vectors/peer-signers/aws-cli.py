# aws-cli.py AWS: the AWS CLI, version 1 (python3 -m venv v && v/bin/pip install awscli==VERSION, then AWS is v/bin/aws) or 2.
# RSA keys are converted to PKCS#1 by openssl, since version 1 takes no other form.
import json
import os
import subprocess
import sys
import tempfile

AWS = sys.argv[1]


def answer(one, folder):
    given = one["input"]
    # `sign` takes no other resource, no ready policy and no passphrase, and signs with SHA-1.
    if {"resource", "rawPolicy"} & given.keys() or "passphrase" in one or one["hash"] != "SHA1":
        return {}
    if one["kind"] == "cookies" or len(given["url"]) > 2000:
        return {}
    key = os.path.join(folder, "key.pem")
    with open(key, "w") as file:
        file.write(one["privateKey"])
    if one["key"].startswith("rsa"):
        subprocess.run(["openssl", "rsa", "-traditional", "-in", key, "-out", key], capture_output=True, check=True)
    expiry = given.get("dateInput", {}).get("value", given["dateLessThan"])
    options = {
        "url": given["url"],
        "key-pair-id": one["keyPairId"],
        "private-key": f"file://{key}",
        "date-less-than": expiry,
        "date-greater-than": given.get("dateGreaterThan"),
        "ip-address": given.get("ipAddress"),
    }
    words = [f"--{name}={value}" for name, value in options.items() if value is not None]
    environment = {"HOME": folder, "PATH": os.environ["PATH"], "AWS_EC2_METADATA_DISABLED": "true"}
    run = subprocess.run([AWS, "cloudfront", "sign", *words], capture_output=True, text=True, env=environment)
    if run.returncode == 0:
        return {"url": run.stdout.strip()}
    return {"error": run.stderr.strip().splitlines()[-1]}


with tempfile.TemporaryDirectory() as folder:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), folder)))
