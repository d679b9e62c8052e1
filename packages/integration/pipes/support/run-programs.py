"""Runs PySpark programs in one application: each line of standard input is the JSON of sys.argv."""
import json
import runpy
import sys
import traceback

from pyspark import SparkContext

SparkContext.getOrCreate().setLogLevel("OFF")
print("ready", flush=True)
for line in sys.stdin:
    sys.argv = json.loads(line)
    try:
        runpy.run_path(sys.argv[0])
        print("done", flush=True)
    except Exception:
        print(json.dumps(traceback.format_exc()), flush=True)
