import { compact } from '../../../core/base/compact.ts';
import { documentPlace } from '../../../core/deployments/documentPath.ts';
import { deploymentScheme } from '../../../core/deployments/documentScheme.ts';
import type { RunSource } from '../../../core/runs/start/runSource.ts';
import { mediaFolders } from './mediaFolders.ts';
import type { WorkflowSource } from './workflowSource.ts';

/** Returns a document of the editor as the start of a run knows it. */
export function runSourceOf(source: WorkflowSource): RunSource {
	const { document, name, uri, drawn } = source;
	const isOfService = uri.scheme === deploymentScheme;
	return {
		document,
		name,
		uri: uri.toString(),
		...compact({ drawn }),
		...(isOfService ? compact({ savedWith: documentPlace(uri.path) }) : { folders: mediaFolders(source) }),
	};
}
