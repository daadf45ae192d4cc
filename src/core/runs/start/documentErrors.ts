import type { SignedIn } from '../../account/session.ts';
import { textPositions } from '../../base/textPositions.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import { checkWorkflow } from '../../workflow/check.ts';
import { copyOf } from '../../workflow/missingRequirements.ts';
import type { RunStart } from './runRequest.ts';
import type { KnownError, RunDestination, RunSource } from './runSource.ts';
import { soon } from './soon.ts';

/** Milliseconds that the checks wait for the node info of a target, which may be large. */
const patienceMs = 10_000;

/** Returns the errors of a document: those that the caller knows, or those that the checks find with the node info of the target. */
export async function errorsOf(
	{ services: { clock, savedWorkflows, lacks }, facts }: RunStart,
	session: SignedIn,
	target: RunDestination,
	source: RunSource,
): Promise<readonly KnownError[]> {
	const known = facts.knownErrors?.(source);
	if (known !== undefined) return known;
	const unconverted = (source.conversion?.report ?? [])
		.filter(({ severity }) => severity === 'error')
		.map(({ message }) => ({ message, range: { start: 0, end: 0 }, line: 0 }));
	const nodeInfo = await soon(clock, lacks.infoOf(savedWorkflows, session, target), patienceMs);
	const { document } = source;
	const at = textPositions(document.text);
	const found = checkWorkflow(copyOf(document), nodeInfo ?? (await loadCoreCatalog()))
		.filter(({ severity }) => severity === 'error')
		.map(({ message, range }) => ({ message, range, line: at(range.start).line }));
	return [...unconverted, ...found];
}
