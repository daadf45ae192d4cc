import * as vscode from 'vscode';
import { workflowInputs, workflowName, workflowUnname } from '../../../core/operations/named/inputs.ts';
import { presetSave } from '../../../core/operations/named/presets.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import { runCommand } from '../../shell/commands.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunArgument, RunChooser } from '../chooseRun.ts';
import type { InputFormPanels } from '../inputs/panels.ts';
import type { RunServices } from '../services.ts';
import type { Runner } from '../start/runner.ts';
import { sourceOfCommand, type WorkflowSource } from '../start/workflowSource.ts';
import { askPresetName } from './ask.ts';
import { fileOf, openFile } from './files.ts';

interface PresetDeps extends Pick<RunServices, 'workflows'> {
	readonly acts: Acts;
	readonly runner: Pick<Runner, 'run'>;
	readonly chooser: Pick<RunChooser, 'one'>;
	readonly inputs: Pick<InputFormPanels, 'openDocument'>;
	/** Handles a run that a form of a document has started and shows itself. */
	readonly onFormRun: (run: Run) => void;
}

/** Returns the commands for names of inputs and presets, which are kept in a file next to the document. */
export function presetCommands({ acts, runner, chooser, workflows, inputs, onFormRun }: PresetDeps) {
	return {
		'easel.openAsForm': async (uri: unknown, preset: unknown) => {
			const source = await sourceOfCommand(workflows, uri);
			if (source === undefined) return;
			await inputs.openDocument(source.uri, source.name, typeof preset === 'string' ? preset : undefined);
		},
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
			if (chosen === undefined) return;
			const inputs = chosen
				.filter(({ input }) => input.source === 'document')
				.map(({ input }) => `${input.nodeId}.${input.input}`);
			const names = items
				.filter((item) => item.input.source === 'file' && !chosen.includes(item))
				.map(({ input }) => input.name);
			const unnamed = names.length === 0 ? undefined : await acts.done(workflowUnname, { path, names });
			const named = inputs.length === 0 ? undefined : await acts.done(workflowName, { path, inputs });
			const written = named ?? unnamed;
			if (written !== undefined) await openFile(written.path);
		},
		'easel.savePreset': async (argument: unknown) => {
			const run = isRun(argument) ? await chooser.one(argument) : undefined;
			const source = await sourceOfCommand(
				workflows,
				run?.documentUri === undefined ? argument : vscode.Uri.parse(run.documentUri),
			);
			const path = source && (await fileOf(source));
			if (!source || !path) return;
			const name = await askPresetName(source.name);
			if (name === undefined) return;
			const saved = await acts.done(presetSave, {
				...{ path, name },
				...(run === undefined ? {} : { run: run.id }),
			});
			if (saved !== undefined) await openFile(saved.path);
		},
		/** @returns the id of the run that was started with the values of a form */
		'easel.runWithPreset': async (uri: unknown, wanted: unknown): Promise<string | undefined> => {
			const source = await sourceOfCommand(workflows, uri);
			if (source === undefined) return undefined;
			if (isValues(wanted)) return (await runner.run(source, {}, wanted, onFormRun))?.id;
			const preset = typeof wanted === 'string' ? wanted : await chosenPreset(source);
			if (preset !== undefined) await runner.run(source, {}, { preset });
			return undefined;
		},
	};

	async function chosenPreset(source: WorkflowSource): Promise<string | undefined> {
		const path = await fileOf(source);
		const known = path && (await acts.done(workflowInputs, { path }));
		if (!known) return undefined;
		if (known.presets.length === 0) {
			const save = vscode.l10n.t('Save Preset...');
			const text = vscode.l10n.t('"{0}" has no presets yet.', source.name);
			if ((await inform(text, save)) === save) await runCommand('easel.savePreset', source.uri);
			return undefined;
		}
		const items = known.presets.map((name) => ({ label: labelText(name), name }));
		const title = vscode.l10n.t('Run {0} with a Preset', labelText(source.name));
		return (await vscode.window.showQuickPick(items, { title }))?.name;
	}
}

function isRun(argument: unknown): argument is RunArgument {
	return typeof argument === 'string' || (argument as { readonly kind?: string } | undefined)?.kind === 'run';
}

/** Returns whether an argument contains the values of a form of the document. */
function isValues(wanted: unknown): wanted is { readonly overrides: string } {
	return typeof (wanted as { readonly overrides?: unknown } | undefined)?.overrides === 'string';
}
