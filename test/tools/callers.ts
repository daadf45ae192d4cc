import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operations } from '../../src/core/operations/table.ts';
import { root } from './machine.mjs';

/** Those who run operations, with the sources that they do it in. */
const sources = {
	window: 'src/editor/**/*.ts',
	terminal: 'src/cli/**/*.ts',
	agents: 'src/core/agents/**/*.ts',
} as const;
export type Caller = keyof typeof sources;
export const callers = Object.keys(sources) as readonly Caller[];

/** Returns the callers of each operation, as their sources have it: by its exported constant, or by its id. */
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
		for (const [, id = ''] of text.matchAll(/\b(?:operation: |call\(\s*)'([a-z]+\.[A-Za-z]+)'/g))
			found.add(id);
		for (const [statement, names = '', from = ''] of text.matchAll(
			/^import \{([^}]*)\} from '([^']*\/operations\/[^']*)';$/gm,
		)) {
			const module = await import(pathToFileURL(join(root, dirname(file), from)).href);
			for (const name of names.split(',').map((each) => each.trim())) {
				const [exported = '', local = exported] = name.split(' as ');
				const id: unknown = module[exported]?.id;
				// Its type and its schemas are not a call.
				const use = new RegExp(`(?<!typeof\\s+|[.\\w])${local}\\b(?![.\\w])`);
				if (
					typeof id === 'string' &&
					operations.get(id) === module[exported] &&
					use.test(text.replace(statement, ''))
				)
					found.add(id);
			}
		}
	}
	return found;
}
