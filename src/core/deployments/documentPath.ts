import { safeFileName } from '../transfers/names.ts';
import type { Deployment } from './deployment.ts';
import { deploymentScheme } from './documentScheme.ts';

/** A part of a deployment that can be opened as a document. */
export type DocumentPart = 'payload' | 'readme';

interface DocumentPlace {
	readonly connectionId: string;
	readonly deploymentId: string;
	readonly part: DocumentPart;
}

const endings: Record<DocumentPart, string> = { payload: '.json', readme: '.md' };

/**
 * Returns the path of a document: `/<connection>/<deployment id>/payload/<name>.json` or `.../readme/<name>.md`. The
 * name is only for people; with any characters in the three, the path has four segments.
 */
export function documentPath(
	connectionId: string,
	deployment: Pick<Deployment, 'id' | 'name'>,
	part: DocumentPart,
): string {
	const name = safeFileName(deployment.name, 'deployment');
	return ['', segment(connectionId), segment(deployment.id), part, `${name}${endings[part]}`].join('/');
}

/** Returns the address of the saved workflow of a deployment, spelled as an editor spells addresses. */
export function savedWorkflowUri(connectionId: string, deployment: Pick<Deployment, 'id' | 'name'>): string {
	const path = documentPath(connectionId, deployment, 'payload').split('/').map(encodeURIComponent).join('/');
	return `${deploymentScheme}:${path.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}

/** Parses a path that `documentPath` made; returns `undefined` for any other. */
export function documentPlace(path: string): DocumentPlace | undefined {
	const [, connectionId = '', deploymentId = '', word = '', file = '', ...more] = path.split('/');
	const part = (Object.keys(endings) as DocumentPart[]).find((key) => key === word);
	if (part === undefined || more.length > 0 || !file.endsWith(endings[part])) return undefined;
	if (connectionId === '' || deploymentId === '') return undefined;
	try {
		return {
			connectionId: decodeURIComponent(connectionId),
			deploymentId: decodeURIComponent(deploymentId),
			part,
		};
	} catch {
		return undefined;
	}
}

function segment(id: string): string {
	return id.toWellFormed().replaceAll(/[%/\\?#]/g, encodeURIComponent);
}
