/**
 * Completion scripts by shell. Each runs `platform __complete -- <words>`, which prints one candidate per line: the
 * word, a tab and a description. A last line `:files` or `:folders` asks for file completion.
 */
export const scripts: Record<string, string> = {
  bash: `_platform() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line words=() kind=""
  while IFS= read -r line; do
    case "$line" in
      :*) kind="\${line#:}" ;;
      *) words+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(platform __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # compgen -W would expand $(...) in names.
  COMPREPLY=()
  for line in "\${words[@]}"; do [[ "$line" == "$cur"* ]] && COMPREPLY+=("$line"); done
  case "$kind" in
    files) COMPREPLY+=($(compgen -f -- "$cur")) ;;
    folders) COMPREPLY+=($(compgen -d -- "$cur")) ;;
  esac
}
complete -o filenames -F _platform platform
`,
  zsh: `#compdef platform
_platform() {
  local line kind="" ; local -a described
  while IFS= read -r line; do
    case "$line" in
      :*) kind="\${line#:}" ;;
      *) described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <(platform __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#described} )) && _describe platform described
  case "$kind" in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
compdef _platform platform
`,
  fish: `function __platform_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in (platform __complete -- $words[2..-1] 2>/dev/null)
    switch $line
      case ':files' ':folders'
        __fish_complete_path (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c platform -f -a '(__platform_complete)'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName platform -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.StartOffset -lt $position } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() }
  })
  if ($word -eq '') { $words += '""' }
  platform __complete -- @words 2>$null | Where-Object { $_ -notlike ':*' } | ForEach-Object {
    $parts = $_ -split "\`t", 2
    if ($parts[0] -like "$word*") {
      $about = if ($parts.Count -gt 1 -and $parts[1]) { $parts[1] } else { $parts[0] }
      $text = if ($parts[0] -match '^[\\w./:-]+$') { $parts[0] } else { "'" + $parts[0].Replace("'", "''") + "'" }
      [System.Management.Automation.CompletionResult]::new($text, $parts[0], 'ParameterValue', $about)
    }
  }
}
`,
};
