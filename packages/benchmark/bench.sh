#!/usr/bin/env bash
# bench.sh [node] [bun] [deno] [--runs N] [--urls N] [--quick]
#
# Whole processes that sign the same URLs with the same RSA-2048 key, timed by hyperfine: all three runtimes unless some are named.
# Leaves out/whole-process.json and out/whole-process.md beside this file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]##*/}"
}

number() { # OPTION LEAST VALUE
  if ! [[ "$3" =~ ^[1-9][0-9]{0,5}$ ]] || [ "$3" -lt "$2" ]; then
    echo "bench.sh: $1 needs a whole number from $2 to 999999, not \"$3\"" >&2
    exit 2
  fi
  echo "$3"
}

runtimes=() runs="" urls=100 quick=""
while [ $# -gt 0 ]; do
  case "$1" in
    node | bun | deno) [[ " ${runtimes[*]-} " == *" $1 "* ]] || runtimes+=("$1") ;;
    --runs)
      # hyperfine needs at least two runs.
      runs=$(number "$1" 2 "${2-}")
      shift
      ;;
    --urls)
      urls=$(number "$1" 1 "${2-}")
      shift
      ;;
    --quick) quick=yes ;;
    -h | --help) usage && exit ;;
    *) echo "bench.sh: unknown argument \"$1\"" >&2 && usage >&2 && exit 2 ;;
  esac
  shift
done
[ "${#runtimes[@]}" -gt 0 ] || runtimes=(node bun deno)
if [ -n "$quick" ]; then rounds=1 warmup=1 runs=${runs:-3}; else warmup=2 runs=${runs:-40} rounds=$((runs < 10 ? runs / 2 : 5)); fi

find_hyperfine() {
  if command -v hyperfine; then return; fi
  if [ -x ../../.tools/bin/hyperfine ]; then echo ../../.tools/bin/hyperfine && return; fi
  {
    echo "hyperfine is missing; installing it"
    if command -v apt-get && [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends hyperfine; then :
    elif command -v cargo && cargo install --locked --root ../../.tools hyperfine --version 1.20.0; then :
    else
      echo "bench.sh: install hyperfine yourself: apt-get install hyperfine, brew install hyperfine or cargo install --locked hyperfine" >&2
      return 1
    fi
  } >&2
  command -v hyperfine || echo ../../.tools/bin/hyperfine
}

# Settings of the shell would change the measurement: options, caches of compiled code, the size of the thread pool.
unset NODE_OPTIONS NODE_COMPILE_CACHE NODE_V8_COVERAGE NODE_EXTRA_CA_CERTS UV_THREADPOOL_SIZE BUN_OPTIONS DENO_V8_FLAGS

# Installs and builds what is missing.
node ../../.ci/bootstrap.mjs build
hyperfine=$(find_hyperfine)
rm -rf out/rounds out/whole-process.* && mkdir -p out/rounds

node src/whole-process.mjs gate "$urls" "${runtimes[@]}"
# Several rounds, each in a different order, so that a slow minute of the machine does not affect one subject alone.
for round in $(seq "$rounds"); do
  per_round=$(((runs + rounds - round) / rounds))
  for runtime in "${runtimes[@]}"; do
    args=()
    while IFS= read -r -d '' arg; do args+=("$arg"); done < <(node src/whole-process.mjs args "$urls" "$runtime" "$round")
    echo "round $round of $rounds, $runtime: $per_round runs each" >&2
    # -N: no shell between hyperfine and the binary, so that short runs are exact.
    if ! "$hyperfine" -N --style basic --warmup "$warmup" --runs "$per_round" --export-json "out/rounds/$runtime-$round.json" "${args[@]}" >"out/rounds/$runtime-$round.log" 2>out/rounds/log; then
      cat "out/rounds/$runtime-$round.log" out/rounds/log >&2
      # hyperfine hides the output of a program that fails: run each once more until one fails.
      for ((i = 1; i < ${#args[@]}; i += 3)); do
        eval "${args[i + 1]}" >&2 || { echo "bench.sh: ${args[i]} failed in $runtime" >&2 && exit 1; }
      done
      exit 1
    fi
  done
done
HYPERFINE_VERSION=$("$hyperfine" --version) node src/whole-process.mjs summary "$urls" "${runtimes[@]}"
