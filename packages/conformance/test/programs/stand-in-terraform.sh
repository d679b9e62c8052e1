# Stands for Terraform: `stand-in` beside it says how each step ends, and `log` gets a line of JSON for each call.
# The ends: `fails`; `hangs` until it is interrupted; `stubborn`, which hangs and is never interrupted.
set -eu
own=${0%/*}
version=1.11.4 init=ok apply=ok destroy=ok
. "$own/stand-in"
step=$1
shift

log() {
  printf '%s\n' "$1" >> "$own/log"
}

# $1: the step, $2: how it ends
end() {
  case $2 in
    ok) return ;;
    fails) exit 1 ;;
  esac
  trap 'log "{\"step\":\"$1 interrupted\"}"; if [ "$2" = hangs ]; then kill $!; exit 1; fi' INT
  sleep 3600 &
  echo "$1 hangs"
  while kill -0 $! 2> /dev/null; do wait $! || true; done
}

rest=
for argument; do rest="$rest${rest:+,}\"$argument\""; done
log "{\"step\":\"$step\",\"rest\":[$rest],\"folder\":\"$PWD\"}"

case $step in
  version) echo "{\"terraform_version\":\"$version\"}" ;;
  init) end init $init ;;
  apply)
    for file in main.tf terraform.tfvars.json rsa.public.pem ec.public.pem; do [ -f $file ]; done
    echo '{}' > terraform.tfstate
    end apply $apply
    ;;
  output)
    cat << END
{
  "origin": { "value": "$origin" },
  "rsa_key_pair_id": { "value": "KRSACONFORMANCE" },
  "ec_key_pair_id": { "value": "KECCONFORMANCE1" },
  "bucket": { "value": "cloudfront-sign-conformance-secret-bucket" }
}
END
    ;;
  destroy)
    end destroy $destroy
    rm -f terraform.tfstate
    ;;
  state) printf '%s\n' data.aws_iam_policy_document.objects aws_cloudfront_distribution.conformance ;;
esac
