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
    assert program == "aws", line
    model = session.get_service_model(service)
    names = {xform_name(name, "-"): name for name in model.operation_names}
    shape = model.operation_model(names[operation]).input_shape
    members = {xform_name(name, "-"): name for name in shape.members}
    values = dict(zip(flags[::2], flags[1::2], strict=True))
    text = values.pop("--cli-input-json", None)
    parameters = json.loads(given["files"][text.removeprefix("file://")]) if text else {}
    for flag, value in values.items():
        name = members[flag.removeprefix("--")]
        if shape.members[name].type_name == "structure":
            key, _, number = value.partition("=")
            parameters[name] = {key: int(number)}
        elif value.startswith("file://"):
            parameters[name] = given["files"][value.removeprefix("file://")]
        else:
            parameters[name] = value
    report = ParamValidator().validate(parameters, shape)
    assert not report.has_errors(), report.generate_report()
    print(service, operation)
