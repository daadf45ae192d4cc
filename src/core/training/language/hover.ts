import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import type { TextRange } from '../../base/findings.ts';
import { type Arch, archOf, variantOf } from '../archs.ts';
import { datasetName } from '../configModel.ts';
import { type CheckOptions, type ServiceCode, serviceRules } from '../context.ts';
import { type Family, families } from '../families.ts';
import { parsePrompt, promptFlags } from '../prompt.ts';
import { type KeyFacts, schemaNodeAt, typesOf } from '../schema.ts';
import type { TrainingDocument } from '../yaml/document.ts';
import { partsOfScalar, written } from '../yaml/edits.ts';
import { findAt, generic } from '../yaml/find.ts';

/** What to show at a place: Markdown and the piece of text it speaks of. */
interface Hover {
	readonly markdown: string;
	readonly range: TextRange;
}

function isServiceCode(code: number): code is ServiceCode {
	return code in serviceRules;
}

/** Meaning, type, default, range and rules of a key, as Markdown. */
export function describeKey(path: string, facts: KeyFacts): string {
	const lines = [`\`${path.slice(path.lastIndexOf('.') + 1)}\` — ${facts.description}`];
	const types = typesOf(facts).join(' or ');
	const details = [`Type: ${types}${facts.items === undefined ? '' : ` of ${facts.items}`}`];
	if (facts.required === true) details.push('required');
	if (typeof facts.default === 'string' && facts.default.startsWith('= '))
		details.push(`default: as ${facts.default.slice(2)}`);
	else if (facts.default !== undefined && facts.default !== null)
		details.push(`default: \`${written(facts.default)}\``);
	if (facts.min !== undefined || facts.exclusiveMin !== undefined || facts.max !== undefined) {
		const low =
			facts.exclusiveMin !== undefined
				? `above ${facts.exclusiveMin}`
				: facts.min === undefined
					? ''
					: `from ${facts.min}`;
		details.push(
			`range: ${[low, facts.max === undefined ? '' : `to ${facts.max}`].filter(Boolean).join(' ')}`,
		);
	}
	lines.push(details.join(' · '));
	if (facts.enum !== undefined && facts.enum.length <= 24) {
		lines.push(`Values: ${facts.enum.map((value) => `\`${value}\``).join(', ')}`);
	}
	if (facts.note !== undefined) lines.push(facts.note);
	if (facts.unused === true) lines.push('The toolkit accepts this key and never uses it.');
	if (facts.deprecated === true && facts.replacedBy !== undefined)
		lines.push(`Replaced by \`${facts.replacedBy}\`.`);
	if (facts.archs !== undefined)
		lines.push(`Read for: ${facts.archs.map((arch) => `\`${arch}\``).join(', ')}`);
	const codes = (facts.codes ?? []).filter(isServiceCode);
	if (codes.length > 0)
		lines.push(`Rules of the service: ${codes.map((code) => `${code} ${serviceRules[code]}`).join(', ')}`);
	return lines.join('\n\n');
}

/** Family, needs and limits of an architecture, as Markdown. */
function describeArch(arch: Arch, name: string): string {
	const variant = variantOf(arch, name);
	const lines = [
		`**${variant?.arch === name ? variant.label : arch.label}** (${arch.family}, ${arch.kind.replace('_', ' ')}${arch.params === undefined ? '' : `, ${arch.params}`})`,
	];
	const needs: string[] = [];
	if (arch.gated === true)
		needs.push(
			`its weights are gated${arch.gateUrl === undefined ? '' : `: [accept the terms](${arch.gateUrl})`}`,
		);
	if (arch.needsControlToTrain === true) needs.push('control images in every dataset');
	if (arch.needsControlToSample === true) needs.push('a control image for every preview');
	if (needs.length > 0) lines.push(`Needs: ${needs.join('; ')}.`);
	const facts: string[] = [];
	if (arch.weights !== undefined)
		facts.push(`weights \`${variant?.arch === name ? variant.weights : arch.weights}\``);
	if (arch.frameGrid !== undefined) facts.push(`frames ${arch.frameGrid}`);
	if (arch.sizeMultiple !== undefined) facts.push(`sizes in steps of ${arch.sizeMultiple}`);
	if (arch.control !== undefined && arch.control !== 'none')
		facts.push(`control: ${arch.control.replace('_', ' ')}`);
	if (facts.length > 0) lines.push(facts.join(' · '));
	if (arch.notes !== undefined) lines.push(arch.notes);
	const member = (Object.keys(families) as Family[]).filter(
		(family) => families[family][arch.arch] !== undefined,
	);
	const rules = member.flatMap((family) =>
		familyRules[family].map(
			(code) => `${code} ${serviceRules[code]} (${families[family][arch.arch]} confidence)`,
		),
	);
	if (rules.length > 0) lines.push(`Rules of the service that concern it: ${rules.join(', ')}`);
	return lines.join('\n\n');
}

const familyRules: Readonly<Record<Family, readonly ServiceCode[]>> = {
	modelA: [42257],
	modelA1: [42271],
	modelA2: [42258],
	modelBEdit: [42259, 42260],
	modelCI2v: [42261],
	modelC14b: [42272],
	modelD: [42268],
	largeImage: [42270],
};

/** What is known about the key or value at an offset. */
export function hoverTraining(
	document: TrainingDocument,
	offset: number,
	options: CheckOptions = {},
): Hover | undefined {
	const found = findAt(document.root, offset);
	if (found === undefined) return undefined;
	const path = generic(found.path);
	const { node, entry } = found;
	if (found.on === 'value' && node.kind === 'scalar' && typeof node.value === 'string') {
		if (path === 'config.process[].model.arch') {
			const arch = archOf(node.value);
			if (arch !== undefined) return { markdown: describeArch(arch, node.value), range: node.range };
		}
		if (/\.sample\.(prompts\[\]|samples\[\]\.prompt)$/.test(path)) {
			const part = partsOfScalar(document.text, node);
			for (const flag of parsePrompt(node.value).flags) {
				const range = part(flag.start, flag.nameEnd);
				const facts = promptFlags.get(flag.name);
				if (facts !== undefined && offset >= range.start && offset <= range.end) {
					return {
						markdown: `\`--${flag.name}\` sets ${facts.sets} of this preview (${facts.type}).`,
						range,
					};
				}
			}
		}
		const name = datasetName(node.value);
		const facts = name === undefined ? undefined : options.datasets?.lookup(name);
		if (name !== undefined && facts !== undefined) {
			const markdown =
				facts === 'missing'
					? `The account has no dataset **${escapeMarkdown(name)}**.`
					: `Dataset **${escapeMarkdown(name)}**: ${escapeMarkdown(facts.state)}, ${facts.files.length} files.`;
			return { markdown, range: node.range };
		}
	}
	const facts = schemaNodeAt(path.replace(/\[\]$/, ''))?.facts;
	if (facts === undefined || entry === undefined) return undefined;
	const { values = {} } = facts;
	const word = node.kind === 'scalar' && found.on === 'value' ? String(node.value) : '';
	const value = Object.hasOwn(values, word) ? values[word] : undefined;
	return {
		markdown:
			value === undefined
				? describeKey(path, facts)
				: `\`${node.kind === 'scalar' ? node.source : ''}\` — ${value}\n\n${describeKey(path, facts)}`,
		range: found.on === 'key' ? entry.keyRange : node.range,
	};
}
