# Completion of salient's commands and options in bash. The program itself is asked, so nothing here can fall behind it.
_salient() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words
  if [ "$COMP_CWORD" = 1 ]; then
    words="help $(salient --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\).*/\1/p')"
  elif [ "$command" = help ]; then
    words=$(salient --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\).*/\1/p')
  elif [ "${word#-}" != "$word" ]; then
    words=$(salient help "$command" 2>/dev/null | grep -oE '^  --?[a-z-]+')
  elif salient help "$command" 2>/dev/null | head -n 1 | grep -q 'GAME/SCENARIO'; then
    words=$(salient games 2>/dev/null | grep -oE '^ *[a-z0-9]+/[a-z0-9-]+')
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -F _salient salient
