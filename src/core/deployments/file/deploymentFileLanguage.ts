import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { TextRange } from '../../base/findings.ts';
import {
	deploymentSettings,
	hardwareChoices,
	hardwareText,
	type Setting,
	usualSettings,
} from '../settings.ts';
import { type DeploymentFile, idKey } from './deploymentFile.ts';

export interface FileSuggestion {
	readonly kind: 'key' | 'value';
	readonly label: string;
	readonly detail?: string;
	readonly documentation?: string;
	readonly insert: string;
	readonly range: TextRange;
}

const idDescription = l10n.t(
	'The deployment that this file belongs to. Without it, applying the file creates a new one.',
);

/** Returns the suggestions at an offset: keys that are still missing, or the values of a key. */
export function completeDeploymentFile(
	text: string,
	offset: number,
	hardware: Iterable<string | undefined> = [],
): readonly FileSuggestion[] {
	const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
	const before = text.slice(lineStart, offset);
	const rest = /^[\w-]*/.exec(text.slice(offset))?.[0].length ?? 0;
	const value = /^([\w-]+):[ \t]+(\S*)$/.exec(before);
	if (value !== null) {
		const range = { start: offset - (value[2]?.length ?? 0), end: offset + rest };
		const setting = deploymentSettings.find(({ wire }) => wire === value[1]);
		return setting === undefined ? [] : valuesOf(setting, hardware, range);
	}
	const key = /^([\w-]*)$/.exec(before);
	if (key === null) return [];
	const range = { start: lineStart, end: offset + rest };
	const hasColon = text.charAt(range.end) === ':';
	const here = text.slice(range.start, range.end);
	// While a key is being typed the text is not valid YAML, so the lines are read instead.
	const present = new Set([...text.matchAll(/^([\w-]+)[ \t]*:/gm)].map(([, word]) => word));
	const all = [
		{ wire: idKey, label: l10n.t('ID'), description: idDescription },
		...deploymentSettings.map(({ wire, label, description }) => ({ wire, label, description })),
	];
	return all
		.filter(({ wire }) => !present.has(wire) || wire === here)
		.map(({ wire, label, description }) => ({
			kind: 'key',
			label: wire,
			detail: label,
			documentation: description,
			insert: hasColon ? wire : `${wire}: `,
			range,
		}));
}

function valuesOf(
	setting: Setting,
	hardware: Iterable<string | undefined>,
	range: TextRange,
): readonly FileSuggestion[] {
	const value = (label: string, detail?: string): FileSuggestion => ({
		kind: 'value',
		label,
		insert: label,
		range,
		...compact({ detail }),
	});
	switch (setting.type) {
		case 'hardware':
			return hardwareChoices(hardware).map((word) =>
				value(
					word,
					word === usualSettings().hardware ? l10n.t('{0}, usual', hardwareText(word)) : hardwareText(word),
				),
			);
		case 'boolean':
			return [value('true'), value('false')];
		case 'integer':
			return [value(String(setting.usual), l10n.t('usual'))];
		default:
			return [];
	}
}

/** Returns the explanation of the key or value at an offset, as Markdown; undefined without one. */
export function hoverDeploymentFile(
	file: DeploymentFile,
	offset: number,
): { readonly markdown: string; readonly range: TextRange } | undefined {
	for (const [word, place] of file.places) {
		const range = [place.key, place.value].find(({ start, end }) => offset >= start && offset < end);
		if (range === undefined) continue;
		const setting = deploymentSettings.find(({ wire }) => wire === word);
		return { markdown: setting === undefined ? idDescription : hoverText(setting), range };
	}
	return undefined;
}

function hoverText(setting: Setting): string {
	const { label, description } = setting;
	return [`**${label}**`, description, rangeText(setting)].filter(Boolean).join('\n\n');
}

function rangeText(setting: Setting): string | undefined {
	if (setting.type === 'hardware')
		return hardwareChoices([])
			.map((word) => `- \`${hardwareText(word)}\``)
			.join('\n');
	if (setting.type !== 'integer')
		return setting.fixed ? l10n.t('It cannot be changed after creation.') : undefined;
	const { lowest, highest, usual } = setting;
	return highest === Number.MAX_SAFE_INTEGER
		? l10n.t('At least {0}; usually {1}.', lowest, usual)
		: l10n.t('From {0} to {1}; usually {2}.', lowest, highest, usual);
}
