import type { SignedIn } from '../../account/session.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import { apiDocument } from '../../workflow/convert/apiDocument.ts';
import type { RunStart } from './runRequest.ts';
import type { RunSource } from './runSource.ts';
import { knownTarget, type TargetRequest } from './targets.ts';

/** Returns a document as it can run: one in UI format, or around a workflow, is converted with the node info of its target. */
export async function apiSource(
	{ services: { targets, savedWorkflows, lacks }, facts: { documents } }: RunStart,
	session: SignedIn,
	source: RunSource,
	request: TargetRequest,
): Promise<RunSource> {
	const { kind } = source.document;
	if (kind === 'api' || kind === 'requestBody' || kind === 'broken') return source;
	const target = await knownTarget({ targets, documents }, session, source, request);
	const isKnown = target !== undefined && target !== 'gone';
	const nodeInfo = isKnown ? await lacks.infoOf(savedWorkflows, session, target) : undefined;
	const made = apiDocument(source.document, nodeInfo ?? (await loadCoreCatalog()));
	if (made === undefined) return source;
	const { document, ...conversion } = made;
	return { ...source, document, conversion };
}
