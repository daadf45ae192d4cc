import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { fileExists, readText, trackedFiles } from './support/project.ts';

/** Returns the anchor that Markdown viewers assign to a heading. */
function anchorOf(heading: string): string {
	return heading
		.trim()
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
		.replaceAll(/\s/g, '-');
}

function anchorsOf(text: string): Set<string> {
	const withoutCode = text.replaceAll(/```[\s\S]*?```/g, '');
	return new Set([
		...[...withoutCode.matchAll(/^#+\s+(.*)$/gm)].map(([, heading = '']) => anchorOf(heading)),
		...[...withoutCode.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id),
	]);
}

/** The pages that the package holds. */
const packaged = 'docs/rules/';
const documents = trackedFiles().filter((path) => path.endsWith('.md'));

describe('links in the documents', () => {
	for (const file of documents) {
		it(`resolve in ${file}`, () => {
			const text = readText(file).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
			for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)) {
				if (/^[a-z]+:/i.test(target)) continue;
				const [path = '', anchor] = target.split('#');
				const resolved = path === '' ? file : posix.join(posix.dirname(file), decodeURI(path));
				assert.ok(fileExists(resolved), `${target} leads nowhere`);
				if (file.startsWith(packaged))
					assert.ok(resolved.startsWith(packaged), `${target} is not in the package`);
				if (anchor !== undefined && resolved.endsWith('.md')) {
					assert.ok(anchorsOf(readText(resolved)).has(anchor), `${target}: no such heading`);
				}
			}
		});
	}
});

describe('the sources that the documents name', () => {
	const sources = trackedFiles().filter((path) => path.endsWith('.ts'));
	/** Sources for the reader to write. */
	const examples = new Set(['name.ts', 'harbor.ts']);

	for (const file of documents) {
		it(`exist, in ${file}`, () => {
			const named = [...readText(file).matchAll(/(?<![\w./*>-])(?:[\w-]+\/)*[\w.-]+\.ts\b/g)].map(
				([name]) => name,
			);
			const gone = named.filter(
				(name) => !examples.has(name) && !sources.some((path) => `/${path}`.endsWith(`/${name}`)),
			);
			assert.deepEqual(gone, []);
		});
	}
});
