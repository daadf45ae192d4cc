import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { fileExists, readText, trackedFiles } from './support/project.ts';

/** The anchor that Markdown viewers give a heading. */
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

describe('links in the documents', () => {
	for (const file of trackedFiles().filter((path) => path.endsWith('.md'))) {
		it(`resolve in ${file}`, () => {
			const text = readText(file).replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '');
			for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)) {
				if (/^[a-z]+:/i.test(target)) continue;
				const [path = '', anchor] = target.split('#');
				const resolved = path === '' ? file : posix.join(posix.dirname(file), decodeURI(path));
				assert.ok(fileExists(resolved), `${target} leads nowhere`);
				if (anchor !== undefined && resolved.endsWith('.md')) {
					assert.ok(anchorsOf(readText(resolved)).has(anchor), `${target}: no such heading`);
				}
			}
		});
	}
});
