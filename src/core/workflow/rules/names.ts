import { closestMatch } from '../../base/closestMatch.ts';
import type { Finding, Fix } from '../../base/findings.ts';
import { isScalar, jsonLine } from '../../json/value.ts';
import type { InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
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
	const present = new Set(body.inputs.map((input) => input.name));
	const absent = [...specs.values()].filter((spec) => !present.has(spec.name));
	reportMissing(body, nodeClass, absent, entry, report);
	for (const input of body.inputs) {
		if (specs.has(input.name) || nodeClass.hidden.includes(input.name) || companions.has(input.name))
			continue;
		const range = { start: input.nameStart, end: input.nameEnd };
		const group = nodeClass.inputs.find((spec) => spec.dynamic && input.name.startsWith(`${spec.name}.`));
		if (group?.dynamic?.kind === 'group' && !/^[0-9]+\./.test(input.name.slice(group.name.length + 1))) {
			report({
				code: 'invalid_dynamic_input',
				severity: 'error',
				message: `"${input.name}" is not a row of "${group.name}", so the engine refuses the node.`,
				remedy: `Write it as "${group.name}.<row>.<input>", with rows counted from 0.`,
				range,
				input: input.name,
			});
			continue;
		}
		const grown = nodeClass.inputs.find((spec) => spec.name === input.name)?.dynamic;
		const close =
			grown?.kind === 'autogrow'
				? `${input.name}.${grown.names[0] ?? ''}`
				: closestMatch(
						input.name,
						absent.map((spec) => spec.name),
					)?.match;
		const sure = nodeClass.core && nodeInfo.source.kind !== 'builtin';
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
			severity: sure || close ? 'warning' : 'info',
			message: `"${nodeClass.name}" has no input "${input.name}", so the engine ignores it.`,
			remedy: close ? `Did you mean "${close}"?` : 'Correct the name, or remove the input.',
			range,
			input: input.name,
			fixes,
		});
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
		report({
			code: 'required_input_missing',
			severity: 'error',
			message: `"${nodeClass.name}" needs the input "${spec.name}"; the engine fills in no default.`,
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
