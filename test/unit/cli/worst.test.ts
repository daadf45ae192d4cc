import assert from 'node:assert/strict';
import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkCommand } from '../../../src/cli/fileCommands.ts';
import { runAlone } from '../../support/commandIo.ts';
import { newFolder } from '../../support/newFolder.ts';

const blank =
	'"class_type": "EmptyImage", "inputs": {"width": 64, "height": 64, "batch_size": 1, "color": 0}';
const sound = `{"1": {${blank}}, "2": {"class_type": "PreviewImage", "inputs": {"images": ["1", 0]}}}`;
const depth = 100_000;
const nested = (value: string) => sound.replace('"width": 64', `"width": ${value}`);

describe('easel check with the worst input', () => {
	let folder = '';

	before(() => {
		folder = newFolder();
	});

	const run = (...argv: readonly string[]) => runAlone(checkCommand, argv, { cwd: folder });

	/** The content of a file, the status that it leads to, and the sentence that gives the reason. */
	const contents: readonly (readonly [
		name: string,
		content: string | Uint8Array,
		status: number,
		words: RegExp,
	])[] = [
		['nothing', '', 2, /^nothing\.json is empty\.$/m],
		['white space', ' \r\n\t ', 2, /is empty\.$/m],
		['a text of two bytes a letter', Buffer.from(`\uFEFF${sound}`, 'utf16le'), 2, /is not written in UTF-8/],
		['bytes that are not text', new Uint8Array(1000).fill(0xff), 2, /is not written in UTF-8/],
		[
			'one such byte in a workflow',
			Buffer.concat([Buffer.from(sound.slice(0, 30)), Buffer.from([0xff]), Buffer.from(sound.slice(30))]),
			2,
			/is not written in UTF-8/,
		],
		['a mark at the start', `\uFEFF${sound}`, 0, /^0 errors, 0 warnings in 1 document$/m],
		['Windows line ends', sound.replaceAll(', ', ',\r\n'), 0, /^0 errors/],
		['lists in lists without end', '['.repeat(depth), 2, /is not a workflow document/],
		['lists in lists', '['.repeat(depth) + ']'.repeat(depth), 2, /is not a workflow document/],
		['objects in objects', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, 2, /is not a workflow document/],
		['lists in lists in an input', nested('['.repeat(depth) + ']'.repeat(depth)), 1, /\[bad_linked_input\]/],
		[
			'objects in objects in an input',
			nested(`${'{"__value__":'.repeat(depth)}1${'}'.repeat(depth)}`),
			1,
			/\[invalid_input_type\]/,
		],
		[
			'lists in an input that are never closed',
			nested('['.repeat(depth)),
			1,
			/This is never closed.*\[json_syntax\]/,
		],
		['NaN', nested('NaN'), 1, /"NaN" is not a number in JSON/],
		['an infinity', nested('-Infinity'), 1, /"-Infinity" is not a number in JSON/],
		['a number without end', nested('9'.repeat(depth)), 1, /the maximum is|cannot be read as one/],
		[
			'an id that occurs twice',
			sound.replace('{"1"', `{"1": {${blank}}, "1"`),
			0,
			/warning: Node 1 occurs again below/,
		],
		['half a character as an id', sound.replaceAll('"1"', '"\\ud800"'), 0, /^0 errors/],
		['a byte of zero in a number', nested('6\u00004'), 1, /\[json_syntax\]/],
		['only closing braces', '}'.repeat(1_000_000), 2, /is not a workflow document/],
		[
			'a million words that are not JSON',
			`{"1": {"class_type": "EmptyImage", "inputs": {${'"a" '.repeat(1_000_000)}}}}`,
			1,
			/\[json_syntax\]/,
		],
		[
			'a million members that are not nodes',
			`{"1": {${blank}}${', "a": 1'.repeat(1_000_000)}}`,
			1,
			/"a" is not a node/,
		],
		[
			'more nodes than a workflow has',
			`{"1": {${blank}}${Array.from({ length: 150_000 }, (_none, id) => `, "n${id}": {}`).join('')}}`,
			1,
			/150001 nodes, which is more than Easel checks/,
		],
		[
			'a million equal inputs',
			`{"1": {"class_type": "EmptyImage", "inputs": {"width": 1${', "width": 1'.repeat(1_000_000)}}}}`,
			1,
			/occurs again below/,
		],
		['a number', '1', 2, /is not a workflow document/],
		['null', 'null', 2, /is not a workflow document/],
	];
	for (const [name, content, status, words] of contents) {
		it(`returns ${status} with a sentence for ${name}`, async () => {
			const file = name === 'nothing' ? 'nothing.json' : 'worst.json';
			await writeFile(join(folder, file), content);
			const answer = await run(file);
			assert.match(answer.status === 2 ? answer.err : answer.out, words);
			assert.equal(answer.status, status);
			for (const line of `${answer.out}${answer.err}`.split('\n'))
				assert.ok(line.length < 2000, line.slice(0, 200));
		});
	}

	it('reports a file of 50 MB as too large, and skips it in a folder', async () => {
		await mkdir(join(folder, 'large'));
		const file = await open(join(folder, 'large', 'data.json'), 'w');
		await file.truncate(50_000_000);
		await file.close();
		await writeFile(join(folder, 'large', 'good.json'), sound);
		const named = await run('large/data.json');
		assert.equal(named.status, 2);
		assert.match(named.err, /^large\/data\.json is larger than 32 MB/);
		assert.deepEqual(await run('large'), { status: 0, out: '0 errors, 0 warnings in 1 document\n', err: '' });
	});

	it('explains why a link, a folder or a file cannot be read, and continues with the rest', async () => {
		await writeFile(join(folder, 'good.json'), sound);
		await symlink('circle.json', join(folder, 'circle.json'));
		await symlink('gone.json', join(folder, 'dangling.json'));
		await mkdir(join(folder, 'folder.json'));
		const answer = await run('circle.json', 'dangling.json', 'folder.json', 'none/*.json', 'good.json');
		assert.equal(answer.status, 2);
		assert.match(answer.err, /^circle\.json cannot be read: it is a link that refers to itself\.$/m);
		assert.match(answer.err, /^dangling\.json does not exist\.$/m);
		assert.match(answer.err, /^folder\.json contains no JSON or YAML file\.$/m);
		assert.match(answer.err, /^none\/\*\.json does not exist\.$/m);
		assert.match(answer.out, /in 1 document$/m);
	});

	it('checks a file once however many links of a pattern lead to it', async () => {
		await mkdir(join(folder, 'loop', 'inner'), { recursive: true });
		await writeFile(join(folder, 'loop', 'good.json'), sound);
		for (const name of ['one', 'two', 'three']) await symlink('..', join(folder, 'loop', 'inner', name));
		await symlink('good.json', join(folder, 'loop', 'also.json'));
		for (const pattern of ['./loop/**/*.json', 'loop/**/*.json', './**/loop/**/*.json'])
			assert.match((await run(pattern)).out, /in 1 document$/m, pattern);
	});

	it('follows no link from a folder back into itself', async () => {
		await mkdir(join(folder, 'ring', 'inner'), { recursive: true });
		await writeFile(join(folder, 'ring', 'inner', 'good.json'), sound);
		await symlink('..', join(folder, 'ring', 'inner', 'up'));
		assert.deepEqual(await run('ring'), { status: 0, out: '0 errors, 0 warnings in 1 document\n', err: '' });
	});

	it('reports a file without permission to read it', async function () {
		// The administrator may read everything.
		if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
		await writeFile(join(folder, 'locked.json'), sound);
		await chmod(join(folder, 'locked.json'), 0);
		const answer = await run('locked.json');
		assert.equal(answer.status, 2);
		assert.match(answer.err, /^locked\.json cannot be read: its permissions do not allow it\.$/m);
	});
});
