import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { textsIn } from '../../src/core/base/panel/pageTexts.ts';
import { find, readText, root } from './support/project.ts';

/** Returns the English texts of the sources of a panel, in which the calls are still visible. */
async function textsOfSources(entry: string): Promise<string[]> {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: [entry],
		bundle: true,
		write: false,
		format: 'esm',
		charset: 'utf8',
		external: ['@vscode/l10n', 'worker:*'],
		loader: { '.ttf': 'empty', '.min.js': 'empty' },
	});
	const script = outputFiles[0]?.text ?? '';
	const calls = script.matchAll(/\bl10n\d*\.t\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g);
	return [...new Set([...calls].map(([, , literal = '']) => literal.replaceAll(/\\(.)/g, '$1')))].sort();
}

describe('the page of a panel', () => {
	const bundle: Readonly<Record<string, string>> = JSON.parse(readText('l10n/bundle.l10n.json'));

	for (const entry of find('src/webviews/*/app.ts')) {
		const panel = entry.split('/')[2] ?? '';
		if (panel === 'agentApp') continue;

		it(`has every text that its view can show, and few others: ${panel}`, async () => {
			const shown = await textsOfSources(entry);
			const given = Object.keys(textsIn(readText(`dist/webviews/${panel}.js`), bundle));
			assert.ok(shown.length > 0);
			assert.deepEqual(
				shown.filter((text) => !given.includes(text)),
				[],
			);
			assert.ok(given.length < shown.length + 30, `${given.length} texts for ${shown.length}`);
		});
	}
});
