import type { CheckContext, WalkContext } from '../context.ts';
import { isOpen, type KeyFacts } from '../schema.ts';
import { fix, removeEntry } from '../yaml/edits.ts';
import { type Entry, entryOf, isOn, type MapNode, placeOfEntry } from '../yaml/node.ts';

/** Old flags that a rule of the service speaks for, and keys whose age matters only in combination. */
const quietlyOld = /\.(is_[a-z0-9_]+|prompts|gradient_accumulation_steps)$/;

/** Keys that are read by nobody, or not for this architecture or process. Returns false when the value needs no further look. */
export function checkIneffective(
	context: CheckContext,
	entry: Entry,
	map: MapNode,
	here: WalkContext,
	facts: KeyFacts,
): boolean {
	const fixes = () => fix(`Remove ${entry.key}`, removeEntry(context.text, map, entry));
	if (facts.removed === true) {
		context.own('toolkit-conflict', 'error', {
			range: entry.keyRange,
			path: here.path,
			message: `"${entry.key}" was removed from the toolkit, which stops when it finds it.`,
			remedy: `Remove ${entry.key}.`,
			fixes: fix(`Remove ${entry.key}`, removeEntry(context.text, map, entry), true),
		});
		return false;
	}
	const { process } = here;
	if (facts.unused === true) {
		context.own('no-effect', 'hint', {
			range: entry.keyRange,
			path: here.path,
			message: `The toolkit accepts "${entry.key}" but never uses it.`,
			remedy: 'Remove it.',
			tags: ['unnecessary'],
			fixes: fixes(),
		});
	} else if (here.schema.path.endsWith('.caption_type') && losesCaptions(entry, map)) {
		context.own('dataset-files', 'warning', {
			range: placeOfEntry(entry),
			path: here.path,
			message: `"${entry.key}" is added to the file name without a dot, so no caption is ever found.`,
			remedy: 'Use caption_ext, which adds the dot.',
			fixes: fix('Rename to caption_ext', { range: entry.keyRange, newText: 'caption_ext' }, true),
		});
	} else if (facts.deprecated === true && !quietlyOld.test(here.schema.path)) {
		const replacement = facts.replacedBy?.slice(facts.replacedBy.lastIndexOf('.') + 1);
		const free = replacement !== undefined && !map.entries.some((each) => each.key === replacement);
		context.own('no-effect', 'hint', {
			range: entry.keyRange,
			path: here.path,
			message: `"${entry.key}" is the old name${replacement === undefined ? '' : ` of "${replacement}"`}.`,
			remedy: replacement === undefined ? 'Remove it.' : `Use ${replacement}.`,
			tags: ['deprecated'],
			fixes: free ? fix(`Rename to ${replacement}`, { range: entry.keyRange, newText: replacement }) : [],
		});
	} else if (
		facts.archs !== undefined &&
		process?.arch !== undefined &&
		!facts.archs.includes(process.arch.arch) &&
		!/\.ctrl_img(_1)?$/.test(here.schema.path) &&
		isOn(map, entry.key) &&
		facts.default !== (entry.value.kind === 'scalar' ? entry.value.value : undefined)
	) {
		context.own('no-effect', 'hint', {
			range: entry.keyRange,
			path: here.path,
			message: `"${entry.key}" has no effect for ${process.arch.label}: only ${facts.archs.slice(0, 6).join(', ')} read it.`,
			remedy: 'Remove it, or check model.arch.',
			tags: ['unnecessary'],
			fixes: fixes(),
		});
	} else if (process?.trains === true && entry.value.kind === 'map' && isForeignSection(here)) {
		context.own('no-effect', 'hint', {
			range: entry.keyRange,
			path: here.path,
			message: `A process of type ${process.type ?? 'this kind'} never reads "${entry.key}".`,
			remedy: 'Remove the section, or check the type of the process.',
			tags: ['unnecessary'],
		});
		return false;
	}
	return true;
}

/** A `caption_type` that counts and has no dot of its own. */
function losesCaptions({ value }: Entry, map: MapNode): boolean {
	return (
		value.kind === 'scalar' &&
		typeof value.value === 'string' &&
		/^[^.]/.test(value.value) &&
		entryOf(map, 'caption_ext') === undefined
	);
}

/** A section whose every key belongs to other kinds of process. */
function isForeignSection(here: WalkContext): boolean {
	const { schema: place, process } = here;
	if (isOpen(place) || place.children.size === 0) return false;
	for (const child of place.children.values()) {
		const types = child.facts?.processTypes;
		if (types === undefined || types.includes(process?.type ?? '')) return false;
	}
	return true;
}
