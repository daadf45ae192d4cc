import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../base/closestMatch.ts';
import { type FindingTexts, type Fix, fix } from '../../base/findings.ts';
import { either, quoted } from '../../base/language.ts';
import { trimEndOf } from '../../base/trimEnd.ts';
import { isScalar, type Json, jsonLine } from '../../json/value.ts';
import type { ActiveGroup, GroupFault } from '../expandInputs.ts';
import type { InputSpec, NodeClass } from '../nodeInfo.ts';
import { linkOf, type NodeBody } from '../nodeReader.ts';
import { membersInsertion } from './edits.ts';
import type { KnownNode, Report } from './factTypes.ts';
import { nearestWithin } from './numbers.ts';

/** Values of the node editor that exporters leave in the file; the engine ignores them. */
const companions: ReadonlySet<string> = new Set([
	'upload',
	'control_after_generate',
	'choose file to upload',
	'speak_and_recognation',
]);

/** Rules about which inputs a node has: required ones that are missing, and names the class does not know. */
export function checkNames(node: KnownNode, specs: ReadonlyMap<string, InputSpec>): void {
	const { body, nodeClass, nodeInfo, report } = node;
	// Without an inputs object the engine gets no further than that.
	if (!body.inputsSpan?.isObject) return;
	let declared = 0;
	for (const { name } of body.inputs) if (specs.has(name)) declared++;
	// Nearly always every input is declared and none is missing.
	if (declared === specs.size && declared === body.inputs.length) return;
	const present = new Set(body.inputs.map((input) => input.name));
	const absent = [...specs.values()].filter((spec) => !present.has(spec.name));
	reportMissing(node, absent);
	if (nodeClass.rules.takesAll) return;
	for (const input of body.inputs) {
		if (specs.has(input.name) || nodeClass.hidden.includes(input.name) || companions.has(input.name))
			continue;
		if (isOfOtherKey(input.name, body, specs)) continue;
		const range = { start: input.nameStart, end: input.nameEnd };
		const link = linkOf(input.value) !== undefined;
		const grown = nodeClass.inputs.find((spec) => spec.name === input.name)?.dynamic;
		const close =
			grown?.kind === 'autogrow' && link
				? absent.find(({ name }) => name.startsWith(`${input.name}.`))?.name
				: closestMatch(
						input.name,
						absent.map((spec) => spec.name).filter((name) => nodeClass.core || !isNeighbor(name, input.name)),
					)?.match;
		const sure =
			nodeClass.core && (nodeInfo.source.kind !== 'builtin' || nodeInfo.engineVersion !== undefined);
		const fixes = close
			? [...fix(l10n.t('Change to "{0}"', close), { range, newText: JSON.stringify(close) }, true)]
			: [];
		report({
			code: 'unknown_input',
			severity: sure || close || (link && nodeClass.core) ? 'warning' : 'info',
			message: link && !grown ? linkedAnyway(nodeClass, input.name) : ignored(nodeClass, input.name),
			remedy: close
				? l10n.t('Did you mean "{0}"?', close)
				: nodeClass.core
					? l10n.t('Correct the name, or remove the input.')
					: l10n.t('Check the name.'),
			range,
			input: input.name,
			fixes,
		});
	}
}

/** Returns whether the input belongs to another key of a choice with a wrong key: the key is reported instead. */
function isOfOtherKey(name: string, body: NodeBody, specs: ReadonlyMap<string, InputSpec>): boolean {
	for (const { name: root, dynamic } of specs.values()) {
		if (dynamic?.kind !== 'combo' || !name.startsWith(`${root}.`)) continue;
		const key = body.inputs.find((input) => input.name === root)?.value;
		if (dynamic.choices.some((choice) => key?.type === 'string' && choice.key === key.value)) return false;
		const [member] = name.slice(root.length + 1).split('.');
		return dynamic.choices.some(({ inputs }) => inputs.some((spec) => spec.name === member));
	}
	return false;
}

/** Returns whether two names differ only in their final number: a pack that counts its inputs accepts more than it declares. */
function isNeighbor(left: string, right: string): boolean {
	const stem = trimEndOf(left, /[0-9]/);
	return stem !== left && stem !== right && stem === trimEndOf(right, /[0-9]/);
}

/** Returns the text about an ignored input: a pack may pass its class every input, which its description does not show. */
function ignored(nodeClass: NodeClass, name: string): string {
	return nodeClass.core
		? l10n.t('"{0}" has no input "{1}", so the engine ignores it.', nodeClass.name, name)
		: l10n.t(
				'"{0}" does not declare the input "{1}": the engine ignores it, unless the class takes inputs that it does not declare.',
				nodeClass.name,
				name,
			);
}

/** Returns the text about an undeclared link: the engine checks only declared inputs, but runs every linked node. */
function linkedAnyway(nodeClass: NodeClass, name: string): string {
	return nodeClass.core
		? l10n.t(
				'"{0}" has no input "{1}": the engine runs the linked node without checking it, and then fails with "unexpected keyword argument".',
				nodeClass.name,
				name,
			)
		: l10n.t(
				'"{0}" does not declare the input "{1}": the engine runs the linked node without checking it.',
				nodeClass.name,
				name,
			);
}

/** Rules about groups of rows. True if one is faulty: the engine then checks nothing else in the node. */
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

function groupTexts(spec: InputSpec, fault: GroupFault): FindingTexts {
	const group = spec.dynamic?.kind === 'group' ? spec.dynamic : undefined;
	const fields = (group?.inputs ?? []).map(({ name }) => quoted(name)).join(', ');
	const most = group?.maximum ?? 0;
	switch (fault.kind) {
		case 'spelling':
			return {
				message: l10n.t(
					'"{0}" is not a row of "{1}", so the engine refuses the node.',
					fault.name,
					spec.name,
				),
				remedy: l10n.t(
					'Write it as "{0}.<row>.<input>", with rows counted from 0 and without leading zeros.',
					spec.name,
				),
			};
		case 'field':
			return {
				message: l10n.t(
					'A row of "{0}" has no input of this name, so the engine refuses the node.',
					spec.name,
				),
				remedy: l10n.t('Write one of {0} after the number of the row.', fields),
			};
		case 'row':
			return {
				message: l10n.t('"{0}" takes rows 0 to {1}, so the engine refuses the node.', spec.name, most - 1),
				remedy: l10n.t('Use a lower number that is still free.'),
			};
		case 'count': {
			const least = group?.minimum ?? 0;
			return {
				message:
					least === 1
						? l10n.t('"{0}" needs one row at least, so the engine refuses the node.', spec.name)
						: l10n.t('"{0}" needs {1} rows at least, so the engine refuses the node.', spec.name, least),
				remedy: l10n.t(
					'Add "{0}.0.{1}" and the other inputs of the row.',
					spec.name,
					group?.inputs[0]?.name ?? '<input>',
				),
			};
		}
	}
}

function reportMissing({ body, nodeClass, entry, report }: KnownNode, absent: readonly InputSpec[]): void {
	const missing = absent.filter((spec) => spec.required && !spec.malformed);
	if (missing.length === 0) return;
	const range = body.classType ?? { start: 0, end: body.keyEnd };
	const members = missing.map(memberToAdd);
	const addable = members.filter((member) => member !== undefined);
	const all = addable.length > 1 ? membersInsertion(body, entry(), addable) : undefined;
	for (const [index, spec] of missing.entries()) {
		const added = members[index];
		const fixes: Fix[] = [];
		// Two insertions into empty braces would conflict; all inputs are inserted together there.
		const single =
			added === undefined || (all && body.inputs.length === 0)
				? undefined
				: membersInsertion(body, entry(), [added]);
		fixes.push(...fix(l10n.t('Add "{0}" with its default', spec.name), single, true));
		if (added !== undefined) {
			const title = l10n.t('Add all {0} missing inputs with their defaults', addable.length);
			fixes.push(...fix(title, all, !single));
		}
		// The engine requires no choice of inputs. Without one that is part of another choice, most classes behave like older ones.
		const isPart = spec.dynamic?.kind === 'combo' && spec.name.includes('.');
		report({
			code: 'required_input_missing',
			severity: isPart ? 'info' : 'error',
			message: isPart
				? l10n.t(
						'"{0}" has a choice "{1}", which is not made here. The engine takes the node as it is.',
						nodeClass.name,
						spec.name,
					)
				: l10n.t('"{0}" needs the input "{1}"; the engine fills in no default.', nodeClass.name, spec.name),
			remedy: added === undefined ? remedyOf(spec) : l10n.t('Add {0}.', added),
			range: { start: range.start, end: range.end },
			input: spec.name,
			fixes,
		});
	}
}

/** Returns the text that adds an input with a value, and all inputs of its key; undefined if a person has to choose a value. */
function memberToAdd(spec: InputSpec): string | undefined {
	const { name, dynamic } = spec;
	if (dynamic?.kind === 'autogrow')
		return together(
			dynamic.names
				.slice(0, dynamic.minimum)
				.map((each) => ({ ...dynamic.template, name: `${name}.${each}` })),
		);
	const usual = valueToAdd(spec);
	if (dynamic?.kind !== 'combo') return usual === undefined ? undefined : `${JSON.stringify(name)}: ${usual}`;
	const { choices } = dynamic;
	for (const { key, inputs } of [...choices.filter((one) => JSON.stringify(one.key) === usual), ...choices]) {
		const brought = inputs.filter(isNeeded).map((one) => ({ ...one, name: `${name}.${one.name}` }));
		const members = together(brought);
		if (members !== undefined)
			return [`${JSON.stringify(name)}: ${JSON.stringify(key)}`, members].filter(Boolean).join(', ');
	}
	return undefined;
}

function together(specs: readonly InputSpec[]): string | undefined {
	const members = specs.map(memberToAdd);
	return members.every((one) => one !== undefined) ? members.join(', ') : undefined;
}

/** Returns whether the engine requires an input of a key: growing inputs only with a minimum number. */
function isNeeded({ required, dynamic }: InputSpec): boolean {
	if (dynamic?.kind === 'autogrow' || dynamic?.kind === 'group') return required && dynamic.minimum > 0;
	return required;
}

/** Returns the text of a value for an absent input; undefined if only a link or a person can provide it. */
export function valueToAdd(spec: InputSpec): string | undefined {
	const { multiselect, options, default: given } = spec;
	if (given !== undefined && (multiselect || (isScalar(given) && isAllowed(given, spec))))
		return multiselect ? `{"__value__": ${jsonLine(given)}}` : jsonLine(given);
	const [option] = options ?? [];
	switch (spec.type) {
		case 'INT':
		case 'FLOAT':
			return String(spec.min !== undefined && spec.min > 0 ? nearestWithin(spec.min, spec.type, 1) : 0);
		case 'STRING':
			return '""';
		case 'BOOLEAN':
			return 'false';
		default:
			return option === undefined || multiselect ? undefined : jsonLine(option);
	}
}

/** Returns whether a default is one of the choices: a list of files may have changed since. */
function isAllowed(value: Json, { options }: InputSpec): boolean {
	return options === undefined || options.some((option) => option === value);
}

/** Describes how to fill an input without a known value. */
function remedyOf({ type, allowedTypes, upload, options, dynamic }: InputSpec): string {
	if (upload) return l10n.t('Add it with a file name.');
	if (options?.length === 0) return l10n.t('Add the file to the server first.');
	if (type === 'COMBO' || dynamic?.kind === 'combo') return l10n.t('Add it with one of its values.');
	if (allowedTypes) return l10n.t('Link an output of type {0} to it.', either(allowedTypes));
	return type === '*' || type.startsWith('COMFY_')
		? l10n.t('Link an output to it.')
		: l10n.t('Link an output of type {0} to it.', type);
}
