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
      # Completes valise in zsh: source <(valise completions zsh)
      _valise() {
        local -a found
        found=("${(@f)$(valise completions words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
        if [[ -n "${found[*]}" ]]; then
          compadd -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}' -a found
        else
          _files
        fi
      }
      compdef _valise valise

      """#
    case .fish:
      #"""
      # Completes valise in fish: valise completions fish | source
      complete -c valise -a '(valise completions words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'

      """#
    }
  }
}
