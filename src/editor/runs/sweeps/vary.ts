import * as vscode from 'vscode';
import { allOf, numberText } from '../../../core/base/language.ts';
import { sweepMake } from '../../../core/operations/sweeps/make.ts';
import { seedsIn } from '../../../core/runs/plan/summary.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import { loadCoreCatalog } from '../../../core/workflow/catalog.ts';
import { namedInput } from '../../../core/workflow/named/namedInput.ts';
import { type NodeInfo, readNodeInfoInSlices } from '../../../core/workflow/nodeInfo.ts';
import { cellOf, proposedCell, usualValues, variedInput } from '../../../core/workflow/sweep/proposedCell.ts';
import type { Acts } from '../../shell/acts/acts.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunServices } from '../services.ts';
import { sourceOfCommand, type WorkflowSource } from '../start/workflowSource.ts';

export interface VaryDeps extends Pick<RunServices, 'workflows'> {
	readonly acts: Acts;
	readonly savedWorkflows: Pick<SavedWorkflows, 'nodeInfoFor'>;
}

/** The numbers of values that a person chooses from. */
const counts = [2, 3, 4, usualValues, 7, 9];

/** Makes a column of the sweep of a document for each input that is selected in it. */
export async function vary({ acts, workflows, savedWorkflows }: VaryDeps, uri: unknown): Promise<void> {
	const source = await sourceOfCommand(workflows, uri);
	if (source === undefined) return;
	if (source.uri.scheme !== 'file') {
		await inform(
			vscode.l10n.t(
				'Save "{0}" in a folder first. The table of its sweep is created next to it.',
				source.name,
			),
		);
		return;
	}
	const inputs = selectedInputs(source, await nodeInfoOf(savedWorkflows, source.uri));
	if (inputs.length === 0) {
		await inform(vscode.l10n.t('Put the cursor at a value, or select several, to vary them.'));
		return;
	}
	const cells = await askForCells(inputs);
	if (cells === undefined) return;
	const made = await acts.done(sweepMake, { path: source.uri.fsPath, vary: cells });
	if (made === undefined) return;
	await vscode.window.showTextDocument(vscode.Uri.file(made.path), {
		viewColumn: vscode.ViewColumn.Beside,
		preview: false,
	});
	if (made.kept.length > 0)
		await inform(vscode.l10n.t('The table already has these columns: {0}.', allOf(made.kept)));
}

type SelectedInput = ReturnType<typeof selectedInputs>[number];

/** Returns the inputs with a literal value that a selection is in or covers. */
function selectedInputs({ document, uri }: WorkflowSource, nodeInfo: NodeInfo) {
	const editor = vscode.window.visibleTextEditors.find(
		(each) => each.document.uri.toString() === uri.toString(),
	);
	const ranges = (editor?.selections ?? []).map(({ start, end }) => ({
		start: editor?.document.offsetAt(start) ?? 0,
		end: editor?.document.offsetAt(end) ?? 0,
	}));
	const seeds = seedsIn(document);
	return document.nodes.flatMap(({ id: nodeId, inputs }) =>
		inputs.flatMap(({ name: input, nameRange, range }) => {
			if (!ranges.some(({ start, end }) => start <= range.end && end >= nameRange.start)) return [];
			const place = { nodeId, input };
			const named = namedInput(
				document,
				{ name: `${nodeId}.${input}`, places: [place], source: 'document' },
				nodeInfo,
			);
			return named === undefined ? [] : [{ ...variedInput(named, seeds), name: named.name }];
		}),
	);
}

/**
 * Returns the node classes of the engine in use, or of the last deployment of the document, with the models and choices
 * that apply.
 */
async function nodeInfoOf(
	savedWorkflows: Pick<SavedWorkflows, 'nodeInfoFor'>,
	uri: vscode.Uri,
): Promise<NodeInfo> {
	const found = await savedWorkflows.nodeInfoFor(uri.toString());
	const read =
		found &&
		(await readNodeInfoInSlices(
			found.text,
			{ kind: found.kind, label: found.label },
			{ engineVersion: found.version },
		));
	return read ?? loadCoreCatalog();
}

/** Asks for the number of values and for choices; undefined if the person cancels. */
async function askForCells(inputs: readonly SelectedInput[]): Promise<string[] | undefined> {
	const counted = inputs.filter(({ range: { type } }) => type === 'integer' || type === 'number');
	const count = counted.length === 0 ? usualValues : await askForCount(counted);
	if (count === undefined) return undefined;
	const cells: string[] = [];
	for (const input of inputs) {
		const isChoice = input.range.type === 'choice' && (input.range.choices?.length ?? 0) > 1;
		const cell = isChoice ? await askForChoices(input) : proposedCell(input, count);
		if (cell === undefined) return undefined;
		cells.push(`${input.name}=${cell}`);
	}
	return cells;
}

async function askForCount(inputs: readonly SelectedInput[]): Promise<number | undefined> {
	const items = counts.map((count) => ({
		label: vscode.l10n.t('{0} Values', numberText(count)),
		description: inputs.map((input) => `${input.name}: ${proposedCell(input, count)}`).join(' · '),
		count,
	}));
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t('Vary {0}', labelText(allOf(inputs.map(({ name }) => name)))),
		placeHolder: vscode.l10n.t('Select the number of values; you can edit them in the table'),
	});
	return chosen?.count;
}

async function askForChoices({ name, range, value }: SelectedInput): Promise<string | undefined> {
	const items = (range.choices ?? []).map((choice) => ({
		label: labelText(choice),
		picked: choice === value,
		choice,
	}));
	const chosen = await vscode.window.showQuickPick(items, {
		canPickMany: true,
		title: vscode.l10n.t('Vary {0}', labelText(name)),
		placeHolder: vscode.l10n.t('Select the values to compare'),
	});
	if (chosen === undefined || chosen.length === 0) return undefined;
	return cellOf(
		chosen.map(({ choice }) => choice),
		range,
	);
}
