import type { Finding, Fix, TextRange } from '../../base/findings.ts';
import { JsonReader } from '../../json/reader.ts';
import type { Json } from '../../json/value.ts';
import type { InputSpec, NodeClass, OutputSpec } from '../nodeInfo.ts';
import type { InputBody, InputValue, NodeBody } from '../nodeReader.ts';
import { executionErrorCode } from './classes.ts';
import type { LinkFact, LocalFinding, NodeFacts } from './factTypes.ts';

type Report = (finding: Finding, whenRun?: boolean) => void;

/** The places of the elements of an array at `range` of a text. */
export function elementRanges(text: string, range: TextRange): TextRange[] {
	const reader = new JsonReader(text, range.start);
	const ranges: TextRange[] = [];
	if (reader.kind() !== 'array') return ranges;
	reader.readArray(() => {
		reader.peek();
		const start = reader.position;
		reader.skipValue();
		ranges.push({ start, end: reader.position });
	});
	return ranges;
}

/** Rules about an array that is not a proper link. The engine treats every array as a link. */
export function checkLinkShape(
	input: InputBody,
	spec: InputSpec | undefined,
	nodeClass: NodeClass | undefined,
	entry: () => string,
	report: Report,
): void {
	if (input.value.type !== 'array') return;
	const { items } = input.value;
	const range = { start: input.start, end: input.end };
	const [node, slot] = items;
	if (items.length !== 2 || !node || !slot) {
		const source = entry().slice(input.start, input.end);
		const fixes: Fix[] = [
			{ title: 'Keep it as a list', edits: [{ range, newText: `{"__value__": ${source}}` }] },
		];
		const [only] = elementRanges(entry(), range);
		if (items.length === 1 && only && isWidget(spec)) {
			const newText = entry().slice(only.start, only.end);
			fixes.unshift({ title: `Change to ${newText}`, edits: [{ range, newText }], preferred: true });
		}
		report({
			code: 'bad_linked_input',
			severity: 'error',
			message: `The engine reads every list as a link, but "${input.name}" is not one: a link is ["<node id>", <output number>].`,
			remedy: 'Write a link of two parts, or wrap a list that is meant as a value: {"__value__": [...]}.',
			range,
			input: input.name,
			fixes,
		});
		return;
	}
	const [nodeRange = range, slotRange = range] = elementRanges(entry(), range);
	const fail = (message: string, remedy: string, at: TextRange, fixes: Fix[]): void =>
		report({
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message,
			remedy,
			range: at,
			input: input.name,
			fixes,
		});
	if (node.type !== 'string') {
		const text = node.type === 'number' ? node.text : undefined;
		const fix: Fix[] =
			text === undefined
				? []
				: [
						{
							title: `Write the id as "${text}"`,
							edits: [{ range: nodeRange, newText: JSON.stringify(text) }],
							preferred: true,
						},
					];
		fail(
			'The node id in a link must be text in quotes: the engine finds no node under a number.',
			'Put the id in quotes.',
			nodeRange,
			fix,
		);
	}
	if (slot.type !== 'number' || !/^-?[0-9]+$/.test(slot.text)) {
		const whole = wholeSlot(slot);
		const fix: Fix[] =
			whole === undefined
				? []
				: [{ title: `Change to ${whole}`, edits: [{ range: slotRange, newText: whole }], preferred: true }];
		fail(
			'The output number in a link must be a whole number without quotes.',
			'Write 0 for the first output.',
			slotRange,
			fix,
		);
	}
}

function isWidget(spec: InputSpec | undefined): boolean {
	return spec !== undefined && ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'].includes(spec.type);
}

function wholeSlot(slot: InputValue): string | undefined {
	const text = slot.type === 'string' ? slot.value.trim() : slot.type === 'number' ? slot.text : '';
	return /^[0-9]+(?:\.0+)?$/.test(text) ? String(Math.trunc(Number(text))) : undefined;
}

/** Whether `checkLink` has nothing to say. Nearly always so, and therefore worth asking first. */
export function isSoundLink(link: LinkFact, target: NodeFacts | undefined): boolean {
	if (!target || link.slot < 0 || link.slotIsBoolean) return false;
	if (!target.nodeClass) return true;
	const output = target.nodeClass.outputs[link.slot];
	return output !== undefined && (!link.spec || accepts(link.spec, output));
}

interface KnownLink {
	readonly target: NodeFacts | undefined;
	readonly findings: readonly LocalFinding[];
}

const knownLinks = new WeakMap<LinkFact, KnownLink>();

/**
 * The findings about a link and what is at its far end, worked out once for every pair of texts: a document with
 * thousands of faulty links costs no more at a keystroke than a sound one. `entry` gives the text of the node, from its id on.
 */
export function linkFindings(
	body: NodeBody,
	nodeClass: NodeClass | undefined,
	link: LinkFact,
	target: NodeFacts | undefined,
	entry: () => string,
): readonly LocalFinding[] {
	const known = knownLinks.get(link);
	if (known && known.target === target) return known.findings;
	const findings: LocalFinding[] = [];
	checkLink(nodeClass, link, target, entry(), (finding) =>
		findings.push({
			finding: { ...finding, nodeId: body.id, input: link.input.name },
			whenRun: true,
		}),
	);
	knownLinks.set(link, { target, findings });
	return findings;
}

/** Rules about a link and what is at its far end. Ranges count from the start of the node's entry. */
function checkLink(
	nodeClass: NodeClass | undefined,
	link: LinkFact,
	target: NodeFacts | undefined,
	entry: string,
	report: Report,
): void {
	const { slot, nodeId, input, spec } = link;
	const outputs = target?.nodeClass?.outputs;
	const output = outputs?.[slot < 0 ? outputs.length + slot : slot];
	const range = { start: input.start, end: input.end };
	const [nodeRange = range, slotRange = range] = elementRanges(entry, range);
	if (!target) {
		report({
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: `"${input.name}" is linked to node ${nodeId}, which is not in this workflow.`,
			remedy: 'Link it to a node that is.',
			range: nodeRange,
		});
		return;
	}
	if (outputs && !output) {
		const count = outputs.length;
		report({
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: `Node ${nodeId} (${target.nodeClass?.name ?? ''}) has ${count === 0 ? 'no output' : count === 1 ? 'one output, number 0' : `outputs 0 to ${count - 1}`}, so there is none with the number ${slot}.`,
			remedy: 'Choose one of its outputs, or another node.',
			range: slotRange,
			fixes: spec ? slotFixes(spec, outputs, slotRange) : [],
		});
		return;
	}
	if (slot < 0) {
		const meant = outputs ? outputs.length + slot : undefined;
		report({
			code: 'negative_output',
			severity: 'warning',
			message: `The engine counts the output number ${slot} from the end; another engine may refuse it.`,
			remedy: 'Count outputs from 0.',
			range: slotRange,
			fixes:
				meant === undefined
					? []
					: [
							{
								title: `Change to ${meant}`,
								edits: [{ range: slotRange, newText: String(meant) }],
								preferred: true,
							},
						],
		});
	}
	if (spec && output && outputs && !accepts(spec, output)) {
		report({
			code: 'return_type_mismatch',
			severity: 'error',
			message: `"${input.name}" takes ${typeName(spec.listForm ? 'a choice from a list' : spec.type)}, but output ${slot} of node ${nodeId} (${target.nodeClass?.name ?? ''}) gives ${typeName(output.type)}.`,
			remedy: `Link an output of type ${spec.listForm ? 'COMBO' : spec.type}.`,
			range,
			fixes: slotFixes(spec, outputs, slotRange),
		});
	} else if (link.slotIsBoolean) {
		report({
			code: 'odd_value',
			severity: 'warning',
			message: `The engine reads this as output number ${slot}; another engine may refuse it.`,
			remedy: 'Write the number of the output.',
			range: slotRange,
			fixes: [
				{
					title: `Change to ${slot}`,
					edits: [{ range: slotRange, newText: String(slot) }],
					preferred: true,
				},
			],
		});
	}
}

function typeName(type: string | readonly Json[]): string {
	return typeof type === 'string' ? type : 'a choice from a list';
}

/** Other outputs of the same node that would fit. */
function slotFixes(spec: InputSpec, outputs: readonly OutputSpec[], range: TextRange): Fix[] {
	const fitting = outputs.flatMap((output, slot) => (accepts(spec, output) ? [{ output, slot }] : []));
	return fitting.map(({ output, slot }) => ({
		title: `Use output ${slot} (${output.name})`,
		edits: [{ range, newText: String(slot) }],
		preferred: fitting.length === 1,
	}));
}

const matchType = 'COMFY_MATCHTYPE_V3';

/** The engine's test whether an output may be wired to an input; of its versions the most lenient one. */
export function accepts(spec: InputSpec, output: OutputSpec): boolean {
	const declared = spec.type;
	const received = output.type;
	if (received === declared && !spec.listForm) return true;
	if (received === '*' || received === matchType || output.matchTemplate !== undefined) return true;
	if (typeof received !== 'string') {
		if (spec.listForm) return sameList(spec.listForm, received) || spec.options === undefined;
		return declared === 'COMBO' || declared === '*' || declared === matchType;
	}
	const receivedParts = parts(received);
	if (receivedParts.includes('*')) return true;
	if (spec.listForm) return false;
	if (declared === '*' || declared === matchType || spec.dynamic) return true;
	const declaredParts = parts(declared);
	return declaredParts.includes('*') || receivedParts.some((part) => declaredParts.includes(part));
}

function parts(type: string): readonly string[] {
	return type.split(',').map((part) => part.trim());
}

function sameList(left: readonly Json[], right: readonly Json[]): boolean {
	return left.length === right.length && left.every((value, index) => value === right[index]);
}
