import * as vscode from 'vscode';
import { workflowInputs, workflowName } from '../../../core/operations/named/inputs.ts';
import { presetSave } from '../../../core/operations/named/presets.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import { runCommand } from '../../shell/commands.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunArgument, RunChooser } from '../chooseRun.ts';
import type { RunServices } from '../services.ts';
import type { Runner } from '../start/runner.ts';
import { sourceOfCommand } from '../start/workflowSource.ts';
import { fileOf, openFile } from './files.ts';

interface PresetDeps extends Pick<RunServices, 'workflows'> {
	readonly acts: Acts;
	readonly runner: Pick<Runner, 'run'>;
	readonly chooser: Pick<RunChooser, 'one'>;
}

/** The commands for names of inputs and presets, which are kept in a file next to the document. */
export function presetCommands({ acts, runner, chooser, workflows }: PresetDeps) {
	return {
		'easel.nameInputs': async (uri: unknown) => {
			const source = await sourceOfCommand(workflows, uri);
			const path = source && (await fileOf(source));
			const known = path && (await acts.done(workflowInputs, { path, all: true }));
			if (!source || !path || !known) return;
			const title = ({ nodeId }: { readonly nodeId: string }) =>
				source.document.nodeById.get(nodeId)?.title ?? vscode.l10n.t('Node {0}', nodeId);
			const items = known.inputs.map((input) => ({
				label: labelText(input.source === 'document' ? input.input : input.name),
				description: labelText(`${title(input)} · ${input.nodeId}.${input.input}`),
				detail: labelText(input.value, 100),
				picked: input.source !== 'document',
				input,
			}));
			const chosen = await vscode.window.showQuickPick(items, {
				canPickMany: true,
				matchOnDescription: true,
				matchOnDetail: true,
				title: vscode.l10n.t('Name Inputs of {0}', labelText(source.name)),
				placeHolder: vscode.l10n.t('Select the inputs to name'),
			});
			const inputs = (chosen ?? [])
				.filter(({ input }) => input.source === 'document')
				.map(({ input }) => `${input.nodeId}.${input.input}`);
			if (inputs.length === 0) return;
			const named = await acts.done(workflowName, { path, inputs });
			if (named !== undefined) await openFile(named.path);
		},
		'easel.savePreset': async (argument: unknown) => {
			const run = isRun(argument) ? await chooser.one(argument) : undefined;
			const source = await sourceOfCommand(
				workflows,
				run?.documentUri === undefined ? argument : vscode.Uri.parse(run.documentUri),
			);
			const path = source && (await fileOf(source));
			if (!source || !path) return;
			const name = await vscode.window.showInputBox({
				title: vscode.l10n.t('Save Preset of {0}', labelText(source.name)),
				prompt: vscode.l10n.t('The name of the preset. A preset of this name is replaced.'),
				validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
			});
			if (name === undefined) return;
			const saved = await acts.done(presetSave, {
				...{ path, name: name.trim() },
				...(run === undefined ? {} : { run: run.id }),
			});
			if (saved !== undefined) await openFile(saved.path);
		},
		'easel.runWithPreset': async (uri: unknown, wanted: unknown) => {
			const source = await sourceOfCommand(workflows, uri);
			if (source && typeof wanted === 'string') {
				await runner.run(source, {}, { preset: wanted });
				return;
			}
			const path = source && (await fileOf(source));
			const known = path && (await acts.done(workflowInputs, { path }));
			if (!source || !known) return;
			if (known.presets.length === 0) {
				const save = vscode.l10n.t('Save Preset...');
				const text = vscode.l10n.t('"{0}" has no presets yet.', source.name);
				if ((await inform(text, save)) === save) await runCommand('easel.savePreset', source.uri);
				return;
			}
			const preset = await vscode.window.showQuickPick(
				known.presets.map((name) => labelText(name)),
				{
					title: vscode.l10n.t('Run {0} with a Preset', labelText(source.name)),
				},
			);
			const chosen = known.presets.find((each) => labelText(each) === preset);
			if (chosen !== undefined) await runner.run(source, {}, { preset: chosen });
		},
	};
}

function isRun(argument: unknown): argument is RunArgument {
	return typeof argument === 'string' || (argument as { readonly kind?: string } | undefined)?.kind === 'run';
}
