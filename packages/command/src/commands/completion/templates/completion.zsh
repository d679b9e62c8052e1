#compdef cloudfront-sign cloudfront-sign-cli
# Completions of cloudfront-sign for zsh. Another shell reads no further.
[ -n "${ZSH_VERSION:-}" ] || return 0
_cloudfront-sign() {
  local command=sign
  local -a commands=(
    # __summaries__
  )
  if [[ $CURRENT -eq 2 && $words[2] != -* ]]; then
    _describe -t commands command commands
    return
  fi
  case $words[2] in
    # __names__
  esac
  case $command in
    # __commands__
  esac
}
# As a file of fpath it is the function's body.
if [[ $funcstack[1] == _cloudfront-sign ]]; then
  _cloudfront-sign "$@"
else
  compdef _cloudfront-sign cloudfront-sign cloudfront-sign-cli
fi
