import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { ownRules, serviceRules } from '../../../src/core/training/context.ts';

const folder = new URL('../../../docs/rules/', import.meta.url);

interface Pattern {
	readonly match: string;
}
const grammar = JSON.parse(
	readFileSync(new URL('../../../syntaxes/training.injection.json', import.meta.url), 'utf8'),
) as {
	readonly patterns: readonly Pattern[];
};

describe('pages of the rules', () => {
	it('exist for every code, say what to do, and belong to a code', () => {
		const wanted = [...Object.keys(serviceRules), ...ownRules, 'index'].map((name) => `${name}.md`).sort();
		const there = readdirSync(folder);
		assert.deepEqual(
			wanted.filter((name) => !there.includes(name)),
			[],
		);
		// The two other kinds of document have one page each.
		const others = ['deployment-files.md', 'workflow.md'];
		assert.deepEqual(there.toSorted(), [...wanted, ...others].toSorted());
		const index = readFileSync(new URL('index.md', folder), 'utf8');
		const listed = [...index.matchAll(/^- \[.+\]\((.+)\)$/gm)].map(([, name = '']) => name);
		assert.deepEqual([...listed, 'index.md'].sort(), wanted);
		for (const name of wanted.filter((each) => each !== 'index.md')) {
			const text = readFileSync(new URL(name, folder), 'utf8');
			for (const part of ['When it shows', 'Why', 'How to fix it'])
				assert.ok(text.includes(`**${part}.**`), `${name}: ${part}`);
		}
		for (const [code, name] of Object.entries(serviceRules)) {
			assert.ok(readFileSync(new URL(`${code}.md`, folder), 'utf8').startsWith(`# ${code} ${name}\n`));
		}
	});
});

describe('colors of placeholders, flags and paths', () => {
	const found = (text: string) =>
		grammar.patterns.flatMap(({ match }) =>
			[...text.matchAll(new RegExp(match, 'g'))].map((each) => each[0]),
		);

	it('mark what the toolkit replaces or reads, and nothing else', () => {
		assert.deepEqual(found('- "[trigger] at home --w 640 --ctrl_img_1 x, well--known"'), [
			'[trigger]',
			'--w',
		]);
		assert.deepEqual(found(`hf_token: $\{HF_TOKEN} # [name] [x]`), ['[name]', `$\{HF_TOKEN}`]);
		assert.deepEqual(found('folder_path: /app/ai-toolkit/datasets/portraits'), [
			'/app/ai-toolkit/datasets/portraits',
		]);
	});
});
