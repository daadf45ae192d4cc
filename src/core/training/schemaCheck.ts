import * as l10n from '@vscode/l10n';
import { capitalized } from '../base/language.ts';
import { getOrMake } from '../base/lazy.ts';
import type { ConfigModel, ProcessModel } from './configModel.ts';
import type { CheckContext, WalkContext } from './context.ts';
import { checkUnknownKey, isOfOtherProcess } from './rules/keys.ts';
import { checkValue } from './rules/values.ts';
import { isOpen, type SchemaNode, schemaRoot } from './schema.ts';
import { nameOf } from './wording.ts';
import type { Entry, MapNode, TrainingNode } from './yaml/node.ts';

/** Walks once over the whole document and compares every key and value with the known facts about its place. */
export function checkSchema(context: CheckContext): void {
	const { root } = context.config.document;
	if (root === undefined) return;
	if (root.kind !== 'map') {
		context.own('wrong-type', 'error', {
			range: root.range,
			message: l10n.t(
				'A training configuration begins with the keys job and config, but this document contains neither.',
			),
			remedy: l10n.t('Start with job: extension and a config: section.'),
		});
		return;
	}
	walk(context, root, { schema: schemaRoot, path: '', process: undefined }, new Map());
}

type Seen = Map<TrainingNode, Set<SchemaNode>>;

function walk(context: CheckContext, node: TrainingNode, here: WalkContext, seen: Seen): void {
	if (node.kind === 'scalar') return;
	// A value reached again through an alias was already checked for this place.
	const places = getOrMake(seen, node, () => new Set<SchemaNode>());
	if (places.has(here.schema)) return;
	places.add(here.schema);
	if (node.kind === 'map') {
		for (const entry of node.entries) walkEntry(context, entry, node, here, seen);
		if (!context.partial) checkMissing(context, node, here);
		return;
	}
	const item = here.schema.item;
	if (item === undefined) return;
	for (const [index, value] of node.items.entries()) {
		const path = `${here.path}[${index}]`;
		const process = item.path === 'config.process[]' ? processOf(context.config, path) : here.process;
		if (value.kind === 'map') walk(context, value, { schema: item, path, process }, seen);
		else {
			context.own('wrong-type', 'error', {
				range: value.range.end > value.range.start ? value.range : node.range,
				path,
				message: l10n.t('Each item of {0} must be a group of keys, and this one is not.', nameOf(here.path)),
				remedy: l10n.t('Write the keys of the item below one dash, each as key: value.'),
			});
		}
	}
}

function walkEntry(context: CheckContext, entry: Entry, map: MapNode, here: WalkContext, seen: Seen): void {
	const place = here.schema.children.get(entry.key);
	const path = here.path === '' ? entry.key : `${here.path}.${entry.key}`;
	if (place === undefined || isOfOtherProcess(place, here)) {
		if (!entry.merged) checkUnknownKey(context, { ...here, entry, map }, isOpen(here.schema));
		return;
	}
	const inner = { schema: place, path, process: here.process, entry, map };
	if (checkValue(context, inner)) walk(context, entry.value, inner, seen);
}

function processOf(config: ConfigModel, path: string): ProcessModel | undefined {
	return config.processes.find((process) => process.path === path);
}

/** Rules of their own report these as missing. */
const reportedElsewhere = new Set([
	'config.process[].train.lr',
	'config.process[].model.arch',
	'config.process[].datasets[].folder_path',
	'config.process[].sample.samples[].prompt',
]);

function checkMissing(context: CheckContext, map: MapNode, here: WalkContext): void {
	for (const [key, place] of here.schema.required) {
		const { facts } = place;
		if (facts === undefined || reportedElsewhere.has(place.path)) continue;
		if (map.entries.some((entry) => entry.key === key && !isEmpty(entry.value, place))) continue;
		if (place.path.startsWith('config.process[].')) {
			const type = here.process?.type;
			if (facts.processTypes !== undefined && (type === undefined || !facts.processTypes.includes(type)))
				continue;
			if (facts.processTypes === undefined && key !== 'type' && here.process?.trains !== true) continue;
		}
		const written = map.entries.find((entry) => entry.key === key);
		if (place.path === 'config.name' && !context.local && context.config.metaName !== undefined) {
			reportNamedByMeta(context, context.config.metaName);
			continue;
		}
		context.own('missing-key', 'error', {
			range: written?.keyRange ?? firstKeyRange(map),
			path: here.path === '' ? key : `${here.path}.${key}`,
			message: l10n.t(
				'{0} needs "{1}": {2}',
				here.path === '' ? l10n.t('The document') : capitalized(nameOf(here.path)),
				key,
				lowerFirst(facts.description),
			),
			remedy:
				place.children.size > 0 || place.item !== undefined
					? l10n.t('Add the section {0}.', key)
					: l10n.t('Add {0} with a value.', key),
		});
	}
}

/** An empty text in these places is another rule's, or a folder that the toolkit can use. */
const blankElsewhere = new Set(['config.name', 'config.process[].training_folder']);

function isEmpty(value: TrainingNode, { path, facts }: SchemaNode): boolean {
	if (value.kind !== 'scalar') return false;
	if (typeof value.value !== 'string') return value.value === null;
	return value.value.trim() === '' && facts?.enum === undefined && !blankElsewhere.has(path);
}

/**
 * Reports a name in `meta` only. The service accepts the name of a job from either place (trainer-service.md, "Training
 * job"); the toolkit from one.
 */
function reportNamedByMeta(context: CheckContext, metaName: Entry): void {
	context.own('missing-key', 'warning', {
		range: metaName.keyRange,
		path: 'config.name',
		message: l10n.t(
			'Only meta.name names the job. The service accepts that, but the toolkit reads config.name.',
		),
		remedy: l10n.t('Add name to config as well.'),
	});
}

function firstKeyRange(map: MapNode): { start: number; end: number } {
	return map.entries.find((entry) => !entry.merged)?.keyRange ?? map.range;
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
