import { keptBody } from '../requests/keptInputs.ts';
import { titleOf } from '../runs/plan/summary.ts';
import { jsonOf, parseWorkflow, sourceOf, type WorkflowDocument } from '../workflow/document.ts';
import { type InputPlace, type InputSet, inputAt, textWith } from '../workflow/inputSet.ts';
import { entryOf } from '../workflow/model.ts';
import type { NamedInput } from '../workflow/named/namedInput.ts';
import type { NodeInfo } from '../workflow/nodeInfo.ts';
import { identifiersOf } from './identifiers.ts';

export const clientLanguages = ['typescript', 'python'] as const;
export type ClientLanguage = (typeof clientLanguages)[number];

export const clientTargets = ['service', 'engine'] as const;
export type ClientTarget = (typeof clientTargets)[number];

/** The types of inputs in code. `big` is an integer that a double may not hold. */
export type ClientType = 'text' | 'integer' | 'big' | 'number' | 'boolean' | 'choice' | 'file' | 'other';

export interface ClientInput {
	/** The name in the language. */
	readonly name: string;
	readonly type: ClientType;
	/** As JSON texts. */
	readonly choices: readonly string[];
	readonly min?: string;
	readonly max?: string;
	readonly description?: string;
	/** The value in the workflow, as JSON text. */
	readonly literal: string;
	/** The value is a secret that the client does not contain. */
	readonly isSecret: boolean;
	readonly places: readonly InputPlace[];
}

/** The parts of a client, in either language. */
export interface ClientModel {
	readonly inputs: readonly ClientInput[];
	/** The titles of the nodes with outputs, by their ids, in the order of the titles. */
	readonly outputs: Readonly<Record<string, string>>;
	/** The workflow in API format without comments and secrets. */
	readonly workflow: WorkflowDocument;
}

/** Returns the model of a client of a workflow in API format with the inputs that it offers. */
export function clientModel(
	document: WorkflowDocument,
	named: readonly NamedInput[],
	{ nodeInfo, language }: { readonly nodeInfo: NodeInfo; readonly language: ClientLanguage },
): ClientModel {
	const { workflow, withheld } = withoutSecrets(plainWorkflow(document));
	const secret = (place: InputPlace) => withheld.some((each) => isSame(each, place));
	const offered: readonly NamedInput[] = [
		...named,
		...withheld
			.filter((place) => !named.some(({ places }) => places.some((each) => isSame(each, place))))
			.map((place): NamedInput => {
				const { input: name } = place;
				return { name, places: [place], type: 'text', literal: '""', source: 'document' };
			}),
	];
	const names = identifiersOf(
		offered.map(({ name }) => name),
		language === 'python' ? 'snake' : 'camel',
	);
	return {
		workflow,
		inputs: offered.map((input, at) => ({
			...input,
			...typeOf(input),
			name: names[at] ?? input.name,
			literal: literalAt(workflow, input.places[0]) ?? input.literal,
			isSecret: input.places.some(secret),
		})),
		outputs: outputsOf(workflow, nodeInfo),
	};
}

/** Returns the same workflow alone, formatted and without comments. */
function plainWorkflow(document: WorkflowDocument): WorkflowDocument {
	const text = jsonOf(document, document.container).trim();
	const plain = parseWorkflow(text);
	if (text.includes('\n') || plain.nonNodeMembers.length > 0 || plain.duplicateIds.length > 0) return plain;
	const lines = plain.nodes.map((node) => `  ${entryOf(plain, node)}`);
	return parseWorkflow(`{\n${lines.join(',\n')}\n}`);
}

/** Returns the workflow with marks in place of keys, passwords and signatures of addresses. */
function withoutSecrets(document: WorkflowDocument): {
	readonly workflow: WorkflowDocument;
	readonly withheld: readonly InputPlace[];
} {
	const values = document.nodes.flatMap(({ id, inputs }) =>
		inputs.flatMap(({ name, range, value }): InputSet['values'] => {
			if (value.type === 'link') return [];
			const { text, whole } = keptBody(`{${JSON.stringify(name)}:${jsonOf(document, range)}}`);
			if (whole) return [];
			const literal = text.slice(text.indexOf(':', JSON.stringify(name).length + 1) + 1, -1);
			return [{ place: { nodeId: id, input: name }, literal }];
		}),
	);
	return {
		workflow: values.length === 0 ? document : parseWorkflow(textWith(document, { values, source: 'given' })),
		withheld: values.map(({ place }) => place),
	};
}

function typeOf({
	type,
	literal,
	choices = [],
	min,
	max,
}: NamedInput): Pick<ClientInput, 'type' | 'choices'> {
	switch (type) {
		case 'choice': {
			const isText = literal.startsWith('"');
			const own = isText ? JSON.stringify(JSON.parse(literal)) : literal;
			const all = choices.map((choice) => (isText ? JSON.stringify(choice) : choice));
			if (all.length === 0) return { type: isText ? 'text' : 'other', choices: [] };
			const isScalar = isText || all.every((choice) => /^(?:-?\d+|true|false)$/.test(choice));
			if (!isScalar) return { type: 'other', choices: [] };
			return { type, choices: [...new Set(all.includes(own) ? all : [own, ...all])] };
		}
		case 'integer':
			return { type: [min, max, literal].some(isBig) ? 'big' : type, choices: [] };
		case 'number':
			return { type: isBig(literal) ? 'big' : type, choices: [] };
		default:
			return { type, choices: [] };
	}
}

/** Returns whether digits are those of an integer that a double may not hold. */
export function isBig(digits: string | undefined): boolean {
	return digits !== undefined && /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits));
}

/** Returns the nodes that report files or texts: by their class, or by its name if it is unknown. */
function outputsOf(document: WorkflowDocument, nodeInfo: NodeInfo): Readonly<Record<string, string>> {
	const outputs = document.nodes.filter(({ classType = '' }) => {
		const known = nodeInfo.get(classType);
		return known === undefined ? /save|preview/i.test(classType) : known.outputNode;
	});
	return Object.fromEntries(outputs.map((node) => [node.id, titleOf(node)]));
}

function isSame(one: InputPlace, other: InputPlace): boolean {
	return one.nodeId === other.nodeId && one.input === other.input;
}

function literalAt(workflow: WorkflowDocument, place: InputPlace): string | undefined {
	const input = inputAt(workflow, place);
	return input && sourceOf(workflow, input.range);
}
