import * as l10n from '@vscode/l10n';
import { statuses } from '../terminal/status.ts';
import { type Command, type OwnCommand, WrongUse } from './command.ts';
import { helpFlag } from './common.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

/** The words that are completed: those of commands, and the flags of each. */
interface Words {
	readonly name: string;
	readonly flags: readonly string[];
}

/** Returns the command that writes the completion of a shell. */
export function completionCommand(all: () => readonly (Command | OwnCommand)[]): Command {
	return {
		name: 'completion',
		title: l10n.t('Write the completion for a shell'),
		example: 'easel completion bash > ~/.local/share/bash-completion/completions/easel',
		positionals: [{ name: 'SHELL', description: l10n.t('the shell: {0}', shells.join(', ')) }],
		flags: [helpFlag],
		async run(io, { positionals: [name = ''] }) {
			const shell = shells.find((each) => each === name);
			if (shell === undefined)
				throw new WrongUse(
					l10n.t('There is no completion for {0}; name one of {1}.', name, shells.join(', ')),
				);
			const words = all().map(({ name: command, flags }) => ({
				name: command,
				flags: flags.map((flag) => `--${flag.name}`),
			}));
			io.out(scriptFor(shell, words));
			return statuses.done;
		},
	};
}

/** The words that can follow each beginning of a command line: `''`, `runs`, `runs list`. */
function following(words: readonly Words[]): ReadonlyMap<string, readonly string[]> {
	const next = new Map<string, Set<string>>();
	const add = (before: string, word: string) => next.set(before, (next.get(before) ?? new Set()).add(word));
	for (const { name, flags } of words) {
		const parts = name.split(' ');
		parts.forEach((part, index) => {
			add(parts.slice(0, index).join(' '), part);
		});
		for (const flag of flags) add(name, flag);
	}
	if (words.some(({ name }) => name === 'completion')) for (const shell of shells) add('completion', shell);
	return new Map([...next].map(([before, set]) => [before, [...set].sort()]));
}

function scriptFor(shell: Shell, words: readonly Words[]): string {
	const table = [...following(words)];
	switch (shell) {
		case 'bash':
			return bash(table);
		case 'zsh':
			return `#compdef easel\nautoload -U +X bashcompinit && bashcompinit\n${bash(table)}`;
		case 'fish':
			return fish(table);
		case 'powershell':
			return powershell(table);
	}
}

type Table = readonly (readonly [string, readonly string[]])[];

function bash(table: Table): string {
	const cases = table.map(([before, next]) => `    '${before}') words='${next.join(' ')}' ;;`);
	const known = table.map(([before]) => `'${before}'`).join('|');
	return `_easel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before='' words='' both="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  if [ "$COMP_CWORD" -ge 2 ]; then before="\${COMP_WORDS[1]}"; fi
  if [ "$COMP_CWORD" -ge 3 ]; then case "$both" in ${known}) before="$both" ;; esac; fi
  case "$before" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _easel easel
`;
}

function fish(table: Table): string {
	const lines = table.flatMap(([before, next]) => {
		const [first, second] = before.split(' ');
		const seen =
			before === ''
				? '__fish_use_subcommand'
				: second === undefined
					? `__fish_seen_subcommand_from ${first}`
					: `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
		return next.map((word) =>
			word.startsWith('--')
				? `complete -c easel -n '${seen}' -l ${word.slice(2)}`
				: `complete -c easel -n '${seen}' -a ${word}`,
		);
	});
	return `${lines.join('\n')}\n`;
}

function powershell(table: Table): string {
	const entries = table.map(([before, next]) => `    '${before}' = '${next.join(' ')}'`);
	return `Register-ArgumentCompleter -Native -CommandName easel -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${entries.join('\n')}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } | Where-Object { $_ -ne $wordToComplete })
  $before = ($words | Select-Object -First 2) -join ' '
  if (-not $table.ContainsKey($before)) { $before = "$($words | Select-Object -First 1)" }
  if ($table.ContainsKey($before)) {
    $table[$before].Split(' ') | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
  }
}
`;
}
