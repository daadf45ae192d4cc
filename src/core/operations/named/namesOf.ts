import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { asSentence, type Failure, inputFailure } from '../../base/failure.ts';
import { fileEnding } from '../../base/files/path.ts';
import type { RunSource } from '../../runs/start/runSource.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import { longestWorkflow, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { presetsFileName, stemOf } from '../../workflow/named/fileName.ts';
import { type NamedInputs, namedInputsOf } from '../../workflow/named/namedInputs.ts';
import { type PresetsFile, readPresetsFile } from '../../workflow/named/presetsFile.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import type { Disk } from '../disk.ts';

/** The names of the inputs of a document, and the file that has its presets. */
export interface DocumentNames extends NamedInputs {
	readonly presets: PresetsFile['presets'];
	/** The reason why the file of presets cannot be read, so that names may be missing. */
	readonly unread?: Failure;
}

/** A document and its place: the original document, which may be in UI format. */
type NamedSource = Pick<RunSource, 'document' | 'name' | 'folders'>;

interface NameOptions {
	/** The document in UI format with the app. If absent: the source, or a file next to it. */
	readonly ui?: WorkflowDocument | undefined;
	readonly nodeInfo?: NodeInfo;
	/** The file of presets. If absent: the one next to the source. */
	readonly file?: PresetsFile;
}

/** The part of the disk on which the files next to a document are. */
export type NextTo = Pick<Disk, 'textIn'>;

/** Returns the names of the inputs of a document in API format that was derived from `source`. */
export async function namesOf(
	{ disk }: { readonly disk?: NextTo },
	source: NamedSource,
	document: WorkflowDocument,
	{ ui, nodeInfo, file: given }: NameOptions = {},
): Promise<DocumentNames> {
	const name = presetsFileName(source.name);
	let unread: Failure | undefined;
	const folder = source.folders?.document;
	const text =
		given === undefined && folder !== undefined
			? await disk?.textIn(folder, name, (why) => {
					unread = inputFailure(l10n.t('"{0}" cannot be read: {1}.', name, why));
				})
			: undefined;
	const file = given ?? (text === undefined ? undefined : readPresetsFile(text));
	const app = ui ?? (source.document.kind === 'ui' ? source.document : await appNextTo(disk, source));
	const known = nodeInfo ?? (await loadCoreCatalog());
	const broken = file?.findings.find(({ code }) => code === 'presets_syntax');
	if (broken !== undefined) {
		const reason = asSentence(broken.message);
		unread = inputFailure(l10n.t('"{0}" is not a preset file: {1}', name, reason));
	}
	const named = namedInputsOf(document, { ui: app, file, nodeInfo: known });
	return { ...named, presets: file?.presets ?? [], ...compact({ unread }) };
}

/** Returns the document in UI format next to an export of it: `harbor.app.json` or `harbor.json` for `harbor_api.json`. */
async function appNextTo(
	disk: NextTo | undefined,
	source: NamedSource,
): Promise<WorkflowDocument | undefined> {
	for await (const { document } of uiDocuments(disk, source, hasApp)) return document;
	return undefined;
}

/** Returns the path of the document in UI format next to an export of it, preferring an app. */
export async function uiNextTo(disk: NextTo, source: NamedSource): Promise<string | undefined> {
	let other: string | undefined;
	for await (const { text, path } of uiDocuments(disk, source)) {
		if (hasApp(text)) return path;
		other ??= path;
	}
	return other;
}

function hasApp(text: string): boolean {
	return text.includes('linearData');
}

async function* uiDocuments(
	disk: NextTo | undefined,
	{ name, folders }: Pick<NamedSource, 'name' | 'folders'>,
	wanted: (text: string) => boolean = () => true,
): AsyncIterable<{ readonly document: WorkflowDocument; readonly text: string; readonly path: string }> {
	const folder = folders?.document;
	if (disk === undefined || folder === undefined) return;
	const stem = stemOf(name);
	const bare = stem.replace(/[ ._-]?api$/i, '') || stem;
	const names = new Set([
		`${stem}.app.json`,
		`${bare}.app.json`,
		`${bare}.json`,
		`${bare}${fileEnding(name)}`,
	]);
	names.delete(name);
	for (const each of names) {
		const text = await disk.textIn(folder, each);
		if (text === undefined || text.length > longestWorkflow || !wanted(text)) continue;
		const document = parseWorkflow(text);
		if (document.kind === 'ui') yield { document, text, path: `${folder}/${each}` };
	}
}
