import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operations } from '../../src/core/operations/table.ts';
import { root } from './machine.mjs';

/** The callers of operations, with their sources. */
const sources = {
	window: 'src/editor/**/*.ts',
	terminal: 'src/cli/**/*.ts',
	agents: 'src/core/agents/**/*.ts',
} as const;
export type Caller = keyof typeof sources;
export const callers = Object.keys(sources) as readonly Caller[];

/** Returns the callers of each operation in the sources: by its exported constant, or by its id. */
export async function callersOfOperations(): Promise<ReadonlyMap<string, readonly Caller[]>> {
	const run = new Map<Caller, ReadonlySet<string>>();
	for (const caller of callers) run.set(caller, await operationsIn(sources[caller]));
	return new Map(
		[...operations.keys()].map((id) => [id, callers.filter((caller) => run.get(caller)?.has(id))]),
	);
}

async function operationsIn(pattern: string): Promise<ReadonlySet<string>> {
	const found = new Set<string>();
	for (const file of globSync(pattern, { cwd: root })) {
		const text = readFileSync(join(root, file), 'utf8');
		for (const [, id = ''] of text.matchAll(
			/\b(?:operation: |call\(\s*|(?:row|byId|deletion)\(\s*'[a-z -]+',\s*)'([a-z]+\.[A-Za-z]+)'/g,
		))
			found.add(id);
		for (const [statement, names = '', from = ''] of text.matchAll(
			/^import \{([^}]*)\} from '([^']*\/operations\/[^']*)';$/gm,
		)) {
			const module = await import(pathToFileURL(join(root, dirname(file), from)).href);
			const rest = text.replace(statement, '');
			for (const name of names.split(',').map((each) => each.trim())) {
				const [exported = '', local = exported] = name.split(' as ');
				for (const [id, written] of writtenAs(local, module[exported])) {
					// Its type and its schemas are not a call.
					if (new RegExp(`(?<!typeof\\s+|[.\\w])${written}\\b(?![.\\w])`).test(rest)) found.add(id);
				}
			}
		}
	}
	return found;
}

/** Returns the operations that an exported value is or contains, by their ids, with the spelling in a source. */
function writtenAs(name: string, value: unknown): readonly (readonly [string, string])[] {
	if (typeof value !== 'object' || value === null) return [];
	if ('id' in value && typeof value.id === 'string' && operations.get(value.id) === value)
		return [[value.id, name]];
	return Object.entries(value).flatMap(([member, each]) =>
		name.includes('.') ? [] : writtenAs(`${name}.${member}`, each),
	);
}
