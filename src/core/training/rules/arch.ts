import * as l10n from '@vscode/l10n';
import { closestMatch, keyCloseness, sameDigits } from '../../base/closestMatch.ts';
import type { Fix } from '../../base/findings.ts';
import { archNames, archOf, archOfLegacyFlag, baseOf } from '../archs.ts';
import type { ProcessModel } from '../configModel.ts';
import type { CheckContext } from '../context.ts';
import { quote } from '../yaml/edits.ts';
import { type Entry, entryOf, isEmptyEntry, isOn, type MapNode, placeOfEntry } from '../yaml/node.ts';
import { addKey } from './keySynonyms.ts';
import { archOfName } from './weights.ts';

/** Checks that an architecture is given and known to the toolkit. */
export function checkArch(context: CheckContext, process: ProcessModel, first: boolean): void {
	const { model, archText } = process;
	const entry = entryOf(model, 'arch');
	const path = `${process.path}.model.arch`;
	if (entry === undefined || isEmptyEntry(entry)) {
		if (first && !(context.partial && entry === undefined)) reportNoArch(context, process, entry, path);
		return;
	}
	if (archText === undefined && !(entry.value.kind === 'scalar' && entry.value.value === null))
		reportNoText(context, entry, path);
	if (archText === undefined || archText.includes('${')) return;
	if (archOf(archText) === undefined) reportUnknownArch(context, process, entry, archText, path);
	else if (archText.includes(':') && !archNames().includes(archText)) {
		context.own('unknown-arch', 'hint', {
			range: entry.value.range,
			path,
			message: l10n.t(
				'The toolkit reads only {0} and ignores the part after the colon.',
				archText.slice(0, archText.indexOf(':')),
			),
			remedy: l10n.t('Remove the part after the colon, unless the service asks for it.'),
		});
	}
}

function reportNoArch(
	context: CheckContext,
	process: ProcessModel,
	entry: Entry | undefined,
	path: string,
): void {
	const { model } = process;
	const flag = legacyFlagOf(model);
	const meant = meantArch(model, flag);
	const fixes = archFixes(context, model, { entry, flag, meant });
	if (context.local && reportStableDiffusion(context, process, flag !== undefined, fixes)) return;
	const owner = entryOf(process.node, 'model') ?? process.node.entries[0];
	const place = entry ?? flag ?? owner ?? model?.entries[0];
	context.service(42275, {
		range: place?.keyRange ?? process.node.range,
		path,
		message:
			flag === undefined
				? l10n.t('The model has no arch, and the service accepts no job without it.')
				: l10n.t(
						'"{0}" is the old way to name the architecture, and the service accepts no job without model.arch.',
						flag.key,
					),
		remedy:
			meant === undefined
				? l10n.t('Add arch to model, for example arch: flux.')
				: l10n.t('Add arch: {0} to model.', meant),
		fixes,
	});
}

/** Returns the old way to name an architecture: a separate boolean. */
function legacyFlagOf(model: MapNode | undefined): Entry | undefined {
	return model?.entries.find(
		({ key }) => key.startsWith('is_') && isOn(model, key) && archOfLegacyFlag(key) !== undefined,
	);
}

/**
 * Returns the most likely architecture of a model without one: that of its name if the boolean agrees with it, else
 * that of the boolean.
 */
function meantArch(model: MapNode | undefined, flag: Entry | undefined): string | undefined {
	const named = archOfName(model);
	const old = flag === undefined ? undefined : archOfLegacyFlag(flag.key);
	const agrees = old === undefined || (named !== undefined && archOf(named) === old);
	return agrees ? named : old.arch;
}

function archFixes(
	context: CheckContext,
	model: MapNode | undefined,
	{
		entry,
		flag,
		meant,
	}: Readonly<Record<'entry' | 'flag', Entry | undefined>> & {
		readonly meant: string | undefined;
	},
): readonly Fix[] {
	if (model === undefined || meant === undefined) return [];
	const title = l10n.t('Add arch: {0}', meant);
	if (entry !== undefined) return context.replace(entry, meant, title);
	const added = { key: 'arch', value: meant, after: flag };
	return addKey(context, model, 'config.process[].model', added, title, flag !== undefined);
}

function reportUnknownArch(
	context: CheckContext,
	process: ProcessModel,
	entry: Entry,
	archText: string,
	path: string,
): void {
	// The weights are a better sign than the spelling.
	const named = archOfName(process.model);
	const closest = closestMatch(archText, archNames(), keyCloseness);
	const near = named ?? closest?.match;
	const range = entry.value.range;
	const isSlipped =
		near !== undefined && (named === undefined ? isSlipOf(archText, near) : !extendsName(archText, named));
	// A newer toolkit may know it, and a name that is only alike is another model.
	const offered = isSlipped || named !== undefined ? near : undefined;
	const isSure = isSlipped && (named !== undefined || closest?.clear === true);
	context.own('unknown-arch', isSlipped ? 'error' : 'warning', {
		range,
		path,
		message: isSlipped
			? l10n.t('Unknown architecture "{0}"; the toolkit loads Stable Diffusion instead.', archText)
			: l10n.t(
					'Easel does not know the architecture "{0}", and a toolkit that does not know it either loads Stable Diffusion instead.',
					archText,
				),
		remedy:
			near === undefined
				? l10n.t('Check the spelling, or keep it if your toolkit is newer.')
				: isSlipped
					? l10n.t('Did you mean "{0}"?', near)
					: l10n.t('Keep it if your toolkit is newer. Otherwise, did you mean "{0}"?', near),
		fixes:
			offered === undefined ? [] : context.replace(entry, offered, l10n.t('Change to {0}', offered), isSure),
	});
}

/** Characters between the parts of a name. */
const separators = /[\s_.:-]+/;

/**
 * Returns whether an unknown architecture looks like a typing error in a known one, part by part. Other digits or parts
 * are how successors and siblings are named.
 */
function isSlipOf(archText: string, known: string): boolean {
	const [parts, others] = [archText, known].map((name) => name.toLowerCase().split(separators));
	if (parts === undefined || others === undefined) return false;
	if (parts.join('') === others.join('')) return true;
	return (
		parts.length === others.length &&
		sameDigits(archText, known) &&
		parts.every(
			(part) => others.includes(part) || (part.length > 2 && closestMatch(part, others, keyCloseness)),
		)
	);
}

/** Returns whether a name continues the name of an architecture with these weights: `flux3`, `minimax_h3_i2v`. */
function extendsName(archText: string, known: string): boolean {
	const base = baseOf(known);
	return archText.startsWith(base) && /^[\d_.:-]/.test(archText.slice(base.length));
}

/** Reports an architecture that is not a text, which the service requires; the toolkit stops at any other type. */
function reportNoText(context: CheckContext, entry: Entry, path: string): void {
	const { value } = entry;
	const quoted =
		value.kind === 'scalar' && archOf(value.source) !== undefined ? quote(value.source) : undefined;
	context.error(42275, {
		range: value.kind === 'scalar' ? placeOfEntry(entry) : entry.keyRange,
		path,
		message:
			value.kind === 'scalar'
				? typeof value.value === 'boolean'
					? l10n.t('The arch must be a text, and without quotes YAML reads {0} as a switch.', value.source)
					: l10n.t('The arch must be a text, and without quotes YAML reads {0} as a number.', value.source)
				: value.kind === 'list'
					? l10n.t('The arch must be a text, not a list.')
					: l10n.t('The arch must be a text, not a group of keys.'),
		remedy: l10n.t('Write the name of one architecture, for example arch: flux.'),
		fixes: quoted === undefined ? [] : context.replace(entry, quoted, l10n.t('Put it in quotes')),
	});
}

/**
 * Reports a missing architecture outside the service if the weights are those of another model: the toolkit then loads
 * Stable Diffusion. Returns whether that was reported.
 */
function reportStableDiffusion(
	context: CheckContext,
	process: ProcessModel,
	flagged: boolean,
	fixes: readonly Fix[],
): boolean {
	const name = archOfName(process.model);
	const arch = name === undefined ? undefined : archOf(name);
	if (name === undefined || arch === undefined || flagged || arch.family === 'Stable Diffusion') return false;
	const entry = entryOf(process.model, 'name_or_path');
	context.error(42275, {
		range: entry === undefined ? process.node.range : placeOfEntry(entry),
		path: `${process.path}.model.arch`,
		message: l10n.t(
			'These are the weights of {0}, and without arch the toolkit loads them as Stable Diffusion.',
			arch.label,
		),
		remedy: l10n.t('Add arch: {0} to model.', name),
		fixes: fixes.map((each) => ({ ...each, preferred: true })),
	});
	return true;
}
