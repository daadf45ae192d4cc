import * as vscode from 'vscode';
import { layOut } from '../../core/workflow/compare/layOut.ts';
import { type Conversion, convertUi } from '../../core/workflow/convert/convertUi.ts';
import { conversionReport, conversionSummary } from '../../core/workflow/convert/report.ts';
import { jsonOf } from '../../core/workflow/document.ts';
import { extractWorkflows } from '../../core/workflow/png/extract.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import { openNewDocument } from '../documents/newDocument.ts';
import { inform, warn } from '../shell/messages.ts';
import { askForFile } from '../shell/questions.ts';
import type { CheckedWorkflows } from './checkedWorkflows.ts';
import { documentOfCommand } from './commandTarget.ts';
import { nameOf } from './showPiece.ts';

// The graph of a document in UI format needs it too, and rarely enough to load it here.
export { convertUi };

export interface ConversionDeps extends Pick<DocumentServices, 'log' | 'documents'> {
	readonly workflows: Pick<CheckedWorkflows, 'nodeInfo'>;
}

/** Reports of this window by their address; the latest few are kept. */
const reports = new Map<string, string>();
const keptReports = 20;
/** The size in bytes beyond which pictures are not read completely. */
const largestPicture = 512 * 1024 * 1024;

/** Returns the text at the address of a report. */
export function reportText(uri: vscode.Uri): string {
	return (
		reports.get(uri.toString()) ??
		`${vscode.l10n.t('This report no longer exists. Convert the workflow again to see it.')}\n`
	);
}

/**
 * Opens the API document of the text that the command applies to: converted from UI format, or extracted from its
 * wrapper.
 * @param target the argument of the command
 */
export async function convertDocument(target: unknown, deps: ConversionDeps): Promise<void> {
	const document = await documentOfCommand(
		target,
		vscode.l10n.t('Open a workflow in UI format first, then convert it.'),
	);
	if (document === undefined) return;
	const parsed = deps.documents.workflows.read(document);
	const name = nameOf(document.uri);
	switch (parsed.kind) {
		case 'api':
			await inform(vscode.l10n.t('"{0}" is already in API format, so there is nothing to convert.', name));
			return;
		case 'requestBody':
		case 'metadata':
			if (parsed.container === undefined) break;
			await openDocument(jsonOf(parsed, parsed.container), document.uri);
			return;
		default:
			break;
	}
	await convertText(jsonOf(parsed), name, document.uri, deps);
}

/**
 * Opens the workflow in a picture: the one that the server ran if the picture has it, else the UI document, converted.
 * @param target the picture that the command was called on; otherwise the person chooses one
 */
export async function extractFromPicture(target: unknown, deps: ConversionDeps): Promise<void> {
	const picture = target instanceof vscode.Uri ? target : await choosePicture();
	if (picture === undefined) return;
	const name = nameOf(picture);
	const { size } = await vscode.workspace.fs.stat(picture);
	if (size > largestPicture) {
		await warn(vscode.l10n.t('"{0}" is larger than 512 MB and was not read.', name));
		return;
	}
	const found = await extractWorkflows(await vscode.workspace.fs.readFile(picture));
	if (!found.ok) {
		await warn(`${name}: ${found.message}`);
		return;
	}
	if (found.prompt !== undefined) await openDocument(found.prompt, picture);
	else await convertText(found.workflow ?? '', name, picture, deps);
}

function choosePicture(): Promise<vscode.Uri | undefined> {
	return askForFile({
		title: vscode.l10n.t('Select a Picture with a Workflow'),
		openLabel: vscode.l10n.t('Extract Workflow'),
		filters: { [vscode.l10n.t('PNG pictures')]: ['png'] },
	});
}

async function convertText(
	text: string,
	name: string,
	origin: vscode.Uri,
	deps: ConversionDeps,
): Promise<void> {
	const conversion = convertUi(text, await deps.workflows.nodeInfo(origin));
	if (!conversion.ok) {
		await warn(`${name}: ${conversion.message}`);
		return;
	}
	if (conversion.nodes > 0) await openDocument(conversion.text, origin);
	await showSummary(name, conversion);
}

/** Opens a new document, named after its source; the file next to it is not created before saving. */
async function openDocument(text: string, origin: vscode.Uri): Promise<void> {
	const stem = nameOf(origin).replace(/(?:_api)?\.\w+$/i, '');
	const document = await openNewDocument(layOut(text), {
		language: 'json',
		folder: vscode.Uri.joinPath(origin, '..'),
		stem: `${stem}_api`,
	});
	await vscode.window.showTextDocument(document, { preview: false });
}

async function showSummary(name: string, conversion: Extract<Conversion, { ok: true }>): Promise<void> {
	const summary = `${name}: ${conversionSummary(conversion)}`;
	const serious = conversion.nodes === 0 || conversion.report.some((note) => note.severity !== 'info');
	const show = serious ? warn : inform;
	const choice = await show(summary, ...(conversion.report.length > 0 ? [vscode.l10n.t('Show Report')] : []));
	if (choice === undefined) return;
	const uri = vscode.Uri.from({
		scheme: 'easel-report',
		path: `/${Date.now()}/${vscode.l10n.t('Conversion of {0}', name)}.md`,
	});
	reports.set(uri.toString(), conversionReport(name, conversion));
	for (const old of [...reports.keys()].slice(0, -keptReports)) reports.delete(old);
	await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
}
