import type { TextRange } from '../../base/findings.ts';
import type { Entry, TrainingNode } from './node.ts';

interface Found {
	/** With indices: `config.process[0].train.lr`. */
	readonly path: string;
	readonly entry: Entry | undefined;
	readonly node: TrainingNode;
	readonly on: 'key' | 'value';
}

function holds(range: TextRange, offset: number): boolean {
	return offset >= range.start && offset <= range.end;
}

/** Returns the innermost key or value at an offset. */
export function findAt(root: TrainingNode | undefined, offset: number): Found | undefined {
	let node = root;
	let path = '';
	let entry: Entry | undefined;
	for (let depth = 0; node !== undefined && depth < 200; depth++) {
		if (node.kind === 'scalar') return { path, entry, node, on: 'value' };
		if (node.kind === 'map') {
			const found: Entry | undefined = node.entries.find(
				(each) => !each.merged && (holds(each.keyRange, offset) || holds(each.value.range, offset)),
			);
			if (found === undefined) return undefined;
			path = path === '' ? found.key : `${path}.${found.key}`;
			entry = found;
			if (holds(found.keyRange, offset)) return { path, entry, node: found.value, on: 'key' };
			node = found.value;
		} else {
			const index: number = node.items.findIndex((item) => holds(item.range, offset));
			if (index < 0) return entry === undefined ? undefined : { path, entry, node, on: 'value' };
			path = `${path}[${index}]`;
			node = node.items[index];
		}
	}
	return undefined;
}

/** Returns a path with `[]` in place of indices, as the known keys are named. */
export function generic(path: string): string {
	return path.replace(/\[\d+\]/g, '[]');
}
