import * as l10n from '@vscode/l10n';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import type { TextRange } from '../../base/findings.ts';
import { counted, either } from '../../base/language.ts';
import { datasetStateText } from '../../wire/datasetState.ts';
import { type Arch, archOf, variantOf } from '../archs.ts';
import { datasetName } from '../configModel.ts';
import { type CheckOptions, type ServiceCode, serviceRules } from '../context.ts';
import { type Confidence, type Family, families } from '../families.ts';
import { parsePrompt, promptFlags } from '../prompt.ts';
import { type KeyFacts, schemaNodeAt, typesOf } from '../schema.ts';
import type { TrainingDocument } from '../yaml/document.ts';
import { partsOfScalar, written } from '../yaml/edits.ts';
import { findAt, generic } from '../yaml/find.ts';

interface Hover {
	readonly markdown: string;
	readonly range: TextRange;
}

function isServiceCode(code: number): code is ServiceCode {
	return code in serviceRules;
}

/** Describes meaning, type, default, range and rules of a key, as Markdown. */
export function describeKey(path: string, facts: KeyFacts): string {
	const lines = [`\`${path.slice(path.lastIndexOf('.') + 1)}\` — ${facts.description}`];
	const types = either(typesOf(facts));
	const details = [
		facts.items === undefined ? l10n.t('Type: {0}', types) : l10n.t('Type: {0} of {1}', types, facts.items),
	];
	if (facts.required === true) details.push(l10n.t('required'));
	if (typeof facts.default === 'string' && facts.default.startsWith('= '))
		details.push(l10n.t('default: as {0}', facts.default.slice(2)));
	else if (facts.default !== undefined && facts.default !== null)
		details.push(l10n.t('default: `{0}`', written(facts.default)));
	const range = rangeOf(facts);
	if (range !== undefined) details.push(range);
	lines.push(details.join(' · '));
	if (facts.enum !== undefined && facts.enum.length <= 24) {
		lines.push(l10n.t('Values: {0}', facts.enum.map((value) => `\`${value}\``).join(', ')));
	}
	if (facts.note !== undefined) lines.push(facts.note);
	if (facts.unused === true) lines.push(l10n.t('The toolkit accepts this key and never uses it.'));
	if (facts.deprecated === true && facts.replacedBy !== undefined)
		lines.push(l10n.t('Replaced by `{0}`.', facts.replacedBy));
	if (facts.archs !== undefined)
		lines.push(l10n.t('Read for: {0}', facts.archs.map((arch) => `\`${arch}\``).join(', ')));
	const codes = (facts.codes ?? []).filter(isServiceCode);
	if (codes.length > 0)
		lines.push(
			l10n.t('Rules of the service: {0}', codes.map((code) => `${code} ${serviceRules[code]}`).join(', ')),
		);
	return lines.join('\n\n');
}

/** Describes the numbers that a key accepts; undefined if it accepts any. */
function rangeOf({ min, exclusiveMin, max }: KeyFacts): string | undefined {
	if (exclusiveMin !== undefined) {
		return max === undefined
			? l10n.t('range: above {0}', exclusiveMin)
			: l10n.t('range: above {0} to {1}', exclusiveMin, max);
	}
	if (min !== undefined)
		return max === undefined ? l10n.t('range: from {0}', min) : l10n.t('range: from {0} to {1}', min, max);
	return max === undefined ? undefined : l10n.t('range: to {0}', max);
}

/** Describes family, needs and limits of an architecture, as Markdown. */
function describeArch(arch: Arch, name: string): string {
	const variant = variantOf(arch, name);
	const lines = [
		`**${variant?.arch === name ? variant.label : arch.label}** (${arch.family}, ${arch.kind.replace('_', ' ')}${arch.params === undefined ? '' : `, ${arch.params}`})`,
	];
	const needs: string[] = [];
	if (arch.gated === true)
		needs.push(
			arch.gateUrl === undefined
				? l10n.t('its weights are gated')
				: l10n.t('its weights are gated: [accept the terms]({0})', arch.gateUrl),
		);
	if (arch.needsControlToTrain === true) needs.push(l10n.t('control images in every dataset'));
	if (arch.needsControlToSample === true) needs.push(l10n.t('a control image for every preview'));
	if (needs.length > 0) lines.push(l10n.t('Needs: {0}.', needs.join('; ')));
	const facts: string[] = [];
	if (arch.weights !== undefined)
		facts.push(l10n.t('weights `{0}`', variant?.arch === name ? variant.weights : arch.weights));
	if (arch.frameGrid !== undefined) facts.push(l10n.t('frames {0}', arch.frameGrid));
	if (arch.sizeMultiple !== undefined) facts.push(l10n.t('sizes in steps of {0}', arch.sizeMultiple));
	if (arch.control !== undefined && arch.control !== 'none')
		facts.push(l10n.t('control: {0}', arch.control.replace('_', ' ')));
	if (facts.length > 0) lines.push(facts.join(' · '));
	if (arch.notes !== undefined) lines.push(arch.notes);
	const member = (Object.keys(families) as Family[]).filter(
		(family) => families[family][arch.arch] !== undefined,
	);
	const rules = member.flatMap((family) =>
		familyRules[family].map(
			(code) => `${code} ${serviceRules[code]} (${confidences[families[family][arch.arch] ?? 'low']})`,
		),
	);
	if (rules.length > 0) lines.push(l10n.t('Related rules of the service: {0}', rules.join(', ')));
	return lines.join('\n\n');
}

const confidences: Readonly<Record<Confidence, string>> = {
	high: l10n.t('high confidence'),
	medium: l10n.t('medium confidence'),
	low: l10n.t('low confidence'),
};

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

/** Returns the explanation of the key or value at an offset; undefined without one. */
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
						markdown: l10n.t('`--{0}` sets {1} of this preview ({2}).', flag.name, facts.sets, facts.type),
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
					? l10n.t('The account has no dataset **{0}**.', escapeMarkdown(name))
					: l10n.t(
							'Dataset **{0}**: {1}, {2}.',
							escapeMarkdown(name),
							escapeMarkdown(datasetStateText(facts.state)),
							counted(facts.files.length, l10n.t('1 file'), l10n.t('{0} files')),
						);
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
