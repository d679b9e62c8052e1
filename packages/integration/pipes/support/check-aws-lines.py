"""Checks lines of the AWS CLI against the models of botocore: the operation, its flags, the values of files.

Standard input is JSON: the lines, and the texts of the files that they read. Prints the operations.
"""
import json
import shlex
import sys

import botocore.session
from botocore import xform_name
from botocore.validate import ParamValidator

given = json.load(sys.stdin)
session = botocore.session.get_session()
for line in given["lines"].replace("\\\n", " ").strip().split("\n"):
    program, service, operation, *flags = shlex.split(line)
    if program != "aws":
        continue
    service = {"s3api": "s3"}.get(service, service)
    model = session.get_service_model(service)
    names = {xform_name(name, "-"): name for name in model.operation_names}
    shape = model.operation_model(names[operation]).input_shape
    members = {xform_name(name, "-"): name for name in shape.members}
    values = dict(zip(flags[::2], flags[1::2], strict=True))
    text = values.pop("--cli-input-json", None)
    parameters = json.loads(given["files"][text.removeprefix("file://")]) if text else {}
    values.pop("--query", None)
    # The CLI's own short form of Code.
    if values.pop("--zip-file", None):
        parameters["Code"] = {"ZipFile": b""}
    for flag, value in values.items():
        name = members[flag.removeprefix("--")]
        kind = shape.members[name].type_name
        if value.startswith("file://"):
            content = given["files"][value.removeprefix("file://")]
            parameters[name] = json.loads(content) if kind == "structure" else content
        elif kind == "structure":
            key, _, number = value.partition("=")
            parameters[name] = {key: int(number)}
        elif kind == "integer":
            parameters[name] = int(value)
        else:
            parameters[name] = value
    report = ParamValidator().validate(parameters, shape)
    assert not report.has_errors(), report.generate_report()
    print(service, operation)
