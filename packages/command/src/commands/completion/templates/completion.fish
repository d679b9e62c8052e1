# Completions of cloudfront-sign for fish. Another shell reads no further. Before fish 3.4 a file has no return.
test -n "$FISH_VERSION" || eval "return 0"
function __cloudfront_sign_command
  set -l words (commandline -opc)
  switch "$words[2]"
    # __names__
    case '*'
      echo sign
  end
end
function __cloudfront_sign_is
  test (__cloudfront_sign_command) = $argv[1]
end
# Whether a flag with a value is not there yet. The last word may be the flag whose value is completed.
function __cloudfront_sign_lacks
  set -l words (commandline -opc)
  not contains -- --$argv[1] $words[1..-2]
end
function __cloudfront_sign_starts
  test (count (commandline -opc)) -eq 1
end
complete -c cloudfront-sign -f
complete -c cloudfront-sign-cli -w cloudfront-sign
# __commands__
