import * as l10n from '@vscode/l10n';
import type { Command } from '../frame/command.ts';
import { helpFlag } from '../frame/common.ts';
import { statuses } from '../terminal/status.ts';
import { scripts, shells } from './scripts.ts';

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
