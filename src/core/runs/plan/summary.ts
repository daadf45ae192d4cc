import * as l10n from '@vscode/l10n';
import type { TextRange } from '../../base/findings.ts';
import type { WorkflowDocument, WorkflowInput, WorkflowNode } from '../../workflow/document.ts';
import type { InputPlace } from '../../workflow/inputSet.ts';

/** Inputs with prompts, in the order of preference within a node. */
const promptInputs = [
	'text',
	'prompt',
	'positive_prompt',
	'positive',
	't5xxl',
	'text_g',
	'clip_l',
	'text_l',
	'value',
	'string',
];

const seedInput = /^(?:noise_?seed|seed|rand_?seed|seed_?num)$/i;

/** The most nodes that a link is followed upstream in search of a text. */
const maxHops = 12;

/** Returns whether an input holds a seed, by its name. */
export function isSeedName(name: string): boolean {
	return seedInput.test(name);
}

/** Returns the prompt of a workflow for display: the text that feeds the first `positive` input, else the first text input found. */
export function findPrompt(document: WorkflowDocument): string | undefined {
	for (const node of document.nodes) {
		const positive = node.inputs.find((input) => input.name === 'positive');
		const text = positive && textBehind(document, positive);
		if (text !== undefined) return text;
	}
	for (const name of promptInputs.slice(0, -2)) {
		for (const node of document.nodes) {
			const input = node.inputs.find((candidate) => candidate.name === name);
			if (input && hasText(input)) return input.value.value;
		}
	}
	return undefined;
}

/** Returns the first seed of a workflow in its original spelling; a seed from a number node is looked up there. */
export function findSeed(document: WorkflowDocument): string | undefined {
	return seedsIn(document)[0]?.number;
}

interface Seed {
	/** The node that takes it. */
	readonly node: WorkflowNode;
	/** The input with the number: that of the node, or that of the number node it is linked to. */
	readonly place: InputPlace;
	readonly range: TextRange;
	/** The number in its original spelling. */
	readonly number: string;
}

/** Returns the seeds of a workflow. Several may share one number node. */
export function seedsIn({ nodes, nodeById }: WorkflowDocument): readonly Seed[] {
	return nodes.flatMap((node) =>
		node.inputs.flatMap((input) => {
			if (!isSeedName(input.name)) return [];
			const holder = input.value.type === 'link' ? nodeById.get(input.value.nodeId) : node;
			const numbers = (holder === node ? [input] : (holder?.inputs ?? [])).filter(isNumber);
			const held =
				numbers.find(({ name }) => isSeedName(name)) ?? numbers.find(({ name }) => name === 'value');
			if (holder === undefined || held === undefined) return [];
			const { name, range, value } = held;
			return [{ node, place: { nodeId: holder.id, input: name }, range, number: value.text }];
		}),
	);
}

/** Returns the titles of the nodes that can be outputs: those without a consumer, and those named Save or Preview. */
export function outputTitles(document: WorkflowDocument): Record<string, string> {
	const used = usedNodes(document);
	const outputs = document.nodes.filter(
		(node) => !used.has(node.id) || /save|preview/i.test(node.classType ?? ''),
	);
	return Object.fromEntries(outputs.map((node) => [node.id, titleOf(node)]));
}

/** Returns the ids of the nodes that others link to. */
export function usedNodes({ nodes }: WorkflowDocument): ReadonlySet<string> {
	return new Set(
		nodes.flatMap(({ inputs }) =>
			inputs.flatMap(({ value }) => (value.type === 'link' ? [value.nodeId] : [])),
		),
	);
}

/** Returns the name that a person knows the node by. */
export function titleOf(node: WorkflowNode): string {
	return node.title || node.classType || l10n.t('Node {0}', node.id);
}

function textBehind(document: WorkflowDocument, start: WorkflowInput): string | undefined {
	let next: WorkflowInput | undefined = start;
	for (let hops = 0; next && hops < maxHops; hops++) {
		if (next.value.type === 'string') return next.value.value.trim() === '' ? undefined : next.value.value;
		if (next.value.type !== 'link') return undefined;
		const inputs: readonly WorkflowInput[] = document.nodeById.get(next.value.nodeId)?.inputs ?? [];
		next =
			promptInputs
				.map((name) => inputs.find((input) => input.name === name))
				.find((input) => input && (input.value.type === 'link' || hasText(input))) ??
			inputs.find((input) => input.name === 'conditioning');
	}
	return undefined;
}

function isNumber(
	input: WorkflowInput,
): input is WorkflowInput & { readonly value: { readonly type: 'number'; readonly text: string } } {
	return input.value.type === 'number';
}

function hasText(
	input: WorkflowInput,
): input is WorkflowInput & { readonly value: { readonly type: 'string'; readonly value: string } } {
	return input.value.type === 'string' && input.value.value.trim() !== '';
}
