import assert from 'node:assert/strict';
import { commands } from '../../../src/cli/table.ts';
import { runLine } from '../../support/commandIo.ts';

/** Returns the words that can follow, the last one typed so far. */
async function following(...words: readonly string[]) {
	const { out, status } = await runLine(['__complete', ...words.slice(0, -1), `_${words.at(-1) ?? ''}`], {
		cwd: '/',
		env: { EASEL_DATA: '/nowhere', EASEL_CONFIG: '/nowhere' },
	});
	assert.equal(status, 0);
	const [kind, ...lines] = out.trimEnd().split('\n');
	return { kind, words: lines.map((line) => line.split('\t')[0] ?? '') };
}

describe('completion', () => {
	it('offers every command by its words, and every option of it', async () => {
		for (const { name, flags } of commands) {
			const parts = name.split(' ');
			for (const [index, part] of parts.entries())
				assert.ok((await following(...parts.slice(0, index), part)).words.includes(part), name);
			const { words } = await following(...parts, '-');
			for (const flag of flags) assert.ok(words.includes(`--${flag.name}`), `${name} --${flag.name}`);
		}
	});

	it('offers the values of an option after it, and no options there', async () => {
		assert.deepEqual((await following('run', 'a.json', '--mode', '')).words, ['auto', 'overrides', 'inline']);
		assert.deepEqual((await following('run', '--mode', 'in')).words, ['inline']);
		assert.deepEqual((await following('run', '--mode=in')).words, ['--mode=inline']);
		assert.deepEqual((await following('run', '--mode', '=')).words, ['auto', 'overrides', 'inline']);
		assert.deepEqual((await following('run', '--mode', '=', 'in')).words, ['inline']);
		assert.deepEqual(await following('run', '--seed', ''), { kind: 'words', words: [] });
		assert.deepEqual((await following('train', 'a.yaml', '--gpu', 'ADA')).words, [
			'ADA_80_PLUS',
			'ADA_80_PLUS:8',
		]);
		assert.ok((await following('deployments', 'create', '--hardware', '')).words.includes('AMPERE_48'));
		assert.deepEqual((await following('run', '--no-w')).words, ['--no-wait']);
	});

	it('offers files and folders if commands accept them', async () => {
		assert.equal((await following('run', '')).kind, 'files');
		assert.equal((await following('run', '--seed', '5', '')).kind, 'files');
		assert.equal((await following('workflows', 'compare', 'a.json', '')).kind, 'files');
		assert.equal((await following('check', 'a.json', 'b.json', '')).kind, 'files');
		assert.equal((await following('run', 'a.json', '--save', '')).kind, 'folders');
		assert.equal((await following('run', 'a.json', '-o', '')).kind, 'folders');
		assert.equal((await following('upload', '')).kind, 'folders');
		assert.equal((await following('train', '')).kind, 'files');
		assert.equal((await following('runs', 'list', '')).kind, 'words');
	});

	it('offers shells, connections and help topics', async () => {
		assert.deepEqual((await following('completion', '')).words, ['bash', 'zsh', 'fish', 'powershell']);
		assert.deepEqual((await following('runs', 'list', '--connection', '')).words, ['runcomfy']);
		assert.ok((await following('help', '')).words.includes('exit-codes'));
		assert.ok((await following('help', 'runs', '')).words.includes('list'));
		assert.deepEqual((await following('nonsense', '')).words, []);
	});

	it('has a script for each shell that calls it', async () => {
		for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
			const { out, status } = await runLine(['completion', shell], { cwd: '/' });
			assert.equal(status, 0);
			assert.match(out, /easel __complete/);
		}
		const { status, err } = await runLine(['completion', 'tcsh'], { cwd: '/' });
		assert.equal(status, 2);
		assert.match(err, /SHELL is one of bash, zsh, fish, powershell, not "tcsh"/);
	});
});
