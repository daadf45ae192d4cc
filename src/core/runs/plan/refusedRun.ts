import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import { shortened } from '../../base/language.ts';
import { wasNotSubmitted } from '../../records/submissions.ts';
import type { WorkflowDocument, WorkflowNode } from '../../workflow/document.ts';
import type { InputPlace } from '../../workflow/inputSet.ts';
import { sameBegunFailure } from '../failures.ts';
import type { Run } from '../run.ts';
import { titleOf } from './summary.ts';

/** The reason why a run did not begin, short enough for a notification of two lines. */
interface RefusedRun {
	readonly message: string;
	/** The input that the service names, if the document has it; see {@link RefusedPlace}. */
	readonly place?: InputPlace;
	/** True if the same run may succeed later. False if it may be running already. */
	readonly mayRepeat: boolean;
	/** True if it is not in the history: it was stopped before. */
	readonly isUnrecorded?: true;
}

/** Longest part of the service's own words, in UTF-16 units: with the rest it fits on two lines. */
const longestWords = 90;

/**
 * Returns the answer for a run that was not accepted. The notice of the run (`submissionNotice`) has the details.
 * @param service the name of the connection.
 * @param name the name of the document.
 */
export function refusedRun(
	failure: Failure,
	document: WorkflowDocument,
	service: string,
	name: string,
): RefusedRun {
	if (!wasNotSubmitted(failure)) {
		return {
			message: l10n.t(
				'It is unknown whether {0} received the run of "{1}", so it was not sent again.',
				service,
				shortened(name, 40),
			),
			mayRepeat: false,
		};
	}
	if (failure.kind === 'conflict' && failure.status === undefined && failure !== sameBegunFailure)
		return { message: `${failure.message} ${failure.nextStep}`, mayRepeat: true, isUnrecorded: true };
	const passing = ['network', 'timeout', 'rateLimited', 'upstream'].includes(failure.kind);
	if (failure.kind !== 'input' || !failure.details?.length)
		return { message: refusalText(failure), mayRepeat: passing };
	for (const detail of failure.details) {
		const path = pathOf(detail);
		const found = path === undefined ? undefined : refusedPlaceOf(path, document);
		if (path === undefined || found === undefined) continue;
		const { node, place, unwritten } = found;
		const said = detail.slice(path.length + 2);
		const title = shortened(titleOf(node), 40);
		// Without such an input, the node itself is shown.
		if (place.input === '' || place.input === 'class_type') {
			const words = unwritten === undefined ? said : `${unwritten}: ${said}`;
			return {
				message: l10n.t('{0} refused the run. {1}: {2}', service, title, shortened(words, longestWords)),
				place,
				mayRepeat: false,
			};
		}
		const { input } = place;
		const words = said.startsWith(`${input}: `) ? said.slice(input.length + 2) : said;
		return {
			message: l10n.t(
				'{0} refused the run. {1}, {2}: {3}',
				service,
				title,
				input,
				shortened(words, longestWords),
			),
			place,
			mayRepeat: false,
		};
	}
	const words = distinctDetails(failure.details)[0] ?? failure.message;
	return {
		message: l10n.t('{0} refused the run: {1}', service, shortened(words, longestWords)),
		mayRepeat: false,
	};
}

/** Returns why the service refused a run; undefined if it has not replied. */
export function refusalOf({ kind, status, isFromBetween }: Failure): Run['refusal'] {
	if (kind === 'balance') return 'balance';
	return status === undefined || isFromBetween === true ? undefined : 'other';
}

/** Returns the sentence for a run that was refused or was not sent. */
export function refusalText(failure: Failure): string {
	return refusalOf(failure) === undefined
		? l10n.t('The run was not sent. {0}', failure.message)
		: l10n.t('The run did not start. {0}', failure.message);
}

/** Returns the service's details, leaving out those that only repeat another one. */
export function distinctDetails(details: readonly string[]): readonly string[] {
	const all = [...new Set(details)];
	return all.filter((detail) => {
		const words = detail.replace(/^validation error: /i, '');
		return !all.some((other) => other !== detail && other.endsWith(words));
	});
}

const mostPaths = 20;

/** Returns the paths in the details of a refusal, such as `overrides.3.inputs.seed`, without their texts, which may be long. */
export function refusedPaths({ kind, details = [] }: Failure): readonly string[] {
	if (kind !== 'input') return [];
	return details.flatMap((detail) => pathOf(detail) ?? []).slice(0, mostPaths);
}

/** Returns the id of the node in such a path, if it is unambiguous without the document. */
export function refusedNodeOf(path: string): string | undefined {
	const { nodeId } = partsOf(path);
	return nodeId ?? (/^[\d:]+$/.test(path) ? path : undefined);
}

interface RefusedPlace {
	readonly node: WorkflowNode;
	/** Its input is `class_type` for the class of the node, and empty for the node itself. */
	readonly place: InputPlace;
	/** The input in the path, if it is absent from the text of the node. */
	readonly unwritten?: string;
}

/** Returns the place in a document that such a path names: an input, the class of a node, or the node. */
export function refusedPlaceOf(path: string, document: WorkflowDocument): RefusedPlace | undefined {
	const whole = document.nodeById.get(path);
	if (whole !== undefined) return { node: whole, place: { nodeId: whole.id, input: '' } };
	const { nodeId = '', input } = partsOf(path);
	const node = document.nodeById.get(nodeId);
	if (node === undefined) return undefined;
	if (input === undefined) return { node, place: { nodeId, input: 'class_type' } };
	if (node.inputs.some(({ name }) => name === input)) return { node, place: { nodeId, input } };
	return { node, place: { nodeId, input: '' }, unwritten: input };
}

/**
 * Returns the path at the beginning of a detail: `workflow_api_json.3.inputs.seed: must be a number.`, or `3: ...`
 * about a node.
 */
function pathOf(detail: string): string | undefined {
	return /^(\S{1,500}): /.exec(detail)?.[1];
}

function partsOf(path: string): { readonly nodeId?: string; readonly input?: string } {
	const [, nodeId, input] = /^(?:[^.]+\.)?([^.]+)\.(?:inputs\.(.+)|class_type)$/.exec(path) ?? [];
	return compact({ nodeId, input });
}
