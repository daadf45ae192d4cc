import { compact } from '../../base/compact.ts';
import { fileEnding } from '../../base/files/path.ts';
import { longestWorkflow, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import type { PresetsFile } from '../../workflow/named/presetsFile.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { workflowOf } from '../workflow.ts';
import { type DocumentNames, type NextTo, namesOf } from './namesOf.ts';

/** The workflow that a file of presets or a table of values belongs to. */
export interface PresetsWorkflow {
	/** The name of its file. */
	readonly name: string;
	/** In the form that runs. */
	readonly document: WorkflowDocument;
	/** True if the places in the document are those in its file; it may have been converted. */
	readonly inPlace: boolean;
	readonly names: DocumentNames;
	readonly nodeInfo: NodeInfo;
}

/** The file that a workflow is looked for next to. */
interface NextToWorkflow {
	readonly folder: string;
	/** The names that the workflow may have, the likeliest first. */
	readonly names: readonly string[];
	/** The file itself, if it is one of presets. */
	readonly file?: PresetsFile;
}

/** Returns the workflow next to a file that is named after it; undefined without one. */
export async function workflowNextTo(
	disk: NextTo,
	{ folder, names: mayBe, file }: NextToWorkflow,
	nodeInfoOf: () => Promise<NodeInfo>,
): Promise<PresetsWorkflow | undefined> {
	for (const name of mayBe) {
		const text = await disk.textIn(folder, name);
		if (text === undefined || text.length > longestWorkflow) continue;
		const given = parseWorkflow(text, { comments: fileEnding(name) === '.jsonc' });
		const source = { document: given, name, folders: { document: folder } };
		const nodeInfo = await nodeInfoOf();
		const found = workflowOf(source, nodeInfo);
		if (!found.ok) continue;
		const names = await namesOf({ disk }, source, found.value, { nodeInfo, ...compact({ file }) });
		return { name, document: found.value, inPlace: found.value === given, names, nodeInfo };
	}
	return undefined;
}
