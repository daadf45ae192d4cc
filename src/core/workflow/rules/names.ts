import { closestMatch } from '../../base/closestMatch.ts';
import type { Finding, Fix } from '../../base/findings.ts';
import { isScalar, jsonLine } from '../../json/value.ts';
import type { ActiveGroup, GroupFault } from '../expandInputs.ts';
import type { InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import { linkOf, type NodeBody } from '../nodeReader.ts';
import { membersInsertion } from './edits.ts';

type Report = (finding: Finding, whenRun?: boolean) => void;

/** Values of the node editor that exporters leave in the file; the engine ignores them. */
const companions: ReadonlySet<string> = new Set([
	'upload',
	'control_after_generate',
	'choose file to upload',
	'speak_and_recognation',
]);

/** Rules about which inputs a node has: required ones that are missing, and names the class does not know. */
export function checkNames(
	body: NodeBody,
	nodeClass: NodeClass,
	specs: ReadonlyMap<string, InputSpec>,
	entry: () => string,
	nodeInfo: NodeInfo,
	report: Report,
): void {
	// Without an inputs object the engine gets no further than that.
	if (!body.inputsSpan?.isObject) return;
	let declared = 0;
	for (const { name } of body.inputs) if (specs.has(name)) declared++;
	// Nearly always every input is declared and none is missing.
	if (declared === specs.size && declared === body.inputs.length) return;
	const present = new Set(body.inputs.map((input) => input.name));
	const absent = [...specs.values()].filter((spec) => !present.has(spec.name));
	reportMissing(body, nodeClass, absent, entry, report);
	if (nodeClass.rules.takesAll) return;
	for (const input of body.inputs) {
		if (specs.has(input.name) || nodeClass.hidden.includes(input.name) || companions.has(input.name))
			continue;
		const range = { start: input.nameStart, end: input.nameEnd };
		const grown = nodeClass.inputs.find((spec) => spec.name === input.name)?.dynamic;
		const close =
			grown?.kind === 'autogrow'
				? `${input.name}.${grown.names[0] ?? ''}`
				: closestMatch(
						input.name,
						absent.map((spec) => spec.name),
					)?.match;
		const sure =
			nodeClass.core && (nodeInfo.source.kind !== 'builtin' || nodeInfo.engineVersion !== undefined);
		const link = linkOf(input.value) !== undefined;
		const fixes: Fix[] = close
			? [
					{
						title: `Change to "${close}"`,
						edits: [{ range, newText: JSON.stringify(close) }],
						preferred: true,
					},
				]
			: [];
		report({
			code: 'unknown_input',
			severity: sure || close || (link && nodeClass.core) ? 'warning' : 'info',
			message: link
				? linkedAnyway(nodeClass, input.name)
				: `"${nodeClass.name}" has no input "${input.name}", so the engine ignores it.`,
			remedy: close ? `Did you mean "${close}"?` : 'Correct the name, or remove the input.',
			range,
			input: input.name,
			fixes,
		});
	}
}

/** The engine checks declared inputs only, but runs whatever a node is linked to. */
function linkedAnyway(nodeClass: NodeClass, name: string): string {
	return nodeClass.core
		? `"${nodeClass.name}" has no input "${name}": the engine runs what it is linked to without checking it, and then fails with "unexpected keyword argument".`
		: `"${nodeClass.name}" does not declare the input "${name}": the engine runs what it is linked to without checking it.`;
}

/**
 * Rules about groups of rows. True where one is faulty: the engine then looks at nothing else in the node.
 */
export function checkGroups(body: NodeBody, groups: readonly ActiveGroup[], report: Report): boolean {
	const faults = groups.flatMap(({ spec, faults: each }) => each.map((fault) => ({ spec, fault })));
	for (const { spec, fault } of faults) {
		const input = body.inputs.find(({ name }) => name === fault.name);
		const place = body.classType ?? { start: 0, end: body.keyEnd };
		report({
			code: 'invalid_dynamic_input',
			severity: 'error',
			...groupTexts(spec, fault),
			range: input ? { start: input.nameStart, end: input.nameEnd } : { start: place.start, end: place.end },
			input: fault.name,
		});
	}
	return faults.length > 0;
}

function groupTexts(
	spec: InputSpec,
	fault: GroupFault,
): { readonly message: string; readonly remedy: string } {
	const group = spec.dynamic?.kind === 'group' ? spec.dynamic : undefined;
	const fields = (group?.inputs ?? []).map(({ name }) => `"${name}"`).join(', ');
	const most = group?.maximum ?? 0;
	switch (fault.kind) {
		case 'spelling':
			return {
				message: `"${fault.name}" is not a row of "${spec.name}", so the engine refuses the node.`,
				remedy: `Write it as "${spec.name}.<row>.<input>", with rows counted from 0 and without leading zeros.`,
			};
		case 'field':
			return {
				message: `A row of "${spec.name}" has no input of this name, so the engine refuses the node.`,
				remedy: `Write one of ${fields} after the number of the row.`,
			};
		case 'row':
			return {
				message: `"${spec.name}" takes rows 0 to ${most - 1}, so the engine refuses the node.`,
				remedy: 'Use a lower number that is still free.',
			};
		case 'count': {
			const least = group?.minimum ?? 0;
			return {
				message: `"${spec.name}" needs ${least === 1 ? 'one row' : `${least} rows`} at least, so the engine refuses the node.`,
				remedy: `Add "${spec.name}.0.${group?.inputs[0]?.name ?? '<input>'}" and what else belongs to the row.`,
			};
		}
	}
}

function reportMissing(
	body: NodeBody,
	nodeClass: NodeClass,
	absent: readonly InputSpec[],
	entry: () => string,
	report: Report,
): void {
	const missing = absent.filter((spec) => spec.required && !spec.malformed);
	if (missing.length === 0) return;
	const range = body.classType ?? { start: 0, end: body.keyEnd };
	const members = missing.map((spec) => {
		const value = valueToAdd(spec);
		return value === undefined ? undefined : `${JSON.stringify(spec.name)}: ${value}`;
	});
	const addable = members.filter((member) => member !== undefined);
	const all = addable.length > 1 ? membersInsertion(body, entry(), addable) : undefined;
	for (const [index, spec] of missing.entries()) {
		const member = members[index];
		const fixes: Fix[] = [];
		// Two insertions into empty braces would not fit together; there all inputs come at once.
		const single =
			member === undefined || (all && body.inputs.length === 0)
				? undefined
				: membersInsertion(body, entry(), [member]);
		if (single)
			fixes.push({ title: `Add "${spec.name}" with its default`, edits: [single], preferred: true });
		if (all && member !== undefined) {
			const title = `Add all ${addable.length} missing inputs with their defaults`;
			fixes.push(single ? { title, edits: [all] } : { title, edits: [all], preferred: true });
		}
		// The engine asks for no choice of inputs. Without one that is part of another choice, most classes do what older ones did.
		const isPart = spec.dynamic?.kind === 'combo' && spec.name.includes('.');
		report({
			code: 'required_input_missing',
			severity: isPart ? 'info' : 'error',
			message: isPart
				? `"${nodeClass.name}" has a choice "${spec.name}", which is not made here. The engine takes the node as it is.`
				: `"${nodeClass.name}" needs the input "${spec.name}"; the engine fills in no default.`,
			remedy: member === undefined ? `Link an output of type ${spec.type} to it.` : `Add ${member}.`,
			range: { start: range.start, end: range.end },
			input: spec.name,
			fixes,
		});
	}
}

/** The text of a value that an absent input can take, or undefined where only a link or a person can give it. */
export function valueToAdd(spec: InputSpec): string | undefined {
	if (spec.default !== undefined && (isScalar(spec.default) || spec.multiselect)) {
		return spec.multiselect ? `{"__value__": ${jsonLine(spec.default)}}` : jsonLine(spec.default);
	}
	const [option] = spec.options ?? [];
	switch (spec.type) {
		case 'INT':
		case 'FLOAT':
			return String(spec.min !== undefined && spec.min > 0 ? spec.min : 0);
		case 'STRING':
			return '""';
		case 'BOOLEAN':
			return 'false';
		default:
			return option === undefined || spec.multiselect ? undefined : jsonLine(option);
	}
}
