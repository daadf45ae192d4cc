import assert from 'node:assert/strict';
import type { Finding } from '../../../src/core/base/findings.ts';
import { applyEdits, fixAllEdits } from '../../../src/core/base/fixAll.ts';
import { type CheckOptions, checkTraining } from '../../../src/core/training/check.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';

/** Lines of each section; a given section replaces the default one completely. */
export interface Sections {
	readonly name?: string;
	readonly process?: readonly string[];
	readonly network?: readonly string[];
	readonly datasets?: readonly (readonly string[])[];
	readonly train?: readonly string[];
	readonly model?: readonly string[];
	readonly sample?: readonly string[];
}

export const folder = 'folder_path: /app/ai-toolkit/datasets/portraits';
export const train = ['batch_size: 1', 'steps: 2000', 'noise_scheduler: flowmatch', 'lr: 0.0001'];

function indent(lines: readonly string[], spaces: number): string[] {
	return lines.map((line) => ' '.repeat(spaces) + line);
}

/** Returns a configuration that breaks no rule, with the given sections replacing its own. */
export function configuration(sections: Sections = {}): string {
	const section = (name: string, lines: readonly string[]) =>
		lines.length === 0 ? [] : [`      ${name}:`, ...indent(lines, 8)];
	const datasets = (sections.datasets ?? [[folder, 'resolution: [512, 768, 1024]']]).flatMap(
		([first = '', ...rest]) => [`        - ${first}`, ...indent(rest, 10)],
	);
	return [
		'job: extension',
		'config:',
		`  ${sections.name ?? 'name: portraits_v1'}`,
		'  process:',
		'    - type: diffusion_trainer',
		'      training_folder: /app/ai-toolkit/output',
		...indent(sections.process ?? [], 6),
		...section('network', sections.network ?? ['type: lora', 'linear: 16']),
		'      datasets:',
		...datasets,
		...section('train', sections.train ?? train),
		...section('model', sections.model ?? ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma']),
		...section('sample', sections.sample ?? []),
		'',
	].join('\n');
}

export function findings(text: string, options: CheckOptions = {}): readonly Finding[] {
	return checkTraining(parseTraining(text), options);
}

/** Returns `severity code` of each finding, without hints by default. */
export function verdict(text: string, options: CheckOptions = {}, hints = false): string[] {
	return findings(text, options)
		.filter((finding) => hints || finding.severity !== 'hint')
		.map((finding) => `${finding.severity} ${finding.code}`);
}

/** Applies Fix all, and proves that a second one changes nothing. */
export function fixAll(text: string, options: CheckOptions = {}): string {
	const check = (each: string) => findings(each, options);
	const fixed = applyEdits(text, fixAllEdits(text, check(text), check));
	assert.deepEqual(fixAllEdits(fixed, check(fixed), check), [], 'a second Fix all changes something');
	return fixed;
}

/** Applies the edits of one fix. */
export function apply(
	text: string,
	edits: readonly {
		readonly range: { readonly start: number; readonly end: number };
		readonly newText: string;
	}[],
): string {
	let result = text;
	for (const edit of [...edits].sort((one, other) => other.range.start - one.range.start)) {
		result = result.slice(0, edit.range.start) + edit.newText + result.slice(edit.range.end);
	}
	return result;
}
