import { compact } from '../../../core/base/compact.ts';
import { type DocumentNames, namesOf } from '../../../core/operations/named/namesOf.ts';
import type { NodeInfo } from '../../../core/workflow/nodeInfo.ts';
import { textNextTo } from '../../documents/textNextTo.ts';
import type { RunServices } from '../services.ts';
import type { WorkflowSource } from '../start/workflowSource.ts';

/** Returns the names of a document, using the current text of its neighboring files in the editor, saved or not. */
export async function namesOfSource(
	nodeInfoOf: RunServices['nodeInfo'],
	{ document, name, folder, uri }: WorkflowSource,
): Promise<{ readonly names: DocumentNames; readonly nodeInfo: NodeInfo }> {
	const nodeInfo = await nodeInfoOf(uri);
	const place = { document, name, folders: compact({ document: folder }) };
	return { names: await namesOf({ disk: { textIn: textNextTo } }, place, document, { nodeInfo }), nodeInfo };
}
