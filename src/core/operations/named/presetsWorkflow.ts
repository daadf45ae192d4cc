import { fileEnding } from '../../base/files/path.ts';
import { longestWorkflow, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { documentNames } from '../../workflow/named/fileName.ts';
import type { PresetsFile } from '../../workflow/named/presetsFile.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { workflowOf } from '../workflow.ts';
import { type DocumentNames, type NextTo, namesOf } from './namesOf.ts';

/** The workflow that a file of presets belongs to. */
export interface PresetsWorkflow {
	/** The name of its file. */
	readonly name: string;
	/** In the form that runs. */
	readonly document: WorkflowDocument;
	/** Whether the places in the document are those in its file; it may have been converted. */
	readonly inPlace: boolean;
	readonly names: DocumentNames;
	readonly nodeInfo: NodeInfo;
}

/** A file of presets as it is read. */
interface PresetsSource {
	readonly name: string;
	readonly folder: string;
	readonly file: PresetsFile;
}

/** Returns the workflow next to a file of presets; undefined without one. */
export async function workflowOfPresets(
	disk: NextTo,
	{ name: presetsName, folder, file }: PresetsSource,
	nodeInfoOf: () => Promise<NodeInfo>,
): Promise<PresetsWorkflow | undefined> {
	for (const name of documentNames(presetsName)) {
		const text = await disk.textIn(folder, name);
		if (text === undefined || text.length > longestWorkflow) continue;
		const given = parseWorkflow(text, { comments: fileEnding(name) === '.jsonc' });
		const source = { document: given, name, folders: { document: folder } };
		const nodeInfo = await nodeInfoOf();
		const found = workflowOf(source, nodeInfo);
		if (!found.ok) continue;
		const names = await namesOf({ disk }, source, found.value, { nodeInfo, file });
		return { name, document: found.value, inPlace: found.value === given, names, nodeInfo };
	}
	return undefined;
}
