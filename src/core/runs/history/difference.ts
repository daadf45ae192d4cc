import * as l10n from '@vscode/l10n';
import { parseJson } from '../../json/exact.ts';
import { compareWorkflows, type NodeChange } from '../../workflow/compare/compare.ts';
import { differingParts, oneLine } from '../../workflow/compare/tree.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import type { DifferingInput } from '../pictures/messages.ts';
import { displayValue } from '../plan/displayValue.ts';
import { isSeedName } from '../plan/summary.ts';
import type { Run } from '../run.ts';

/** A run with its sent document, if kept. */
export interface SentRun {
	readonly run: Run;
	readonly document?: WorkflowDocument;
}

export interface RunDifference {
	readonly inputs: readonly DifferingInput[];
	/** A note beyond the inputs, as a sentence. */
	readonly note?: string;
	/** The words that distinguish the runs at a glance, left and right: the prompt, the seed, or another input. */
	readonly words?: readonly [string, string];
}

/**
 * Compares the requests of two runs: every input that differs between their documents, the prompt and the seed first. If a document is
 * unknown, the facts of the history: prompt, seed and the inputs that differ from the saved workflow.
 */
export function differenceOfRuns(left: SentRun, right: SentRun): RunDifference {
	if (left.run.id === right.run.id)
		return { inputs: [], note: l10n.t('Both pictures are from the same run.') };
	const prompts = [left.run.summary.prompt, right.run.summary.prompt];
	if (left.document?.kind === 'api' && right.document?.kind === 'api') {
		return described(prompts, ofDocuments(left.document, right.document));
	}
	return described(prompts, {
		inputs: ofSummaries(left.run.summary, right.run.summary),
		note: l10n.t(
			'The sent inputs are not available for both runs, so only prompt, seed and changed inputs are compared.',
		),
	});
}

/** Sorts the inputs by importance (prompt, seed, others) and adds the differing words of the first. */
function described(prompts: readonly (string | undefined)[], found: RunDifference): RunDifference {
	const isPrompt = ({ left, right }: DifferingInput) =>
		[left, right].some((value) => value !== undefined && prompts.includes(value));
	const rank = (input: DifferingInput) => (isPrompt(input) ? 0 : isSeedName(input.input) ? 1 : 2);
	const inputs = found.inputs.toSorted((one, other) => rank(one) - rank(other));
	const [first] = inputs;
	if (first?.left === undefined || first.right === undefined) return { ...found, inputs };
	const name = isPrompt(first) ? '' : `${first.input} `;
	const [left, right] = differingParts(oneLine(first.left), oneLine(first.right));
	return { ...found, inputs, words: [name + left, name + right] };
}

function ofDocuments(left: WorkflowDocument, right: WorkflowDocument): RunDifference {
	const { changes } = compareWorkflows(left, right);
	const inputs = changes.flatMap(inputsOf);
	if (inputs.length > 0) return { inputs };
	return { inputs, note: l10n.t('Both runs sent the same inputs.') };
}

function inputsOf(change: NodeChange): readonly DifferingInput[] {
	const node = change.title || change.classType || l10n.t('Node {0}', change.nodeId);
	if (change.kind === 'added')
		return [{ node, input: l10n.t('node'), right: l10n.t('node {0}', change.nodeId) }];
	if (change.kind === 'removed')
		return [{ node, input: l10n.t('node'), left: l10n.t('node {0}', change.nodeId) }];
	const ofClass =
		change.classBefore === undefined
			? []
			: [{ node, input: l10n.t('class'), left: change.classBefore, right: change.classType }];
	return [
		...ofClass,
		...change.inputs.map(({ name, before, after }) => ({
			node,
			input: name,
			...(before === undefined ? {} : { left: shown(before) }),
			...(after === undefined ? {} : { right: shown(after) }),
		})),
	];
}

/** Returns a value for display, from its JSON text: texts without quotes, media and long values shortened. */
function shown(text: string): string {
	const parsed = parseJson(text);
	return displayValue(parsed.ok && typeof parsed.value === 'string' ? parsed.value : text);
}

function ofSummaries(left: Run['summary'], right: Run['summary']): readonly DifferingInput[] {
	const values = new Map<string, { node: string; input: string; left?: string; right?: string }>();
	const add = (side: 'left' | 'right', node: string, input: string, value: string | undefined): void => {
		if (value === undefined) return;
		const key = JSON.stringify([node, input]);
		values.set(key, { ...(values.get(key) ?? { node, input }), [side]: value });
	};
	for (const [side, { prompt, seed, changed }] of [
		['left', left],
		['right', right],
	] as const) {
		add(side, l10n.t('Run'), 'prompt', prompt);
		add(side, l10n.t('Run'), 'seed', seed);
		for (const { nodeTitle, input, to } of changed) add(side, nodeTitle, input, shown(to));
	}
	return [...values.values()].filter((value) => value.left !== value.right);
}
