import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { readText, root } from './project.ts';

/** A regular expression as written in a source. */
export interface Expression {
	readonly file: string;
	readonly source: string;
	readonly flags: string;
}

interface SyntaxNode {
	readonly type?: string;
	readonly regex?: { readonly pattern: string; readonly flags: string };
}

const require = createRequire(import.meta.url);
const { parse } = require('acorn') as {
	parse(code: string, options: { ecmaVersion: 'latest'; sourceType: 'module' }): SyntaxNode;
};
const { analyse } = require('scslre') as {
	analyse(literal: { source: string; flags: string }): { readonly reports: readonly unknown[] };
};

/** Returns every regular expression literal of the sources. */
export async function expressionsOf(folder: string): Promise<readonly Expression[]> {
	const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
		.sort();
	const found: Expression[] = [];
	for (const file of files) {
		const { code } = await transform(readText(file), {
			loader: 'ts',
			target: 'esnext',
			tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
		});
		collect(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (source, flags) =>
			found.push({ file, source, flags }),
		);
	}
	return found;
}

function collect(node: unknown, found: (source: string, flags: string) => void): void {
	if (typeof node !== 'object' || node === null) return;
	const { regex } = node as SyntaxNode;
	if (regex !== undefined) {
		found(regex.pattern, regex.flags);
		return;
	}
	for (const each of Object.values(node)) collect(each, found);
}

/** Returns whether the time of an expression may grow faster than the text. */
export function growsFaster({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean {
	return analyse({ source, flags }).reports.length > 0;
}
