import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Operation, planEdits, tagsOf } from '../../../src/core/captions/edits.ts';

const made = (operation: Operation, ...texts: string[]): string[] => {
	const plan = planEdits(
		operation,
		texts.map((text, index) => ({ id: String(index), text })),
	);
	assert.ok(plan.ok, plan.ok ? '' : plan.problem);
	const edits = new Map(plan.edits.map((edit) => [edit.id, edit.after]));
	return texts.map((text, index) => edits.get(String(index)) ?? text);
};
const replace = (
	find: string,
	replacement: string,
	more: { expression?: boolean; matchCase?: boolean } = {},
) => ({ kind: 'replace', find, replacement, expression: false, matchCase: false, ...more }) as const;
const problem = (operation: Operation) => {
	const plan = planEdits(operation, []);
	return plan.ok ? undefined : plan.problem;
};

describe('find and replace in captions', () => {
	it('matches plain text literally, ignoring case unless requested otherwise', () => {
		assert.deepEqual(made(replace('CAT', 'dog'), 'a cat, Cats'), ['a dog, dogs']);
		assert.deepEqual(made(replace('Cat', 'dog', { matchCase: true }), 'a cat, Cats'), ['a cat, dogs']);
		assert.deepEqual(made(replace('(a.b)*', '$1 $& $$'), 'x (a.b)* y'), ['x $1 $& $$ y']);
		assert.deepEqual(made(replace('[-/]', '+'), 'a[-/]b'), ['a+b']);
	});

	it('accepts an expression with groups, Unicode classes and line ends', () => {
		const expression = { expression: true };
		assert.deepEqual(made(replace('(\\w+) cat', 'cat of $1', expression), 'red cat'), ['cat of red']);
		assert.deepEqual(made(replace('\\p{Lu}', '_', { ...expression, matchCase: true }), 'Éa'), ['_a']);
		assert.deepEqual(made(replace('^a$', 'b', expression), 'a\nab\na'), ['b\nab\nb']);
		assert.deepEqual(made(replace('close\\-up', 'wide', expression), 'close-up'), ['wide']);
	});

	it('explains an invalid expression, and requires one', () => {
		assert.match(
			problem(replace('(', '', { expression: true })) ?? '',
			/^The regular expression is not valid: \S/,
		);
		assert.equal(problem(replace('', 'x')), 'Enter the text to find.');
	});

	it('lists exactly the changed captions, with their text before and after', () => {
		const plan = planEdits(replace('a', 'a'), [{ id: '1', text: 'a' }]);
		assert.deepEqual(plan, { ok: true, edits: [] });
		fc.assert(
			fc.property(
				fc.array(fc.string({ maxLength: 12 })),
				fc.string({ minLength: 1, maxLength: 2 }),
				(texts, find) => {
					const captions = texts.map((text, index) => ({ id: String(index), text }));
					const planned = planEdits(replace(find, '', { matchCase: true }), captions);
					assert.ok(planned.ok);
					const expected = captions.filter(({ text }) => text.includes(find));
					assert.deepEqual(
						planned.edits.map(({ id, before, after }) => [id, before, after]),
						expected.map(({ id, text }) => [id, text, text.split(find).join('')]),
					);
				},
			),
		);
	});
});

describe('tags of captions', () => {
	const prepend = (text: string, separator = ', ') => ({ kind: 'prepend', text, separator }) as const;
	const append = (text: string, separator = ', ') => ({ kind: 'append', text, separator }) as const;
	const remove = (tag: string) => ({ kind: 'removeTag', tag }) as const;

	it('are added before or after with one separator, and only once', () => {
		assert.deepEqual(made(prepend('ohwx'), 'a cat', 'ohwx, a cat', 'ohwx man', 'ohwxy', ''), [
			'ohwx, a cat',
			'ohwx, a cat',
			'ohwx man',
			'ohwx, ohwxy',
			'ohwx',
		]);
		assert.deepEqual(
			made(append('film'), 'a cat', 'a cat,', 'a cat, ', 'film, a cat', 'on film', 'microfilm'),
			['a cat, film', 'a cat, film', 'a cat, film', 'film, a cat', 'on film', 'microfilm, film'],
		);
		assert.deepEqual(made(prepend('photo of', ' '), 'a cat'), ['photo of a cat']);
		assert.equal(problem(prepend('  ')), 'Enter the text to add.');
	});

	it('are added only once, even if repeated', () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom('prepend' as const, 'append' as const), (text, kind) => {
				const operation = { kind, text: 'ohwx', separator: ', ' };
				const once = made(operation, text);
				assert.deepEqual(made(operation, ...once), once);
			}),
		);
	});

	it('are removed together with their comma, ignoring case', () => {
		assert.deepEqual(
			made(remove('Cat'), 'cat, dog', 'dog, cat', 'a, CAT , b', 'cat', 'a cat, b', 'x\ncat\ny'),
			['dog', 'dog', 'a, b', '', 'a cat, b', 'x\ny'],
		);
	});

	it('other than the removed one all stay, in order', () => {
		const words = fc.constantFrom('cat', 'dog', 'a house', '', ' ');
		fc.assert(
			fc.property(fc.array(words), (pieces) => {
				const text = pieces.join(', ');
				const [result = ''] = made(remove('cat'), text);
				assert.deepEqual(
					tagsOf(result),
					tagsOf(text).filter((tag) => tag !== 'cat'),
				);
			}),
		);
	});
});
