# Completions of cloudfront-sign for bash. Another shell reads no further.
[ -n "${BASH_VERSION:-}" ] || return 0
_cloudfront_sign() {
  local word="${COMP_WORDS[COMP_CWORD]}" at=$((COMP_CWORD - 1)) command=sign
  local flags= repeatable= values= flag= is_value=yes
  # Bash takes each = of --flag=value and ID=FILE for a word of its own.
  if [[ $word == = || ${COMP_WORDS[at]} == = ]]; then
    if [[ $word == = ]]; then word=; else at=$((at - 1)); fi
    [[ ${COMP_WORDS[at]} == -* ]] || at=$((at - 1))
    [[ ${COMP_WORDS[at]} == = ]] && at=$((at - 1))
  fi
  case "${COMP_WORDS[1]}" in
    # __names__
  esac
  case $command in
    # __commands__
  esac
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    values="__words__"
  elif [[ $is_value == no && $word == -* ]]; then
    values=$repeatable
    for flag in $flags; do
      case " ${COMP_WORDS[*]:1:COMP_CWORD-1} ${COMP_WORDS[*]:COMP_CWORD+1} " in
        *" $flag "*) ;;
        *) values="$values $flag" ;;
      esac
    done
  elif [[ $values == paths ]]; then
    return
  fi
  compopt +o default 2> /dev/null
  COMPREPLY=($(compgen -W "$values" -- "$word"))
}
complete -o default -F _cloudfront_sign cloudfront-sign cloudfront-sign-cli
