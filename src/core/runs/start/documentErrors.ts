import type { SignedIn } from '../../account/session.ts';
import type { Finding } from '../../base/findings.ts';
import { textPositions } from '../../base/textPositions.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import { checkWorkflow } from '../../workflow/check.ts';
import { inputAt } from '../../workflow/inputSet.ts';
import { copyOf } from '../../workflow/missingRequirements.ts';
import type { InputWarning } from '../plan/media.ts';
import { isPaid } from '../targetTraits.ts';
import type { RunStart } from './runRequest.ts';
import type { KnownError, RunDestination, RunSource } from './runSource.ts';
import { nodeClassesOf } from './targetRequirements.ts';

/** Findings that an engine accepts before it fails on every machine started for the run. */
const surelyFailing: ReadonlySet<string> = new Set(['no_file_chosen', 'path_separator', 'mixed_families']);

/**
 * Separates the errors of a plan's document from its other warnings: the errors that the caller knows, or those that
 * the checks find with the node info of the target. A certain failure is an error on a paid machine; on the user's own
 * engine, which may have the named files, it is a warning.
 */
export async function withErrors<Plan extends { readonly warnings: readonly InputWarning[] }>(
	start: RunStart,
	session: SignedIn,
	target: RunDestination,
	source: RunSource,
	plan: Plan,
): Promise<{ readonly plan: Plan; readonly errors: readonly KnownError[] }> {
	const known = start.facts.knownErrors?.(source);
	if (!isPaid(target))
		return { plan, errors: known ?? errorsAmong(await checked(start, session, target, source), source) };
	const findings =
		known === undefined
			? await checked(start, session, target, source)
			: checkWorkflow(copyOf(source.document), await loadCoreCatalog());
	const sure = findings.filter(({ severity, code }) => severity === 'warning' && surelyFailing.has(code));
	const files = plan.warnings.filter(({ fails }) => fails);
	return {
		plan: { ...plan, warnings: plan.warnings.filter(({ fails }) => !fails) },
		errors: [
			...(known ?? errorsAmong(findings, source)),
			...located(sure, source),
			...located(
				files.map(({ text, ...place }) => ({
					message: text,
					range: inputAt(source.document, place)?.range ?? { start: 0, end: 0 },
				})),
				source,
			),
		],
	};
}

async function checked(
	{ services }: RunStart,
	session: SignedIn,
	target: RunDestination,
	{ document }: RunSource,
): Promise<readonly Finding[]> {
	return checkWorkflow(copyOf(document), await nodeClassesOf(services, session, target));
}

/** Returns the errors of a document, after those of its conversion. */
function errorsAmong(findings: readonly Finding[], source: RunSource): readonly KnownError[] {
	const problems = [
		...(source.conversion?.report ?? []).map((one) => ({ ...one, range: { start: 0, end: 0 } })),
		...findings,
	];
	return located(
		problems.filter(({ severity }) => severity === 'error'),
		source,
	);
}

function located(
	problems: readonly Pick<Finding, 'message' | 'range'>[],
	{ document }: RunSource,
): readonly KnownError[] {
	const at = textPositions(document.text);
	return problems.map(({ message, range }) => ({ message, range, line: at(range.start).line }));
}
