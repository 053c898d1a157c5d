/// The shells that `valise` completes for.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// What the shell has to read; it asks `valise` itself for the words.
  var text: String {
    switch self {
    case .bash:
      #"""
      # Completes valise in bash: source <(valise completions bash)
      _valise() {
        local word
        COMPREPLY=()
        while IFS= read -r word; do
          COMPREPLY+=("$(printf '%q' "$word")")
        done < <("${COMP_WORDS[0]}" completions words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      }
      complete -o default -F _valise valise

      """#
    case .zsh:
      #"""
      #compdef valise
      # Completes valise in zsh: source <(valise completions zsh), or a file _valise in $fpath.
      _valise() {
        local -a found
        found=("${(@f)$(${(Q)~words[1]} completions words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
        if [[ -n "${found[*]}" ]]; then
          compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -a found
        else
          _files
        fi
      }
      # From $fpath, zsh runs this file in place of the function the first time it needs it.
      if [[ "${funcstack[1]}" == _valise ]]; then
        _valise "$@"
      else
        compdef _valise valise
      fi

      """#
    case .fish:
      #"""
      # Completes valise in fish: valise completions fish | source
      function __valise_complete
        set -l typed (commandline -opc)
        set -l current (commandline -ct)
        # In quotes, a word that is not begun yet is an empty one and not none.
        set -l found ($typed[1] completions words -- $typed[2..] "$current" 2>/dev/null)
        if test (count $found) -gt 0
          printf '%s\n' $found
        else
          __fish_complete_path "$current"
        end
      end
      complete -c valise -f -a '(__valise_complete)'

      """#
    }
  }
}
