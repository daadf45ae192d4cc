import { compact } from '../../base/compact.ts';
import { fileEnding } from '../../base/files/path.ts';
import type { RunSource } from '../../runs/start/runSource.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import { longestWorkflow, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { type NamedInputs, namedInputsOf } from '../../workflow/named/namedInputs.ts';
import { type PresetsFile, presetsFileEnding, readPresetsFile } from '../../workflow/named/presetsFile.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import type { Disk } from '../disk.ts';

/** The names of the inputs of a document, and the file that has its presets. */
export interface DocumentNames extends NamedInputs {
	readonly presets: PresetsFile['presets'];
}

/** A document by its place: the one that was read, which may be in UI format. */
type NamedSource = Pick<RunSource, 'document' | 'name' | 'folders'>;

interface NameOptions {
	/** The document in UI format that has the app. If absent: the source, or a file next to it. */
	readonly ui?: WorkflowDocument | undefined;
	readonly nodeInfo?: NodeInfo;
}

/** Returns the names of the inputs of a document in API format, which came from `source`. */
export async function namesOf(
	{ disk }: { readonly disk?: Disk },
	source: NamedSource,
	document: WorkflowDocument,
	{ ui, nodeInfo }: NameOptions = {},
): Promise<DocumentNames> {
	const beside = await besides(disk, source);
	const file = beside.presets === undefined ? undefined : readPresetsFile(beside.presets);
	const app = ui ?? (source.document.kind === 'ui' ? source.document : await appNextTo(disk, source));
	const known = nodeInfo ?? (await loadCoreCatalog());
	return { ...namedInputsOf(document, { ui: app, file, nodeInfo: known }), presets: file?.presets ?? [] };
}

/** Returns the name of the file of presets of a document: `harbor.json` has `harbor.presets.yaml`. */
export function presetsFileName(documentName: string): string {
	return `${stemOf(documentName)}${presetsFileEnding}`;
}

function stemOf(name: string): string {
	return name.replace(/(?:\.app)?\.jsonc?$/i, '');
}

async function besides(
	disk: Disk | undefined,
	{ name, folders }: NamedSource,
): Promise<{ readonly presets?: string }> {
	const folder = folders?.document;
	if (disk === undefined || folder === undefined) return {};
	return compact({ presets: await disk.textIn(folder, presetsFileName(name)) });
}

/** The document in UI format next to an export of it: `harbor.app.json` or `harbor.json` for `harbor_api.json`. */
async function appNextTo(
	disk: Disk | undefined,
	{ name, folders }: NamedSource,
): Promise<WorkflowDocument | undefined> {
	const folder = folders?.document;
	if (disk === undefined || folder === undefined) return undefined;
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
		if (text === undefined || text.length > longestWorkflow || !text.includes('linearData')) continue;
		const document = parseWorkflow(text);
		if (document.kind === 'ui') return document;
	}
	return undefined;
}
