"""Makes documents.json: CloudFront distributions in an emulator, each with one fault, as the AWS CLI prints them.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python make.py

It starts MiniStack on loopback, creates everything with boto3 and reads it with the AWS CLI. Random IDs,
times and ETags are replaced by others that are the same in every run. What the emulator cannot do is changed
by hand afterwards: the third member of a case.
"""

import copy
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from base64 import b64decode

import boto3

FOLDER = pathlib.Path(__file__).parent
KEYS = json.loads((FOLDER.parent / "keys.json").read_text())
BIN = pathlib.Path(sys.executable).parent
CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6"
ALL_VIEWER = "216adef6-5c7f-47e4-b989-5492eafa07d3"
ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac"
CORS_WITH_PREFLIGHT = "5cc3b908-e619-4b99-88e5-2cf7f45965bd"
NO_SUCH_GROUP = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10"


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


PORT = free_port()
ENDPOINT = f"http://127.0.0.1:{PORT}"
ENVIRONMENT = {
    **os.environ,
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_CONFIG_FILE": os.devnull,
    "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
}
client = boto3.client(
    "cloudfront",
    endpoint_url=ENDPOINT,
    region_name="us-east-1",
    aws_access_key_id="test",
    aws_secret_access_key="test",
)


def public_key(file):
    return b64decode(KEYS[file]).decode()


class Account:
    """The resources of one case. `stable` has the replacement of each random ID."""

    def __init__(self):
        urllib.request.urlopen(urllib.request.Request(f"{ENDPOINT}/_ministack/reset", method="POST")).read()
        self.stable = {}
        self.documents = {}

    def upload_key(self, name="viewers", encoded_key=None, stable="K2JCJMDEHXQW5F"):
        config = {
            "CallerReference": name,
            "Name": name,
            "EncodedKey": public_key("rsa2048.pub.spki.pem") if encoded_key is None else encoded_key,
        }
        key_id = client.create_public_key(PublicKeyConfig=config)["PublicKey"]["Id"]
        self.stable[key_id] = stable
        return key_id

    def create_group(self, items, name="viewers"):
        group = client.create_key_group(KeyGroupConfig={"Name": name, "Items": items})["KeyGroup"]["Id"]
        # The emulator gives out IDs with a K, AWS gives out UUIDs.
        self.stable[group] = str(uuid.uuid5(uuid.NAMESPACE_URL, f"key-group/{name}"))
        return group

    def create_control(self, name="bucket", behavior="always", stable="E2QWRUHAPOMQZL"):
        config = {
            "Name": name,
            "SigningProtocol": "sigv4",
            "SigningBehavior": behavior,
            "OriginAccessControlOriginType": "s3",
        }
        created = client.create_origin_access_control(OriginAccessControlConfig=config)
        control = created["OriginAccessControl"]["Id"]
        self.stable[control] = stable
        return control

    def create_cache_policy(self, names):
        config = {
            "Name": "Images",
            "MinTTL": 0,
            "ParametersInCacheKeyAndForwardedToOrigin": {
                "EnableAcceptEncodingGzip": True,
                "HeadersConfig": {"HeaderBehavior": "none"},
                "CookiesConfig": {"CookieBehavior": "none"},
                "QueryStringsConfig": {
                    "QueryStringBehavior": "whitelist",
                    "QueryStrings": {"Quantity": len(names), "Items": names},
                },
            },
        }
        policy = client.create_cache_policy(CachePolicyConfig=config)["CachePolicy"]["Id"]
        self.stable[policy] = "b3a1c0de-0000-4000-8000-00000000cafe"
        return policy

    def create_origin_request_policy(self, names):
        config = {
            "Name": "Downloads",
            "HeadersConfig": {"HeaderBehavior": "none"},
            "CookiesConfig": {"CookieBehavior": "none"},
            "QueryStringsConfig": {
                "QueryStringBehavior": "whitelist",
                "QueryStrings": {"Quantity": len(names), "Items": names},
            },
        }
        created = client.create_origin_request_policy(OriginRequestPolicyConfig=config)
        policy = created["OriginRequestPolicy"]["Id"]
        self.stable[policy] = "b3a1c0de-0000-4000-8000-00000000beef"
        return policy

    def create_distribution(self, config):
        distribution = client.create_distribution(DistributionConfig=config)["Distribution"]
        self.stable[distribution["Id"]] = "EDFDVBD632BHDS"
        self.stable[distribution["DomainName"].split(".")[0]] = "d111111abcdef8"
        return distribution["Id"]

    def read(self, *command):
        """Keeps what a command of the AWS CLI prints."""
        arguments = [BIN / "aws", "--endpoint-url", ENDPOINT, "cloudfront", *command, "--output", "json"]
        printed = subprocess.run(arguments, env=ENVIRONMENT, check=True, capture_output=True, text=True)
        self.documents[f"aws cloudfront {' '.join(command)}"] = json.loads(printed.stdout)

    def stable_documents(self):
        text = json.dumps(self.documents)
        for random, replacement in self.stable.items():
            text = text.replace(random, replacement)
        text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)", "2026-01-01T00:00:00Z", text)
        text = re.sub(r'"ETag": "[^"]+"', '"ETag": "E1UDXZGQDGNVZJ"', text)
        return json.loads(text)


def behavior(group=None, **changes):
    trusted = {"Enabled": True, "Quantity": 1, "Items": [group]} if group else {"Enabled": False, "Quantity": 0}
    return {
        "TargetOriginId": "bucket",
        "ViewerProtocolPolicy": "redirect-to-https",
        "TrustedSigners": {"Enabled": False, "Quantity": 0},
        "TrustedKeyGroups": trusted,
        "AllowedMethods": {
            "Quantity": 2,
            "Items": ["HEAD", "GET"],
            "CachedMethods": {"Quantity": 2, "Items": ["HEAD", "GET"]},
        },
        "Compress": True,
        "CachePolicyId": CACHING_OPTIMIZED,
        **changes,
    }


def origin(control, **changes):
    return {
        "Id": "bucket",
        "DomainName": "private-media.s3.eu-central-1.amazonaws.com",
        "OriginPath": "",
        "CustomHeaders": {"Quantity": 0},
        "S3OriginConfig": {"OriginAccessIdentity": ""},
        "OriginAccessControlId": control,
        **changes,
    }


def distribution_config(default, origins, others=(), **changes):
    config = {
        "CallerReference": "doctor",
        "Aliases": {"Quantity": 1, "Items": ["media.example.com"]},
        "DefaultRootObject": "",
        "Origins": {"Quantity": len(origins), "Items": origins},
        "DefaultCacheBehavior": default,
        "CacheBehaviors": {"Quantity": len(others), "Items": list(others)},
        "CustomErrorResponses": {"Quantity": 0},
        "Comment": "",
        "PriceClass": "PriceClass_All",
        "Enabled": True,
        "Restrictions": {"GeoRestriction": {"RestrictionType": "none", "Quantity": 0}},
        "HttpVersion": "http2",
        "IsIPV6Enabled": False,
        **changes,
    }
    if not others:
        del config["CacheBehaviors"]["Items"]
    return config


def make(build, reads=("get-distribution",), by_hand=None):
    """A case: `build(account, key, group, control)` returns the configuration of its distribution."""
    account = Account()
    key = account.upload_key()
    group = account.create_group([key])
    control = account.create_control()
    distribution = account.create_distribution(build(account, key, group, control))
    for command in reads:
        account.read(command, *(["--id", distribution] if command.startswith("get-distribution") else []))
    account.read("list-key-groups")
    account.read("list-public-keys")
    account.read("list-origin-access-controls")
    documents = account.stable_documents()
    if by_hand:
        by_hand(documents)
    return {command_of(command, account): document for command, document in documents.items()}


def command_of(command, account):
    for random, replacement in account.stable.items():
        command = command.replace(random, replacement)
    return command


def plain(account, key, group, control):
    return distribution_config(behavior(group), [origin(control)])


def changed(**changes):
    return lambda account, key, group, control: {**plain(account, key, group, control), **changes}


def with_default(change):
    """The plain distribution, with another default cache behavior: `change(account, group)` gives its members."""
    return lambda account, key, group, control: distribution_config(
        behavior(group, **change(account, group)), [origin(control)]
    )


def with_origin(**changes):
    return lambda account, key, group, control: distribution_config(
        behavior(group), [origin(control, **changes)]
    )


def with_behaviors(*others):
    """The plain distribution with other cache behaviors: pairs of a path pattern and whether it is restricted."""
    return lambda account, key, group, control: distribution_config(
        behavior(group),
        [origin(control)],
        [behavior(group if restricted else None, PathPattern=path) for path, restricted in others],
    )


def trusting(group_of):
    """The plain distribution, which trusts the group that `group_of(account, key)` makes."""
    return lambda account, key, group, control: distribution_config(
        behavior(group_of(account, key)), [origin(control)]
    )


def error_page(path, code, build=None):
    """A distribution with a page for 403."""
    response = {
        "ErrorCode": 403,
        "ResponsePagePath": path,
        "ResponseCode": code,
        "ErrorCachingMinTTL": 10,
    }
    return lambda account, key, group, control: {
        **(build or plain)(account, key, group, control),
        "CustomErrorResponses": {"Quantity": 1, "Items": [response]},
    }


def website(account, key, group, control):
    config = {
        "HTTPPort": 80,
        "HTTPSPort": 443,
        "OriginProtocolPolicy": "http-only",
        "OriginSslProtocols": {"Quantity": 1, "Items": ["TLSv1.2"]},
        "OriginReadTimeout": 30,
        "OriginKeepaliveTimeout": 5,
    }
    changed_origin = origin(
        "", DomainName="private-media.s3-website.eu-central-1.amazonaws.com", CustomOriginConfig=config
    )
    del changed_origin["S3OriginConfig"]
    return distribution_config(behavior(group), [changed_origin])


def identity(account, key, group, control):
    name = "origin-access-identity/cloudfront/E74FTE3EXAMPLE"
    return distribution_config(behavior(group), [origin("", S3OriginConfig={"OriginAccessIdentity": name})])


def never_signing(account, key, group, control):
    unsigned = account.create_control("unsigned", "never", "E3OF4YKMNGZ5A1")
    return distribution_config(behavior(group), [origin(unsigned)])


def forwarded_values(account, group):
    return {
        "CachePolicyId": None,
        "MinTTL": 0,
        "ForwardedValues": {
            "QueryString": True,
            "Cookies": {"Forward": "none"},
            "Headers": {"Quantity": 0},
            "QueryStringCacheKeys": {"Quantity": 2, "Items": ["width", "Key-Pair-Id"]},
        },
    }


def without_none(config):
    """ForwardedValues stand in the place of a cache policy."""
    default = {name: value for name, value in config["DefaultCacheBehavior"].items() if value is not None}
    return {**config, "DefaultCacheBehavior": default}


def account_signers(account, group):
    return {
        "TrustedSigners": {"Enabled": True, "Quantity": 2, "Items": ["self", "123456789012"]},
        "TrustedKeyGroups": {"Enabled": True, "Quantity": 1, "Items": [group]},
    }


def edit(*path):
    """A change by hand of the first document: the last of `path` is the new value."""
    *names, last, value = path

    def change(documents):
        target = next(iter(documents.values()))
        for name in names:
            target = target[name]
        target[last] = value

    return change


def edit_keys(change):
    """A change by hand of the lists of key groups and public keys."""
    return lambda documents: change(
        documents["aws cloudfront list-key-groups"]["KeyGroupList"]["Items"],
        documents["aws cloudfront list-public-keys"]["PublicKeyList"]["Items"],
    )


def set_group_items(*items):
    def change(groups, keys):
        groups[0]["KeyGroup"]["KeyGroupConfig"]["Items"] = list(items)

    return edit_keys(change)


def drop_newline(groups, keys):
    keys[0]["EncodedKey"] = keys[0]["EncodedKey"].rstrip("\n")


def only_read(name):
    """The policies of the account, without those that AWS manages."""
    return ("get-distribution", name)


CASES = {
    "right": (plain,),
    "right, from the configuration alone": (plain, ("get-distribution-config",)),
    "right, from a list": (plain, ("list-distributions",)),
    "right, with open images": (with_behaviors(("/thumbnails/*", False), ("*.css", False)),),
    "distribution-disabled": (changed(Enabled=False),),
    "distribution-in-progress": (plain, ("get-distribution",), edit("Distribution", "Status", "InProgress")),
    "nothing-restricted": (
        lambda account, key, group, control: distribution_config(behavior(), [origin(control)]),
    ),
    "key-groups-disabled": (
        with_default(
            lambda account, group: {"TrustedKeyGroups": {"Enabled": False, "Quantity": 1, "Items": [group]}}
        ),
    ),
    "behavior-unreachable": (with_behaviors(("/videos/*", False), ("/videos/private/*", True)),),
    "path-pattern-invalid": (with_behaviors(("//private/*", True)),),
    "behavior-open": (with_behaviors(("/downloads/*", False)),),
    "url-not-restricted": (with_behaviors(("/downloads/*", False)),),
    "url-host-unknown": (plain,),
    "url-not-https": (plain,),
    "key-pair-id-wrong": (plain,),
    "key-group-id-wrong": (trusting(lambda account, key: key),),
    "public-key-id-wrong": (plain, ("get-distribution",), set_group_items("K2JCJMDEHXQW5F", NO_SUCH_GROUP)),
    "key-group-missing": (trusting(lambda account, key: NO_SUCH_GROUP),),
    "key-group-empty": (plain, ("get-distribution",), set_group_items()),
    "public-key-missing": (
        plain,
        ("get-distribution",),
        set_group_items("K2JCJMDEHXQW5F", "K3D5EWEUDCCXON"),
    ),
    "key-not-in-group": (
        trusting(
            lambda account, key: account.create_group(
                [account.upload_key("admins", public_key("ecp256.pub.spki.pem"), "K1UHSKKXQEXAMP")], "admins"
            )
        ),
    ),
    "key-pair-mismatch": (plain,),
    "public-key-unusable": (
        trusting(
            lambda account, key: account.create_group(
                [key, account.upload_key("large", public_key("ecp384.pub.spki.pem"), "K1UHSKKXQEXAMP")],
                "both",
            )
        ),
    ),
    "public-key-newline": (plain, ("get-distribution",), edit_keys(drop_newline)),
    "trusted-signers": (with_default(account_signers),),
    "signing-parameter-listed": (
        with_default(
            lambda account, group: {"CachePolicyId": account.create_cache_policy(["width", "Hash-Algorithm"])}
        ),
        only_read("list-cache-policies"),
    ),
    "signing-parameter-listed, in an origin request policy": (
        with_default(
            lambda account, group: {
                "OriginRequestPolicyId": account.create_origin_request_policy(["Signature", "Policy"])
            }
        ),
        only_read("list-origin-request-policies"),
    ),
    "signing-parameter-listed, in ForwardedValues": (
        lambda *made: without_none(with_default(forwarded_values)(*made)),
    ),
    "query-not-forwarded": (
        with_default(lambda account, group: {"CachePolicyId": account.create_cache_policy(["width"])}),
        only_read("list-cache-policies"),
    ),
    "query-not-in-cache-key": (
        with_default(lambda account, group: {"OriginRequestPolicyId": ALL_VIEWER_EXCEPT_HOST}),
    ),
    "host-header-to-s3": (with_default(lambda account, group: {"OriginRequestPolicyId": ALL_VIEWER}),),
    "preflight-refused": (
        with_default(lambda account, group: {"ResponseHeadersPolicyId": CORS_WITH_PREFLIGHT}),
    ),
    "error-page-restricted": (error_page("/errors/403.html", "403"),),
    "error-page-hides-denial": (
        error_page("/downloads/index.html", "200", with_behaviors(("/downloads/*", False))),
    ),
    "ipv6-with-ip-address": (changed(IsIPV6Enabled=True),),
    "ip-address-private": (plain,),
    "s3-origin-open": (with_origin(OriginAccessControlId=""),),
    "s3-website-origin": (website,),
    "origin-access-control-wrong": (never_signing,),
    "origin-access-identity": (identity,),
}


def keep_custom(documents):
    """Lists of policies have those that AWS manages, too: the same in every account."""
    for document in documents.values():
        for name in ("CachePolicyList", "OriginRequestPolicyList"):
            if name in document:
                items = [item for item in document[name]["Items"] if item["Type"] == "custom"]
                document[name] = {**document[name], "Quantity": len(items), "Items": items}
    return documents


def write(cases):
    """One document a line, so that a change of one is a change of one line."""
    blocks = []
    for name, documents in cases.items():
        lines = [f"    {json.dumps(command)}: {json.dumps(document)}" for command, document in documents.items()]
        blocks.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    (FOLDER / "documents.json").write_text("{\n" + ",\n".join(blocks) + "\n}\n")


def main():
    server = subprocess.Popen(
        [BIN / "ministack"],
        env={
            **ENVIRONMENT,
            "GATEWAY_PORT": str(PORT),
            # MiniStack listens on all interfaces otherwise.
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_HOST": "127.0.0.1",
            "SERVICES": "cloudfront",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"{ENDPOINT}/_ministack/health").read()
                break
            except OSError:
                time.sleep(0.2)
        write({name: keep_custom(copy.deepcopy(make(*case))) for name, case in CASES.items()})
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
