import * as vscode from 'vscode';
import { fittedPreset, namedDifferences, setOfFitted } from '../../../core/operations/named/fittedPreset.ts';
import { misfitsOf } from '../../../core/operations/named/valueChecks.ts';
import { type InputSet, textWith } from '../../../core/workflow/inputSet.ts';
import { inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { writeValues } from '../results/writeValues.ts';
import type { RunServices } from '../services.ts';
import type { RequestBodies } from '../start/requestBodies.ts';
import { sourceOfCommand } from '../start/workflowSource.ts';
import { choosePreset } from './ask.ts';
import { namesOfSource } from './namesOfSource.ts';

interface PresetUseDeps extends Pick<RunServices, 'workflows' | 'nodeInfo'> {
	readonly requestBodies: Pick<RequestBodies, 'hold'>;
}

/** Returns the commands that write a preset into its document, and that show its differences. */
export function presetUseCommands(deps: PresetUseDeps) {
	return {
		'easel.applyPreset': async (uri: unknown, name: unknown) => {
			const use = await presetUse(deps, uri, name);
			if (use === undefined) return;
			const { source, preset } = use;
			const { set, problems } = use.fit(preset.values);
			if (problems.length > 0) {
				const text = vscode.l10n.t(
					'The preset "{0}" does not fit the document, so nothing was written.',
					preset.name,
				);
				await warn([text, ...problems].join(' '));
				return;
			}
			if (namedDifferences(source.document, use.names, none, set).length === 0)
				await inform(vscode.l10n.t('The document already has these values.'));
			else await writeValues(await vscode.workspace.openTextDocument(source.uri), source.document, set);
		},
		'easel.comparePresets': async (uri: unknown, name: unknown) => {
			const use = await presetUse(deps, uri, name);
			if (use === undefined) return;
			const { source, preset, names } = use;
			const other = await otherSide(source.name, names.presets, preset);
			if (other === undefined) return;
			const [left, right] = [other.preset && use.fit(other.preset.values), use.fit(preset.values)];
			if (namedDifferences(source.document, names, left?.set ?? none, right.set).length === 0) {
				await inform(
					vscode.l10n.t(
						'"{0}" and "{1}" give the document the same values.',
						labelText(other.label),
						labelText(preset.name),
					),
				);
				return;
			}
			const shown = (label: string, set: InputSet) =>
				deps.requestBodies.hold(
					`${labelText(source.name)} ${labelText(label)}.json`,
					textWith(source.document, set),
				);
			const before = left === undefined ? source.uri : shown(other.label, left.set);
			const title = vscode.l10n.t(
				'{0}: {1} and {2}',
				labelText(source.name),
				labelText(other.label),
				labelText(preset.name),
			);
			await vscode.commands.executeCommand('vscode.diff', before, shown(preset.name, right.set), title);
			const problems = new Set([...(left?.problems ?? []), ...right.problems]);
			if (problems.size > 0) await warn([...problems].join(' '));
		},
	};
}

const none: InputSet = { values: [], source: 'given' };

/** Returns a document with one of its presets, which the person chooses unless it is named. */
async function presetUse({ workflows, nodeInfo: nodeInfoOf }: PresetUseDeps, uri: unknown, name: unknown) {
	const source = await sourceOfCommand(workflows, uri);
	if (source === undefined) return undefined;
	const { names, nodeInfo } = await namesOfSource(nodeInfoOf, source);
	const preset = await choosePreset(names.presets, source.name, typeof name === 'string' ? name : undefined);
	if (preset === 'none') await inform(vscode.l10n.t('"{0}" has no presets yet.', source.name));
	if (preset === 'none' || preset === undefined) return undefined;
	const fit = (values: typeof preset.values) => {
		const fitted = fittedPreset(source.document, names, values);
		const wrong = misfitsOf({ document: source.document, nodeInfo }, fitted.placed);
		return {
			set: setOfFitted(fitted),
			problems: [...fitted.missing.map(({ message }) => message), ...wrong],
		};
	};
	return { source, names, preset, fit };
}

type Presets = Awaited<ReturnType<typeof namesOfSource>>['names']['presets'];

/** Lets the person choose the document or another preset; returns the document if it has no other. */
async function otherSide(documentName: string, presets: Presets, preset: Presets[number]) {
	const document = { label: vscode.l10n.t('Document'), preset: undefined };
	const others = presets
		.filter((each) => each !== preset)
		.map((each) => ({ label: labelText(each.name), preset: each }));
	if (others.length === 0) return document;
	const title = vscode.l10n.t('Compare "{0}" of {1} With', labelText(preset.name), labelText(documentName));
	return vscode.window.showQuickPick([document, ...others], { title });
}
