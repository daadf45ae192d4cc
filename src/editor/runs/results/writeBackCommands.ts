import * as vscode from 'vscode';
import { deploymentScheme } from '../../../core/deployments/documentScheme.ts';
import { sameJson } from '../../../core/json/canonical.ts';
import { type InputToWrite, inputsToWrite, type WriteBack } from '../../../core/runs/plan/writeBack.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { WorkflowDocument } from '../../../core/workflow/document.ts';
import { openDocumentAt } from '../../documents/openDocument.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { documentGoneText } from '../../shell/isThere.ts';
import { confirm, inform, warn } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { readKept } from '../history/runTexts.ts';
import type { WindowRuns } from '../windowRuns.ts';
import { writeValues } from './writeValues.ts';

interface WriteBackDeps {
	readonly windowRuns: WindowRuns;
	readonly workflows: WorkflowDocuments;
}

/** Returns whether a run drew the value of an input from its current value in the document. */
function isDrawn({ summary }: Run, { place, now }: InputToWrite): boolean {
	return (summary.drawn ?? []).some(
		(drawn) => drawn.nodeId === place.nodeId && drawn.input === place.input && sameJson(drawn.from, now),
	);
}

/** A document and its differences from the one that a run sent. */
interface Difference extends WriteBack {
	readonly present: WorkflowDocument;
	readonly shown: vscode.TextDocument;
}

/**
 * Writes the seeds of a run into its document. Asks first if this overwrites a seed that belongs to no run of the
 * history.
 */
export async function writeSeedBack(deps: WriteBackDeps, run: Run): Promise<void> {
	const found = await differenceOf(deps, run, 'seeds');
	if (found === undefined) return;
	const { inputs, missing } = found;
	if (inputs.length === 0) return reportNothingToWrite(run, missing, 'seeds');
	const known = new Set(
		(await deps.windowRuns.open())
			.runs({ connectionId: run.connectionId, documentUri: run.documentUri ?? '', limit: 500 })
			.map(({ summary }) => summary.seed),
	);
	const lost = inputs.filter(({ now }) => !known.has(now));
	if (lost.length > 0) {
		const sure = await confirm(vscode.l10n.t('Replace the seed of "{0}"?', run.documentName), {
			detail: lost.map((input) => changeText(input)).join('\n'),
			action: vscode.l10n.t('Replace'),
		});
		if (!sure) return;
	}
	await writeValues(found.shown, found.present, { values: inputs, source: 'run' });
}

/** Writes the inputs of a run that the person chooses into its document, which shows each with its value now. */
export async function writeInputsBack(deps: WriteBackDeps, run: Run): Promise<void> {
	const found = await differenceOf(deps, run, 'all');
	if (found === undefined) return;
	const { inputs, missing } = found;
	if (inputs.length === 0) return reportNothingToWrite(run, missing, 'all');
	const items = inputs.map((input) => ({
		label: labelText(`${input.nodeTitle} · ${input.place.input}`),
		detail: changeText(input),
		// A text that was drawn by chance does not replace the prompt that it was drawn from, unless the person chooses so.
		picked: !isDrawn(run, input),
		input,
	}));
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t('Write Inputs into "{0}"', labelText(run.documentName, 60)),
		placeHolder:
			missing.length === 0
				? vscode.l10n.t('Inputs that differ now; Undo restores the current values')
				: vscode.l10n.t('No longer in the document: {0}', labelText(missing.join(', '), 80)),
		canPickMany: true,
		matchOnDetail: true,
	});
	if (chosen === undefined || chosen.length === 0) return;
	const values = chosen.map(({ input }) => input);
	await writeValues(found.shown, found.present, { values, source: 'run' });
}

/** Opens the current document of a run; reports if it no longer exists. */
export async function openPresent(
	documentUri: string,
	name: string,
): Promise<vscode.TextDocument | undefined> {
	const open = await openDocumentAt(documentUri);
	if (open) return open;
	try {
		const uri = vscode.Uri.parse(documentUri);
		// The editor would create a new text with that name.
		if (uri.scheme !== 'untitled') return await vscode.workspace.openTextDocument(uri);
	} catch {
		// Reported below.
	}
	await warn(documentGoneText(name));
	return undefined;
}

async function differenceOf(
	{ windowRuns, workflows }: WriteBackDeps,
	run: Run,
	which: 'all' | 'seeds',
): Promise<Difference | undefined> {
	const name = run.documentName;
	const text = await readKept(windowRuns.archive.fsPath, run.id, 'document');
	if (run.documentUri === undefined || text === undefined) {
		await inform(vscode.l10n.t('The document of this run was not kept, so its inputs are not known.'));
		return undefined;
	}
	const shown = await openPresent(run.documentUri, name);
	if (shown === undefined) return undefined;
	if (shown.uri.scheme === deploymentScheme) {
		await warn(
			vscode.l10n.t('"{0}" is saved with a deployment and cannot be edited here. Use Run Again.', name),
		);
		return undefined;
	}
	const present = workflows.read(shown);
	if (present.kind !== 'api' || present.problems.length > 0) {
		await warn(vscode.l10n.t('"{0}" cannot be read as a workflow now. Fix its errors.', name));
		return undefined;
	}
	return { ...inputsToWrite(workflows.ofText(text), present, which), present, shown };
}

async function reportNothingToWrite(run: Run, missing: readonly string[], which: 'all' | 'seeds') {
	if (missing.length > 0) {
		await inform(
			vscode.l10n.t(
				'Nothing to write: "{0}" matches this run, except for inputs that it no longer has ({1}).',
				run.documentName,
				labelText(missing.join(', '), 200),
			),
		);
		return;
	}
	await inform(
		which === 'seeds'
			? vscode.l10n.t('"{0}" already has the seed of this run, or has no seed.', run.documentName)
			: vscode.l10n.t('"{0}" already has the inputs of this run.', run.documentName),
	);
}

/** Returns the change of an input: `20 → 30`, each shortened. */
function changeText({ now, literal }: InputToWrite): string {
	return `${labelText(now, 80)} → ${labelText(literal, 80)}`;
}
