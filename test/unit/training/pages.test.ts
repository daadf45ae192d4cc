import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ownRules, serviceRules } from '../../../src/core/training/context.ts';

const page = readFileSync(new URL('../../../docs/rules/training.md', import.meta.url), 'utf8');

interface Pattern {
	readonly match: string;
}
const grammar = JSON.parse(
	readFileSync(new URL('../../../syntaxes/training.injection.json', import.meta.url), 'utf8'),
) as {
	readonly patterns: readonly Pattern[];
};

describe('the page of the rules', () => {
	it('explains every code and its remedy, and nothing else', () => {
		const sections = page.split(/^### /m).slice(1);
		const codes = sections.map((section) => section.split('\n', 1)[0]);
		assert.deepEqual(codes.toSorted(), [...Object.keys(serviceRules), ...ownRules].toSorted());
		for (const section of sections) {
			for (const part of ['When it shows', 'Why', 'How to fix it'])
				assert.ok(section.includes(`**${part}.**`), section);
		}
		for (const [code, name] of Object.entries(serviceRules))
			assert.ok(page.includes(`\n### ${code}\n\n\`${name}\`\n`), code);
	});
});

describe('colors of placeholders, flags and paths', () => {
	const found = (text: string) =>
		grammar.patterns.flatMap(({ match }) =>
			[...text.matchAll(new RegExp(match, 'g'))].map((each) => each[0]),
		);

	it('mark text that the toolkit replaces or reads, and nothing else', () => {
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
