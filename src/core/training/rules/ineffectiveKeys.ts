import * as l10n from '@vscode/l10n';
import type { CheckContext, EntryContext, FindingDetails, WalkContext } from '../context.ts';
import { isOpen, type KeyFacts } from '../schema.ts';
import { type Entry, entryOf, isOn, type MapNode, placeOfEntry, textOf } from '../yaml/node.ts';

/** Old flags covered by a rule of the service, and keys that are outdated only in combination. */
const quietlyOld = /\.(is_[a-z0-9_]+|prompts|gradient_accumulation_steps)$/;

/** Reports keys that are never read, or not for this architecture or process. Returns false if the value needs no further check. */
export function checkIneffective(context: CheckContext, here: EntryContext, facts: KeyFacts): boolean {
	const { entry, map, process } = here;
	const place = { range: entry.keyRange, path: here.path };
	const hint = (remark: Omit<FindingDetails, 'range' | 'path'>) =>
		context.own('no-effect', 'hint', { ...place, tags: ['unnecessary'], ...remark });
	if (facts.removed === true) {
		context.own('toolkit-conflict', 'error', {
			...place,
			message: l10n.t('"{0}" was removed from the toolkit, which stops when it finds it.', entry.key),
			remedy: l10n.t('Remove {0}.', entry.key),
			fixes: context.remove(map, entry, true),
		});
		return false;
	}
	if (facts.unused === true) {
		hint({
			message: l10n.t('The toolkit accepts "{0}" but never uses it.', entry.key),
			remedy: l10n.t('Remove it.'),
			fixes: context.remove(map, entry),
		});
	} else if (here.schema.path.endsWith('.caption_type') && losesCaptions(entry, map)) {
		context.own('dataset-files', 'warning', {
			...place,
			range: placeOfEntry(entry),
			message: l10n.t(
				'"{0}" is added to the file name without a dot, so no caption is ever found.',
				entry.key,
			),
			remedy: l10n.t('Use caption_ext, which adds the dot.'),
			fixes: context.rename(entry, 'caption_ext', true),
		});
	} else if (facts.deprecated === true && !quietlyOld.test(here.schema.path)) {
		const replacement = facts.replacedBy?.slice(facts.replacedBy.lastIndexOf('.') + 1);
		const free = replacement !== undefined && !map.entries.some((each) => each.key === replacement);
		hint({
			message:
				replacement === undefined
					? l10n.t('"{0}" is the old name.', entry.key)
					: l10n.t('"{0}" is the old name of "{1}".', entry.key, replacement),
			remedy: replacement === undefined ? l10n.t('Remove it.') : l10n.t('Use {0}.', replacement),
			tags: ['deprecated'],
			fixes: free ? context.rename(entry, replacement) : [],
		});
	} else if (
		facts.archs !== undefined &&
		process?.arch !== undefined &&
		!facts.archs.includes(process.arch.arch) &&
		!/\.ctrl_img(_1)?$/.test(here.schema.path) &&
		isOn(map, entry.key) &&
		facts.default !== (entry.value.kind === 'scalar' ? entry.value.value : undefined)
	) {
		hint({
			message: l10n.t(
				'"{0}" has no effect for {1}: only {2} read it.',
				entry.key,
				process.arch.label,
				facts.archs.slice(0, 6).join(', '),
			),
			remedy: l10n.t('Remove it, or check model.arch.'),
			fixes: context.remove(map, entry),
		});
	} else if (process?.trains === true && entry.value.kind === 'map' && isSectionOfOtherProcess(here)) {
		hint({
			message: l10n.t(
				'A process of type {0} never reads "{1}".',
				process.type ?? l10n.t('this kind'),
				entry.key,
			),
			remedy: l10n.t('Remove the section, or check the type of the process.'),
		});
		return false;
	}
	return true;
}

/** Returns whether a `caption_type` is in effect and lacks a leading dot. */
function losesCaptions({ value }: Entry, map: MapNode): boolean {
	return /^[^.]/.test(textOf(value) ?? '') && entryOf(map, 'caption_ext') === undefined;
}

function isSectionOfOtherProcess(here: WalkContext): boolean {
	const { schema: place, process } = here;
	if (isOpen(place) || place.children.size === 0) return false;
	for (const child of place.children.values()) {
		const types = child.facts?.processTypes;
		if (types === undefined || types.includes(process?.type ?? '')) return false;
	}
	return true;
}
