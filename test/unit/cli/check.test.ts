import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCommand } from '../../../src/cli/check.ts';
import { configuration, train } from '../training/config.ts';

const workflow = JSON.stringify({
	'1': {
		class_type: 'EmptyImage',
		inputs: { width: 64, height: 64, batch_size: 1, color: 0 },
		_meta: { title: 'a' },
	},
	'2': { class_type: 'PreviewImage', inputs: { images: ['1', 0] }, _meta: { title: 'b' } },
});
const broken = workflow.replace('["1",0]', '["9",0]');

describe('easel check', () => {
	let folder = '';
	let out = '';
	let err = '';

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'easel-check-'));
		await mkdir(join(folder, 'deep'));
		const write = (name: string, text: string) => writeFile(join(folder, name), text);
		await write('good.yaml', configuration());
		await write('bad.yaml', configuration({ train: [...train.slice(0, 3), 'lr: 0'] }));
		await write('other.yaml', 'services:\n  web: {}\n');
		await write('good.json', workflow);
		await write('deep/bad.json', broken);
		await write('other.json', '{"a": 1}');
		await write('datasets.json', JSON.stringify({ portraits: { state: 'DRAFT', files: [] } }));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	const run = async (...argv: readonly string[]): Promise<number> => {
		out = '';
		err = '';
		return checkCommand(argv, {
			cwd: folder,
			env: {},
			out: (text) => {
				out += text;
			},
			err: (text) => {
				err += text;
			},
		});
	};

	it('answers 0 for documents without errors', async () => {
		assert.equal(await run('good.yaml', 'good.json'), 0);
		assert.equal(out, '0 errors, 0 warnings in 2 documents\n');
		assert.equal(err, '');
	});

	it('answers 1 with errors, each on a line of its own with its place and code', async () => {
		assert.equal(await run('bad.yaml'), 1);
		const [line] = out.split('\n');
		assert.match(line ?? '', /^bad\.yaml:\d+:\d+: error: .+ \[42274 INVALID_LEARNING_RATE\]$/);
	});

	it('answers 2 for what cannot be read or is of neither kind, and still checks the rest', async () => {
		assert.equal(await run('bad.yaml', 'gone.yaml'), 2);
		assert.match(err, /gone\.yaml is not there/);
		assert.match(out, /42274/);
		assert.equal(await run('other.yaml'), 2);
		assert.match(err, /neither a workflow document nor a training configuration/);
		assert.equal(await run('other.json'), 2);
	});

	it('takes patterns and folders, and passes over other files there', async () => {
		assert.equal(await run('**/*.{json,yaml}'), 1);
		assert.match(out, /in 4 documents\n$/);
		assert.equal(await run('deep'), 1);
		assert.match(out, /bad\.json/);
		assert.equal(await run('nothing/*.yaml'), 2);
	});

	it('prints JSON with places from 0', async () => {
		assert.equal(await run('--format', 'json', 'bad.yaml', 'deep/bad.json'), 1);
		const rows = JSON.parse(out) as readonly Record<string, unknown>[];
		const lr = rows.find((row) => row.kind === 'training');
		assert.equal(lr?.file, 'bad.yaml');
		assert.equal(lr?.severity, 'error');
		assert.equal(lr?.path, 'config.process[0].train.lr');
		const text = configuration({ train: [...train.slice(0, 3), 'lr: 0'] });
		const line = text.split('\n').findIndex((each) => each.includes('lr: 0'));
		assert.deepEqual(lr?.range, { start: { line, character: 12 }, end: { line, character: 13 } });
		const link = rows.find((row) => row.kind === 'workflow' && row.severity === 'error');
		assert.equal(link?.nodeId, '2');
		assert.equal(link?.input, 'images');
	});

	it('prints SARIF', async () => {
		assert.equal(await run('--format', 'sarif', 'bad.yaml'), 1);
		const log = JSON.parse(out);
		assert.equal(log.version, '2.1.0');
		const [result] = log.runs[0].results;
		assert.equal(result.level, 'error');
		assert.equal(result.ruleId, '42274 INVALID_LEARNING_RATE');
		assert.equal(log.runs[0].tool.driver.rules[0].id, result.ruleId);
		assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'bad.yaml');
	});

	it('feeds the rules about datasets and machines', async () => {
		assert.equal(await run('--datasets', 'datasets.json', 'good.yaml'), 1);
		assert.match(out, /42255 DATASET_NOT_READY/);
		assert.equal(await run('--gpu-type', 'HOPPER_141', '--gpu-count', '8', 'good.yaml'), 1);
		assert.match(out, /42273 INVALID_GPU_COUNT/);
		assert.equal(await run('--datasets', 'other.json', 'good.yaml'), 2);
	});

	it('takes the service’s rules as hints for local use', async () => {
		await writeFile(join(folder, 'local.yaml'), configuration().replace('/app/ai-toolkit/output', 'output'));
		assert.equal(await run('local.yaml'), 1);
		assert.equal(await run('--target', 'local', 'local.yaml'), 0);
	});

	it('says what is wrong with a command line', async () => {
		for (const argv of [
			[],
			['--format', 'xml', 'good.yaml'],
			['--nonsense'],
			['--gpu-count', 'x', 'good.yaml'],
		]) {
			assert.equal(await run(...argv), 2, argv.join(' '));
			assert.match(err, /easel check \[options\] FILE/);
		}
		assert.equal(await run('--help'), 0);
		assert.match(out, /--node-info/);
	});

	it('checks again when a file changes, until it is told to end', async () => {
		const stop = new AbortController();
		let written = '';
		let changed = false;
		const status = await checkCommand(['--watch', 'good.yaml'], {
			cwd: folder,
			env: {},
			signal: stop.signal,
			err: () => {},
			out: (text) => {
				written += text;
				if (!changed) {
					changed = true;
					setImmediate(
						() =>
							void writeFile(
								join(folder, 'good.yaml'),
								configuration({ train: [...train.slice(0, 3), 'lr: 0'] }),
							),
					);
				} else if (text.includes('42274')) setImmediate(() => stop.abort());
			},
		});
		assert.equal(status, 1);
		assert.match(written, /^0 errors, 0 warnings in 1 document\n/);
	});
});
