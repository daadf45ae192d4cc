import * as l10n from '@vscode/l10n';
import type { Command } from '../frame/command.ts';
import { helpFlag } from '../frame/common.ts';
import { statuses } from '../terminal/status.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

/**
 * The scripts with which shells call Easel. They pass the words before the completed one, and then that one after an
 * underscore, since some shells omit an empty argument. The first line of the answer is `words`, `files` or `folders`,
 * each other line a word with its description after a tab.
 */
const scripts: Readonly<Record<Shell, string>> = {
	bash: `# Completion of easel for bash.
_easel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" kind='' line word
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$kind" ]; then kind="$line"; continue; fi
    word="\${line%%$'\\t'*}"
    # After an opening quote bash adds the closing one itself.
    case "$current" in
      [\\"\\']*) COMPREPLY+=("$word") ;;
      *) COMPREPLY+=("$(printf %q "$word")") ;;
    esac
  done < <(easel __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "_$current" 2>/dev/null)
  case "$kind" in
    files) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")) ;;
    folders) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")) ;;
  esac
}
complete -F _easel easel
`,
	zsh: `#compdef easel
# Completion of easel for zsh.
_easel() {
  local -a before lines values shown
  local kind line
  before=("\${(@Q)words[2,CURRENT-1]}")
  lines=("\${(@f)$(easel __complete "\${before[@]}" "_\${(Q)PREFIX}" 2>/dev/null)}")
  kind=$lines[1]
  for line in "\${(@)lines[2,-1]}"; do
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done
  (( $#values )) && compadd -l -d shown -a -- values
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
if [ "$funcstack[1]" = _easel ]; then _easel "$@"; else compdef _easel easel; fi
`,
	fish: `# Completion of easel for fish.
function __easel_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct | string unescape; or true)
  set -l lines (easel __complete $before[2..-1] "_$current" 2>/dev/null)
  switch "$lines[1]"
    case files
      __fish_complete_path (commandline -ct)
    case folders
      __fish_complete_directories (commandline -ct) ''
  end
  for line in $lines[2..-1]
    echo $line
  end
end
complete -c easel -f -a '(__easel_complete)'
`,
	powershell: `# Completion of easel for PowerShell.
Register-ArgumentCompleter -Native -CommandName easel -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_".Trim('"', "'") })
  $current = $wordToComplete.Trim('"', "'")
  easel __complete @before "_$current" 2>$null | Select-Object -Skip 1 | ForEach-Object {
    $word, $description = $_ -split "\`t", 2
    $typed = if ($word -match '[\\s()$;&|<>]') { "'" + $word.Replace("'", "''") + "'" } else { $word }
    $tip = if ($description) { $description } else { $word }
    [System.Management.Automation.CompletionResult]::new($typed, $word, 'ParameterValue', $tip)
  }
}
`,
};

export const completionCommand: Command = {
	name: 'completion',
	title: l10n.t('Write the completion for a shell'),
	example: 'easel completion bash > ~/.local/share/bash-completion/completions/easel',
	moreExamples: [
		'easel completion zsh > ~/.zfunc/_easel',
		'easel completion fish > ~/.config/fish/completions/easel.fish',
	],
	positionals: [{ name: 'SHELL', description: l10n.t('the shell: {0}', shells.join(', ')), values: shells }],
	flags: [helpFlag],
	async run(io, { positionals: [name = ''] }) {
		io.out(scripts[shells.find((each) => each === name) ?? 'bash']);
		return statuses.done;
	},
};
