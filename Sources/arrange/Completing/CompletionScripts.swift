extension Shell {
  /// The completion script for the shell.
  ///
  /// It passes the command line to the program and uses the words in the answer literally. No word is
  /// evaluated or used as a pattern.
  package var completionScript: String {
    switch self {
    case .bash:
      #"""
      # Completion for arrange in bash:  source <(arrange --generate-completion-script bash)
      _arrange() {
          local line kind=
          COMPREPLY=()
          while IFS= read -r line; do
              if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
          done < <("${1/#\~\//$HOME/}" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$2" </dev/null 2>/dev/null)
          if [[ $kind == files ]]; then compopt -o default 2>/dev/null; fi
      }
      complete -o nosort -F _arrange arrange 2>/dev/null || complete -F _arrange arrange
      """#
    case .zsh:
      #"""
      #compdef arrange
      # Completion for arrange in zsh:  source <(arrange --generate-completion-script zsh)
      _arrange() {
          local answer line kind= tab=$'\t'
          local -a names shown
          local program="${(Q)words[1]}"
          answer="$("${program/#\~\//$HOME/}" ---complete zsh \
              "${(j: :)words[1,CURRENT-1]} ${QIPREFIX}${IPREFIX}${PREFIX}" </dev/null 2>/dev/null)"
          for line in "${(@f)answer}"; do
              if [[ -z "$kind" ]]; then
                  kind="$line"
              else
                  names+=("${line%%${tab}*}")
                  shown+=("${line#*${tab}}")
              fi
          done
          if [[ "$kind" == files ]]; then
              _files
          elif (( ${#names} )); then
              compadd -l -V arrange -d shown -- "${names[@]}"
          fi
      }
      if [[ "${funcstack[1]}" == _arrange ]]; then
          _arrange "$@"
      else
          compdef _arrange arrange
      fi
      """#
    case .fish:
      #"""
      # Completion for arrange in fish:  arrange --generate-completion-script fish | source
      function __arrange_complete
          set -l program (string replace -r '^~/' "$HOME/" -- (commandline -opc)[1])
          set -l answer (command $program ---complete fish (commandline -cp | string collect) </dev/null 2>/dev/null)
          if test "$answer[1]" = files
              __fish_complete_path (commandline -ct)
          else if set -q answer[2]
              printf '%s\n' $answer[2..-1]
          end
      end
      complete -c arrange -e
      complete -c arrange -k -f -a '(__arrange_complete)'
      """#
    }
  }
}
