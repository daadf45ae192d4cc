import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { describeBytes } from '../../core/base/bytes.ts';
import { compact } from '../../core/base/compact.ts';
import { FileBytes } from '../../core/datasets/headers/fileBytes.ts';
import { readMediaHeader } from '../../core/datasets/headers/media.ts';
import { deploymentScheme } from '../../core/deployments/documentScheme.ts';
import type { MediaPlace } from '../../core/runs/plan/media.ts';
import {
	endingsOf,
	fits,
	type MediaInput,
	mediaInputAt,
	namedMedia,
} from '../../core/runs/plan/mediaInputs.ts';
import { fileReader } from '../../core/runs/start/mediaFiles.ts';
import { nameFrom } from '../../core/runs/start/mediaPlace.ts';
import { sizeLimits } from '../../core/wire/limits.ts';
import { kindByName } from '../../core/wire/mediaType.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { mediaFolders } from '../runs/start/runSource.ts';
import { editorRange } from '../shell/findings.ts';
import { labelText, markdownText } from '../shell/plainText.ts';

/** Files that are looked for at most; the editor filters them while the person types. */
const mostFiles = 2000;
/** Width of a picture in a hover, in pixels. */
const hoverWidth = 240;

/** Returns the folder that the names of files in a document begin at; undefined for a document that is not a file of the person. */
export function folderOf({ uri }: vscode.TextDocument): string | undefined {
	return uri.scheme === 'file' ? dirname(uri.fsPath) : undefined;
}

/** Returns the file that an input names, by the rules of a run; opens nothing. */
async function mediaPlaceOf(document: vscode.TextDocument, text: string): Promise<MediaPlace | undefined> {
	// A path in a document of the service is one over there.
	if (document.uri.scheme === deploymentScheme) return undefined;
	const folder = folderOf(document);
	const folders = mediaFolders({ uri: document.uri, ...compact({ folder }) });
	return fileReader.place(text, folders);
}

/** Completes the names of files in the workspace folder that fit an input, in the form for the document. */
export function mediaCompletion(workflows: WorkflowDocuments): vscode.CompletionItemProvider {
	return {
		async provideCompletionItems(document, position, token) {
			const parsed = workflows.get(document);
			const found = parsed && mediaInputAt(parsed, document.offsetAt(position));
			const folder = folderOf(document);
			if (found === undefined || folder === undefined) return undefined;
			const range = editorRange(document, found.input.range);
			const base = vscode.workspace.getWorkspaceFolder(document.uri) ?? vscode.Uri.file(folder);
			const endings = endingsOf(found.kinds).flatMap((ending) => [ending, ending.toUpperCase()]);
			const pattern = new vscode.RelativePattern(base, `**/*.{${endings.join(',')}}`);
			const files = await vscode.workspace.findFiles(pattern, undefined, mostFiles, token);
			if (token.isCancellationRequested) return undefined;
			return files.flatMap((file) => {
				const name = nameFrom(folder, file.fsPath);
				if (name === undefined || !fits(found.kinds, name)) return [];
				const item = new vscode.CompletionItem(
					{ label: name, description: kindByName(name) ?? '' },
					vscode.CompletionItemKind.File,
				);
				item.range = range;
				item.insertText = JSON.stringify(name);
				item.filterText = item.insertText;
				// Nearer files first.
				item.sortText =
					`${name.split('/').length + (name.startsWith('..') ? 100 : 0)}`.padStart(4, '0') + name;
				return [new FileItem(item, file)];
			});
		},
		async resolveCompletionItem(item) {
			const about = item instanceof FileItem ? await aboutFile(item.file) : undefined;
			if (about !== undefined) item.documentation = about;
			return item;
		},
	};
}

/** A suggestion with its file, for the picture next to it. */
class FileItem extends vscode.CompletionItem {
	readonly file: vscode.Uri;

	constructor(item: vscode.CompletionItem, file: vscode.Uri) {
		super(item.label, item.kind);
		Object.assign(this, item);
		this.file = file;
	}
}

/** Shows the picture that an input names, with its size. One on another computer is never opened. */
export function mediaHover(workflows: WorkflowDocuments): vscode.HoverProvider {
	return {
		async provideHover(document, position) {
			const parsed = workflows.get(document);
			const offset = document.offsetAt(position);
			const named =
				parsed &&
				namedMedia(parsed).find(({ input }) => offset >= input.range.start && offset <= input.range.end);
			const address = parsed && addressHover(mediaInputAt(parsed, offset), document);
			if (address !== undefined || named === undefined) return address;
			const { version } = document;
			const place = await mediaPlaceOf(document, named.text);
			if (place === undefined || document.version !== version) return undefined;
			const range = editorRange(document, named.input.range);
			if (place.kind === 'network')
				return new vscode.Hover(
					new vscode.MarkdownString(
						vscode.l10n.t('This file is on another computer. Easel does not open it.'),
					),
					range,
				);
			const text = await aboutFile(vscode.Uri.file(place.path), place.kind === 'inside');
			return text && new vscode.Hover(text, range);
		},
	};
}

/** Returns the sizes that the service recommends for a picture or a video that it downloads from an address. */
function addressHover(
	found: MediaInput | undefined,
	document: vscode.TextDocument,
): vscode.Hover | undefined {
	if (found?.input.value.type !== 'string' || !/^https?:/i.test(found.input.value.value)) return undefined;
	const megabytes = (bytes: number) => bytes / 1_000_000;
	const text = vscode.l10n.t(
		'A public address. {0} MB or less is recommended for a picture, {1} MB or less for a video.',
		megabytes(sizeLimits.addressImage),
		megabytes(sizeLimits.addressVideo),
	);
	return new vscode.Hover(text, editorRange(document, found.input.range));
}

/** Turns the name of a local media file into a link to it. */
export function mediaLinks(workflows: WorkflowDocuments): vscode.DocumentLinkProvider {
	return {
		async provideDocumentLinks(document) {
			const parsed = workflows.get(document);
			if (parsed === undefined) return undefined;
			const { version } = document;
			const links = await Promise.all(
				namedMedia(parsed).map(async ({ input, text }) => {
					const place = await mediaPlaceOf(document, text);
					if (place === undefined || place.kind === 'network') return [];
					if ((await fileReader.stat(place.path)) === undefined) return [];
					const inside = { start: input.range.start + 1, end: input.range.end - 1 };
					return [{ inside, target: vscode.Uri.file(place.path) }];
				}),
			);
			if (document.version !== version) return undefined;
			return links.flat().map(({ inside, target }) => {
				const link = new vscode.DocumentLink(editorRange(document, inside), target);
				link.tooltip = vscode.l10n.t('Open File');
				return link;
			});
		},
	};
}

/** Returns the size of a file, that of its picture, and the picture itself; undefined without such a file. */
async function aboutFile(file: vscode.Uri, shown = true): Promise<vscode.MarkdownString | undefined> {
	const found = await fileReader.stat(file.fsPath);
	if (found === undefined) return undefined;
	const name = file.path.split('/').at(-1) ?? '';
	const facts = [describeBytes(found.bytes), ...(await dimensionsOf(file.fsPath))];
	const text = new vscode.MarkdownString();
	text.appendMarkdown(`**${markdownText(name)}** · ${facts.join(' · ')}\n\n`);
	if (!shown)
		text.appendMarkdown(
			vscode.l10n.t('It is outside the workspace folder, so a run asks before it is sent.').concat('\n\n'),
		);
	else if (kindByName(name) === 'image')
		text.appendMarkdown(`![${markdownText(labelText(name))}](${file.toString()}|width=${hoverWidth})`);
	return text;
}

async function dimensionsOf(path: string): Promise<readonly string[]> {
	const bytes = new FileBytes();
	try {
		await FileBytes.openAll([{ bytes, path }]);
		const header = await readMediaHeader(bytes);
		if (!header.ok) return [];
		const { width, height } = header.facts;
		return width === undefined || height === undefined ? [] : [`${width} × ${height}`];
	} catch {
		return [];
	} finally {
		bytes.close();
	}
}
