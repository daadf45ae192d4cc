import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { makeFolder } from '../../core/base/disk/makeFolder.ts';
import { fits, type MediaInput, mediaInputAt } from '../../core/runs/plan/mediaInputs.ts';
import { fileReader } from '../../core/runs/start/mediaFiles.ts';
import { nameFrom } from '../../core/runs/start/mediaPlace.ts';
import { diskTrouble } from '../../core/transfers/diskTrouble.ts';
import { numberedName, safeFileName } from '../../core/transfers/names.ts';
import { sniffMedia } from '../../core/wire/mediaType.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { workspaceEdit } from '../shell/findings.ts';
import { confirm, fail, warn } from '../shell/messages.ts';
import { folderOf } from './mediaFiles.ts';

/** The folder for copies next to a document. */
const copiesFolder = 'media';
/** A copy larger than this is not made: a run would not embed it. */
const largestCopy = 50_000_000;

export const mediaEditKind = vscode.DocumentDropOrPasteEditKind.Empty.append('easel', 'media');
export const droppedTypes = ['text/uri-list', 'image/*', 'video/*', 'audio/*', 'files'] as const;

/** A file to put into an input: an existing one, or bytes. */
type Arrival =
	| { readonly kind: 'file'; readonly uri: vscode.Uri }
	| { readonly kind: 'bytes'; readonly name: string; readonly bytes: () => Thenable<Uint8Array> };

/** The ends of edits, which ask before they copy anything. */
const finishes = new WeakMap<vscode.DocumentDropEdit | vscode.DocumentPasteEdit, TakenIn['finish']>();

async function finished<Edit extends vscode.DocumentDropEdit | vscode.DocumentPasteEdit>(
	edit: Edit,
): Promise<Edit> {
	const made = await finishes.get(edit)?.();
	if (made !== undefined) edit.additionalEdit = made;
	return edit;
}

/** Takes a file that is dropped on a media input: its name is written, relative to the document. */
export function mediaDrop(workflows: WorkflowDocuments): vscode.DocumentDropEditProvider {
	return {
		async provideDocumentDropEdits(document, position, data) {
			const found = await takenIn(workflows, document, position, data);
			if (found === undefined) return undefined;
			const edit = new vscode.DocumentDropEdit('', found.title, mediaEditKind);
			finishes.set(edit, found.finish);
			return edit;
		},
		resolveDocumentDropEdit: finished,
	};
}

/** Provides the same for pasted data, a bitmap of the clipboard too. */
export function mediaPaste(workflows: WorkflowDocuments): vscode.DocumentPasteEditProvider {
	return {
		async provideDocumentPasteEdits(document, ranges, data) {
			const [first] = ranges;
			const found = first && (await takenIn(workflows, document, first.start, data));
			if (found === undefined) return undefined;
			const edit = new vscode.DocumentPasteEdit('', found.title, mediaEditKind);
			finishes.set(edit, found.finish);
			return [edit];
		},
		resolveDocumentPasteEdit: finished,
	};
}

interface TakenIn {
	readonly title: string;
	/** Returns the edit, after the person has agreed to the copies. */
	readonly finish: () => Promise<vscode.WorkspaceEdit | undefined>;
}

async function takenIn(
	workflows: WorkflowDocuments,
	document: vscode.TextDocument,
	position: vscode.Position,
	data: vscode.DataTransfer,
): Promise<TakenIn | undefined> {
	const parsed = workflows.get(document);
	const input = parsed && mediaInputAt(parsed, document.offsetAt(position));
	const folder = folderOf(document);
	if (input === undefined || folder === undefined) return undefined;
	const arrival = await arrivalOf(data, input);
	if (arrival === undefined) return undefined;
	const name = arrival.kind === 'file' ? nameInWorkspace(document, folder, arrival.uri) : undefined;
	if (name !== undefined)
		return {
			title: vscode.l10n.t('Insert File Name'),
			finish: async () => named(document, input, name),
		};
	return {
		title: vscode.l10n.t('Copy File Next to Document'),
		finish: () => copied(document, input, folder, arrival),
	};
}

/** Returns the first part of the data that fits the input: a file by its address, otherwise bytes. */
async function arrivalOf(data: vscode.DataTransfer, { kinds }: MediaInput): Promise<Arrival | undefined> {
	const list = await data.get('text/uri-list')?.asString();
	for (const line of (list ?? '').split(/\r?\n/)) {
		if (!/^file:\/\/\//i.test(line)) continue;
		const uri = vscode.Uri.parse(line.trim());
		if (fits(kinds, uri.path) && (await fileReader.stat(uri.fsPath)) !== undefined)
			return { kind: 'file', uri };
	}
	for (const [type, item] of data) {
		const file = item.asFile();
		if (file === undefined) continue;
		const name = extname(file.name) === '' ? `${file.name}.${type.split('/')[1] ?? ''}` : file.name;
		if (fits(kinds, name)) return { kind: 'bytes', name, bytes: () => file.data() };
	}
	return undefined;
}

/** Returns the name of a file of its workspace folder in the document; undefined for a file from elsewhere, which is copied instead. */
function nameInWorkspace(
	document: vscode.TextDocument,
	folder: string,
	file: vscode.Uri,
): string | undefined {
	const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath ?? folder;
	const way = relative(root, file.fsPath);
	return way === '..' || way.startsWith(`..${sep}`) ? undefined : nameFrom(folder, file.fsPath);
}

async function copied(
	document: vscode.TextDocument,
	input: MediaInput,
	folder: string,
	arrival: Arrival,
): Promise<vscode.WorkspaceEdit | undefined> {
	const wanted = safeFileName(arrival.kind === 'file' ? basename(arrival.uri.fsPath) : arrival.name);
	const path = await freePath(join(folder, copiesFolder), wanted);
	const name = path === undefined ? undefined : nameFrom(folder, path);
	if (path === undefined || name === undefined) return undefined;
	const sure = await confirm(vscode.l10n.t('Copy the file to "{0}", next to the document?', name), {
		detail: vscode.l10n.t('The input then names the copy. Undo reverts the name; the copy stays.'),
		action: vscode.l10n.t('Copy'),
	});
	if (!sure) return undefined;
	const bytes =
		arrival.kind === 'file' ? await vscode.workspace.fs.readFile(arrival.uri) : await arrival.bytes();
	// A file that a run would not send is not copied either.
	if (bytes.byteLength > largestCopy || sniffMedia(bytes) === undefined) {
		await warn(
			vscode.l10n.t(
				'The file was not copied, because it is larger than 50 MB or is not a picture, video or sound that Easel supports.',
			),
		);
		return undefined;
	}
	try {
		await makeFolder(dirname(path));
		await writeFile(path, bytes, { flag: 'wx' });
	} catch (cause) {
		const { message, nextStep } = diskTrouble(cause, name);
		await fail(`${message} ${nextStep}`);
		return undefined;
	}
	return named(document, input, name);
}

function named(document: vscode.TextDocument, { input }: MediaInput, name: string): vscode.WorkspaceEdit {
	return workspaceEdit(document, [{ range: input.range, newText: JSON.stringify(name) }]);
}

async function freePath(folder: string, name: string): Promise<string | undefined> {
	for (let number = 0; number < 1000; number++) {
		const path = join(folder, numberedName(name, number));
		if ((await fileReader.stat(path)) === undefined) return path;
	}
	return undefined;
}
