import * as l10n from '@vscode/l10n';
import { type Fix, fix, type Severity, type TextRange } from '../../base/findings.ts';
import { allOf, either } from '../../base/language.ts';
import type { ProcessModel } from '../configModel.ts';
import type { CheckContext, EntryContext, WalkContext } from '../context.ts';
import { hubVariable, tokenKeys } from '../hubVariable.ts';
import { keyFacts, pathsOfKey, type SchemaNode, typesOf } from '../schema.ts';
import { nameOf } from '../wording.ts';
import { insertKey, placeholder, removeEntry } from '../yaml/edits.ts';
import { type Entry, entryOf, type MapNode, mapOf } from '../yaml/node.ts';
import { isWarmup, meantKey, mostGuessed, synonymOf } from './keySynonyms.ts';
import { knowsParameters, schedulerOf } from './parameters.ts';
import { fits } from './types.ts';

/** Returns whether only other kinds of process read a key of the place, so that it counts as unknown here. */
export function isOfOtherProcess(place: SchemaNode, here: WalkContext): boolean {
	const types = place.facts?.processTypes;
	return (
		types !== undefined &&
		here.process?.trains === true &&
		!types.includes(here.process.type ?? '') &&
		here.schema.path === 'config.process[]'
	);
}

/** Returns the keys of a place that its process reads. */
function siblings(here: WalkContext): string[] {
	return [...here.schema.children].filter(([, place]) => !isOfOtherProcess(place, here)).map(([key]) => key);
}

/** Keys that the service reads although the toolkit does not, and keys that only define values for aliases. */
function isTolerated(key: string, here: WalkContext): boolean {
	if (tokenKeys.has(key)) return true;
	if (key === 'max_res') return /^config\.process\[\](\.datasets\[\]|\.train)?$/.test(here.schema.path);
	return here.path === '' && /^[._]|^x-/.test(key);
}

/** Returns whether a process has a known type but unknown keys. */
function isUnlisted(here: WalkContext): boolean {
	return here.schema.path === 'config.process[]' && here.process?.type === 'example_merge_extension';
}

/** Reports a key that nothing reads here: the toolkit ignores it without a message. */
export function checkUnknownKey(context: CheckContext, here: EntryContext, open: boolean): void {
	const { entry, map } = here;
	if (isTolerated(entry.key, here) || isUnlisted(here)) return;
	if (map.entries.length > mostGuessed) {
		if (!open) reportUnknown(context, here, checkSpelling);
		return;
	}
	const at = nameOf(here.path);
	const candidates = siblings(here);
	const synonym = synonymOf(entry.key);
	const meant = meantKey(entry.key, candidates);
	const near =
		meant !== undefined && fitsPlace(entry, here.schema.children.get(meant.key)) ? meant.key : undefined;
	if (!open && here.process?.trains === true && isWarmup(entry.key)) {
		reportWarmup(context, here);
		return;
	}
	const free = near !== undefined && entryOf(map, near) === undefined && context.claim(map, near);
	if (open) {
		const group = here.schema.path.slice(here.schema.path.lastIndexOf('.') + 1);
		const judged = here.process !== undefined && knowsParameters(here.process, group);
		if (near === undefined || !free || synonym !== undefined || judged) return;
		context.own('unknown-key', 'hint', {
			...placeOf(here),
			message: l10n.t(
				'Unknown key "{0}" in {1}. A known key has almost the same spelling: "{2}".',
				entry.key,
				at,
				near,
			),
			remedy: l10n.t('Write {0} if that is intended.', near),
			fixes: context.rename(entry, near),
		});
		return;
	}
	if (near !== undefined) {
		reportUnknown(
			context,
			here,
			free
				? l10n.t('Did you mean "{0}"?', near)
				: l10n.t('Did you mean "{0}"? It is already set here, so remove this one.', near),
			free ? context.rename(entry, near, meant?.sure === true) : context.remove(map, entry),
		);
		return;
	}
	const homes = homesOf(synonym ?? entry.key, here);
	if (homes.length > 0) {
		const usual = homes.slice(0, 3);
		const set = usual.filter((home) => isSet(here.process, home));
		context.own('unknown-key', severityAt(here), {
			...placeOf(here),
			message: l10n.t(
				'"{0}" has no effect in {1}: the toolkit reads it in another section and ignores it here.',
				entry.key,
				at,
			),
			remedy:
				set.length === usual.length
					? removal(usual.map(readable))
					: synonym === undefined
						? l10n.t('Move it to {0}.', either(usual.map(readable)))
						: l10n.t('Move it to {0} as {1}.', either(usual.map(readable)), synonym),
			fixes:
				set.length === usual.length
					? context.remove(map, entry)
					: usual.flatMap((home) => moveFix(context, here, home, usual.length === 1)),
		});
		return;
	}
	// Without the token in it the weights cannot be fetched.
	const holdsToken = entry.value.kind === 'scalar' && entry.value.source === placeholder(hubVariable);
	reportUnknown(
		context,
		here,
		checkSpelling,
		holdsToken ? context.rename(entry, 'hf_token') : context.remove(map, entry),
	);
}

function fitsPlace({ value }: Entry, place: SchemaNode | undefined): boolean {
	const facts = place?.facts;
	if (facts === undefined || (value.kind === 'scalar' && value.value === null)) return true;
	// A scalar of another type is a separate mistake, which is fixed under the right name.
	return typesOf(facts).some((type) =>
		value.kind === 'scalar' ? type !== 'array' && type !== 'object' : fits(type, value),
	);
}

function reportWarmup(context: CheckContext, here: EntryContext): void {
	const { entry, map } = here;
	const process = here.process as ProcessModel;
	const scheduler = schedulerOf(process);
	const steps = context.text.slice(entry.value.range.start, entry.value.range.end);
	const group = `lr_scheduler_params: { num_warmup_steps: ${steps === '' ? 100 : steps} }`;
	const warms = scheduler === 'constant_with_warmup';
	const direct = warms && map === process.train && mapOf(map, 'lr_scheduler_params') === undefined;
	reportUnknown(
		context,
		here,
		warms
			? l10n.t('Write {0} in train.', group)
			: l10n.t(
					'The {0} scheduler has no warm-up: remove it, or write lr_scheduler: constant_with_warmup and {1} in train.',
					scheduler,
					group,
				),
		direct && !entry.merged && entry.value.kind === 'scalar'
			? fix(
					l10n.t('Move to {0}', 'train.lr_scheduler_params'),
					{ range: { start: entry.keyRange.start, end: entry.value.range.end }, newText: group },
					true,
				)
			: context.remove(map, entry),
	);
}

function removal(owners: readonly string[]): string {
	return owners.length === 1
		? l10n.t('Remove it: {0} sets it already.', allOf(owners))
		: l10n.t('Remove it: {0} set it already.', allOf(owners));
}

const checkSpelling = l10n.t('Check the spelling and the place, or remove it.');

function reportUnknown(
	context: CheckContext,
	here: EntryContext,
	remedy: string,
	fixes: readonly Fix[] = [],
): void {
	context.own('unknown-key', severityAt(here), {
		...placeOf(here),
		message: l10n.t('Unknown key "{0}" in {1}; the toolkit ignores it.', here.entry.key, nameOf(here.path)),
		remedy,
		fixes,
	});
}

/** Returns the place of an unknown key. */
function placeOf({ entry, path }: EntryContext): { readonly range: TextRange; readonly path: string } {
	return { range: entry.keyRange, path: path === '' ? entry.key : `${path}.${entry.key}` };
}

function severityAt({ process }: WalkContext): Severity {
	return process === undefined || process.trains ? 'warning' : 'info';
}

/** Returns the places that read a key in a process of this type, the usual ones first. */
function homesOf(key: string, here: WalkContext): readonly string[] {
	const type = here.process?.type;
	const own = `${here.schema.path}.${key}`;
	const paths = pathsOfKey(key).filter((path) => {
		const facts = keyFacts.get(path);
		if (path === own || facts === undefined || facts.removed === true) return false;
		if (facts.processTypes !== undefined && !facts.processTypes.includes(type ?? '')) return false;
		// Keys of the legacy job kinds and of unused parts are unlikely places.
		return (
			!/^config\.[a-z_0-9]+$/.test(path) &&
			!/\.(adapter|decorator|embedding|first_sample|lorm|guidance|validation_config)\b/.test(path)
		);
	});
	const common = paths.filter((path) => keyFacts.get(path)?.common === true);
	return common.length > 0 ? common : paths;
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function readable(path: string): string {
	const parent = parentOf(path);
	if (parent === 'config.process[]') return l10n.t('the process itself');
	if (parent === '') return l10n.t('the top level');
	return parent.replace(/^config\.process\[\]\./, '').replace(/\[\]/g, '');
}

/** Moves a one-line entry to its home, if that is an existing mapping of the same process. */
function moveFix(
	context: CheckContext,
	{ entry, map, process }: EntryContext,
	home: string,
	preferred: boolean,
): readonly Fix[] {
	if (process === undefined || entry.value.kind !== 'scalar' || entry.value.style === 'block') return [];
	const target = targetOf(process, home);
	if (target === undefined || target === map) return [];
	const key = home.slice(home.lastIndexOf('.') + 1);
	if (entryOf(target, key) !== undefined) return [];
	const { range } = entry.value;
	const added = insertKey(
		context.text,
		target,
		key,
		context.text.slice(range.start, range.end),
		lastLine(target),
	);
	const removed = removeEntry(context.text, map, entry);
	if (added === undefined || removed === undefined) return [];
	if (added.range.start >= removed.range.start && added.range.start <= removed.range.end) return [];
	return fix(l10n.t('Move to {0}', readable(home)), [added, removed], preferred);
}

/** Returns whether every possible target mapping of a key has it already. */
function isSet(process: ProcessModel | undefined, home: string): boolean {
	if (process === undefined) return false;
	const key = home.slice(home.lastIndexOf('.') + 1);
	if (home.startsWith('config.process[].datasets[].'))
		return process.datasets.length > 0 && process.datasets.every(({ node }) => entryOf(node, key));
	const target = targetOf(process, home);
	return target !== undefined && entryOf(target, key) !== undefined;
}

function lastLine(map: MapNode): Entry | undefined {
	return map.entries.filter((entry) => !entry.merged && entry.value.kind === 'scalar').at(-1);
}

function targetOf(process: ProcessModel, home: string): MapNode | undefined {
	const parent = parentOf(home);
	if (parent === 'config.process[]') return process.node;
	if (parent === 'config.process[].datasets[]')
		return process.datasets.length === 1 ? process.datasets[0]?.node : undefined;
	const section = /^config\.process\[\]\.(\w+)$/.exec(parent)?.[1];
	const value = section === undefined ? undefined : entryOf(process.node, section)?.value;
	return value?.kind === 'map' ? value : undefined;
}
