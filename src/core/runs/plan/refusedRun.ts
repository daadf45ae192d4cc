import * as l10n from '@vscode/l10n';
import type { Failure } from '../../base/failure.ts';
import { wasNotSubmitted } from '../../records/submissions.ts';
import type { WorkflowDocument, WorkflowNode } from '../../workflow/document.ts';
import { titleOf } from './summary.ts';

/** An input of a document, by its node. */
export interface InputPlace {
	readonly nodeId: string;
	/** Its name, `class_type` for the class of the node, or nothing for the node itself. */
	readonly input: string;
}

/** Why a run did not begin, short enough for a notification of two lines. */
interface RefusedRun {
	readonly message: string;
	/** The input that the service names, where the document has it. */
	readonly place?: InputPlace;
	/** Whether the same run may work at another moment. False where it may be running already. */
	readonly mayRepeat: boolean;
}

/** Longest part of the service's own words, in UTF-16 units: with the rest it fits on two lines. */
const longestWords = 90;

/**
 * The answer to someone whose run was not accepted. The whole story is the notice of the run (`submissionNotice`).
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
				'It is unknown whether {0} took the run of "{1}", so it was not sent again.',
				service,
				shortened(name, 40),
			),
			mayRepeat: false,
		};
	}
	const passing = ['network', 'timeout', 'rateLimited', 'upstream'].includes(failure.kind);
	if (failure.kind !== 'input' || !failure.details?.length) {
		return { message: l10n.t('The run was not sent. {0}', failure.message), mayRepeat: passing };
	}
	for (const detail of failure.details) {
		const found = refusedPlaceOf(detail, document);
		if (found === undefined) continue;
		const { node, input, words, isClass = false } = found;
		if (input === undefined) {
			return {
				message: l10n.t(
					'{0} refused the run. {1}: {2}',
					service,
					shortened(titleOf(node), 40),
					shortened(words, longestWords),
				),
				// Of a node without such an input the node itself is shown.
				place: { nodeId: node.id, input: isClass ? 'class_type' : '' },
				mayRepeat: false,
			};
		}
		const said = words.startsWith(`${input}: `) ? words.slice(input.length + 2) : words;
		return {
			message: l10n.t(
				'{0} refused the run. {1}, {2}: {3}',
				service,
				shortened(titleOf(node), 40),
				input,
				shortened(said, longestWords),
			),
			place: { nodeId: node.id, input },
			mayRepeat: false,
		};
	}
	const words = distinctDetails(failure.details)[0] ?? failure.message;
	return {
		message: l10n.t('{0} refused the run: {1}', service, shortened(words, longestWords)),
		mayRepeat: false,
	};
}

/** The service's details without those that only repeat the words of another one. */
export function distinctDetails(details: readonly string[]): readonly string[] {
	const all = [...new Set(details)];
	return all.filter((detail) => {
		const words = detail.replace(/^validation error: /i, '');
		return !all.some((other) => other !== detail && other.endsWith(words));
	});
}

/** `workflow_api_json.3.inputs.seed: must be a number.`, `3.class_type: ...`, or `3: ...` about a node; an input that is missing is about its node. */
function refusedPlaceOf(
	detail: string,
	document: WorkflowDocument,
):
	| {
			readonly node: WorkflowNode;
			readonly input?: string;
			readonly isClass?: boolean;
			readonly words: string;
	  }
	| undefined {
	const [, path = '', words = ''] = /^(\S{1,500}): (.*)$/s.exec(detail) ?? [];
	const [, nodeId = '', input = ''] = /^(?:[^.]+\.)?([^.]+)\.inputs\.(.+)$/.exec(path) ?? [];
	const whole = document.nodes.find((candidate) => candidate.id === path);
	if (whole !== undefined) return { node: whole, words };
	const [, ofClass] = /^(?:[^.]+\.)?([^.]+)\.class_type$/.exec(path) ?? [];
	const odd = document.nodes.find((candidate) => candidate.id === ofClass);
	if (odd !== undefined) return { node: odd, words, isClass: true };
	const node = document.nodes.find((candidate) => candidate.id === nodeId);
	if (node === undefined) return undefined;
	const isWritten = node.inputs.some((candidate) => candidate.name === input);
	return isWritten ? { node, input, words } : { node, words: `${input}: ${words}` };
}

function shortened(text: string, limit: number): string {
	return text.length <= limit ? text : `${text.slice(0, limit - 1).trimEnd()}…`.toWellFormed();
}
