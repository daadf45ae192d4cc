import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { checkOutput } from '../../../src/cli/check/output.ts';
import { checkCommand } from '../../../src/cli/fileCommands.ts';
import { runAlone } from '../../support/commandIo.ts';
import { newFolder } from '../../support/newFolder.ts';
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
	let input = '';

	beforeEach(async () => {
		folder = newFolder();
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

	const run = async (...argv: readonly string[]): Promise<number> => {
		const said = await runAlone(checkCommand, argv, {
			cwd: folder,
			readInput: () => Promise.resolve(Buffer.from(input)),
		});
		({ out, err } = said);
		return said.status;
	};

	it('returns 0 for documents without errors', async () => {
		assert.equal(await run('good.yaml', 'good.json'), 0);
		assert.equal(out, '0 errors, 0 warnings in 2 documents\n');
		assert.equal(err, '');
	});

	it('reads no device and no pipe, neither as a document nor as node information', async function () {
		if (process.platform === 'win32') return this.skip();
		execFileSync('mkfifo', [join(folder, 'pipe.json')]);
		for (const argv of [['/dev/zero'], ['good.json', '--node-info', '/dev/zero']]) {
			assert.equal(await run(...argv), 2);
			assert.match(err, /\/dev\/zero cannot be read: it is a device\./);
		}
		assert.equal(await run('pipe.json'), 2);
		assert.match(err, /pipe\.json cannot be read: it is a pipe\./);
	});

	it('returns 1 for errors, each on its own line with its place and code', async () => {
		assert.equal(await run('bad.yaml'), 1);
		const [line] = out.split('\n');
		assert.match(line ?? '', /^bad\.yaml:\d+:\d+: error: .+ \[42274 INVALID_LEARNING_RATE\]$/);
	});

	it('checks for the named version of the engine', async () => {
		const behindPreview = workflow.replace(
			/}$/,
			',"3": {"class_type": "SaveImage", "inputs": {"images": ["2", 0], "filename_prefix": "x"}}}',
		);
		await writeFile(join(folder, 'preview.json'), behindPreview);
		assert.equal(await run('--engine-version', '0.27.1', 'preview.json'), 0);
		assert.match(out, /^0 errors, 0 warnings/);
		assert.equal(await run('--engine-version', 'v0.3.64', 'preview.json'), 1);
		assert.match(out, /has no output/);
		assert.equal(await run('preview.json'), 0);
		assert.match(out, /This holds for engines up to 0\.8\.0, but no longer for 0\.27\.1\./);
		assert.equal(await run('--engine-version', 'newest', 'preview.json'), 2);
		assert.match(err, /newest is not a version of the engine; write one such as 0\.27\.1/);
	});

	it('names the version of a described engine in its missing classes', async () => {
		const entry = { input: {}, output: [], output_node: true, python_module: 'nodes' };
		await writeFile(join(folder, 'object_info.json'), JSON.stringify({ Show: entry }));
		await writeFile(
			join(folder, 'newer.json'),
			'{"1": {"class_type": "Show", "inputs": {}}, "2": {"class_type": "ColorToRGBInt", "inputs": {}}}',
		);
		const options = ['--node-info', join(folder, 'object_info.json'), '--engine-version', '0.3.64'];
		assert.equal(await run(...options, 'newer.json'), 1);
		assert.match(out, /Your engine 0\.3\.64 has no class "ColorToRGBInt", .*it was added after 0\.8\.0/);
	});

	it('allows comments and trailing commas only in .jsonc files', async () => {
		const commented = workflow.replace('{', '{ // the picture\n').replace(/}$/, ',}');
		await writeFile(join(folder, 'commented.jsonc'), commented);
		await writeFile(join(folder, 'commented.json'), commented);
		assert.equal(await run('commented.jsonc'), 0);
		assert.equal(await run('commented.json'), 1);
		assert.match(out, /commented\.json:1:3: error: Comments are not allowed/);
	});

	it('returns 2 for unreadable or unknown documents, and still checks the rest', async () => {
		assert.equal(await run('bad.yaml', 'gone.yaml'), 2);
		assert.match(err, /gone\.yaml does not exist/);
		assert.match(out, /42274/);
		assert.equal(await run('other.yaml'), 2);
		assert.match(err, /is not a workflow document, a training configuration, a deployment file/);
		assert.equal(await run('other.json'), 2);
	});

	it('accepts patterns and folders, and skips other files there', async () => {
		assert.equal(await run('**/*.{json,yaml}'), 1);
		assert.match(out, /in 4 documents\n$/);
		assert.equal(await run('deep'), 1);
		assert.match(out, /bad\.json/);
		assert.equal(await run('nothing/*.yaml'), 2);
	});

	it('skips broken or commented JSON of other tools, pictures and pages, unless named', async () => {
		const write = (name: string, text: string | Uint8Array) => writeFile(join(folder, 'deep', name), text);
		await write('tsconfig.json', '{\n // comment\n "compilerOptions": {},\n}');
		await write('broken.json', '{"a": ');
		await write('README.md', '# Workflows\n\nHow to run them.\n');
		await write(
			'picture.png',
			Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff]),
		);
		await writeFile(join(folder, 'deep', 'bad.json'), workflow);
		for (const names of ['deep', 'deep/*', 'deep/**'])
			assert.equal(await run(names), 0, `${names}: ${out}${err}`);
		assert.equal(out, '0 errors, 0 warnings in 1 document\n');
		for (const name of ['tsconfig.json', 'broken.json', 'README.md']) {
			assert.equal(await run(`deep/${name}`), 2);
			assert.equal(
				err,
				`deep/${name} is not a workflow document, a training configuration, a deployment file, a preset file or a sweep table.\n`,
			);
		}
	});

	it('finds broken workflows in a folder by typical marks', async () => {
		await writeFile(join(folder, 'deep', 'half.json'), workflow.slice(0, -20));
		await writeFile(join(folder, 'deep', 'canvas.json'), '{"last_node_id": 1, "nodes": [{"id": 1, ');
		assert.equal(await run('deep'), 1);
		assert.match(out, /half\.json:.*\[json_syntax\]/);
		assert.match(out, /canvas\.json:.*\[json_syntax\]/);
	});

	it('finds tables of values in a folder, and checks each with the workflow and files next to it', async () => {
		const loads = { '1': { class_type: 'LoadImage', inputs: { image: 'a.png' } } };
		await mkdir(join(folder, 'swept'));
		await writeFile(join(folder, 'swept', 'harbor.json'), JSON.stringify(loads));
		await writeFile(join(folder, 'swept', 'b.png'), '');
		await writeFile(join(folder, 'swept', 'harbor.sweep.csv'), '1.image\n*.png\n*.webp\n');
		assert.equal(await run('swept/harbor.sweep.csv'), 1);
		assert.match(out, /harbor\.sweep\.csv:3:1.*No file matches "\*\.webp".*\[sweep_missing_file\]/);
		assert.doesNotMatch(out, /\*\.png/);
		await run('swept');
		assert.match(out, /\[sweep_missing_file\]/);
	});

	it('prints nothing that a terminal or a build log would execute', async () => {
		const name = '\u001b[2J\u001b[31mEVIL\u009b0m\u202e\nsecond line';
		await writeFile(
			join(folder, 'esc.json'),
			JSON.stringify({ '1': { class_type: name, inputs: { 'a\u001b[0m': ['zz\r\n::error::x', 0] } } }),
		);
		for (const format of ['text', 'json', 'sarif']) {
			assert.equal(await run('--format', format, 'esc.json'), 1);
			const characters = out.replaceAll('\n', '');
			assert.doesNotMatch(characters, /[^ -~\u2026\u2019]/, format);
			assert.doesNotMatch(out, /^\s*::/m, format);
		}
		const row = (JSON.parse(out) as { runs: [{ results: { message: { text: string } }[] }] }).runs[0].results;
		assert.ok(row.some(({ message }) => message.text.includes('\u001b[2J')));
		assert.equal(await run('no\nsuch\u001b[2J'), 2);
		assert.equal(err, 'no\\nsuch\\u001b[2J does not exist.\n');
	});

	it('reads a document from standard input under the name -', async () => {
		input = configuration({ train: [...train.slice(0, 3), 'lr: 0'] });
		assert.equal(await run('-'), 1);
		assert.match(out, /^<stdin>:\d+:\d+: error: .*42274/m);
		input = workflow;
		assert.equal(await run('-', 'good.yaml'), 0);
		assert.match(out, /in 2 documents\n$/);
		input = 'hello';
		assert.equal(await run('-'), 2);
		assert.equal(
			err,
			'<stdin> is not a workflow document, a training configuration, a deployment file, a preset file or a sweep table.\n',
		);
	});

	it('accepts absolute paths, and each file once however often it is named', async () => {
		assert.equal(await run(folder, join(folder, '*.yaml'), './good.yaml', 'good.yaml'), 1);
		assert.match(out, /in 4 documents\n$/);
	});

	it('returns 2 for folders without documents and for an empty name', async () => {
		await mkdir(join(folder, 'empty'));
		assert.equal(await run('good.yaml', 'empty'), 2);
		assert.match(err, /^empty contains no JSON or YAML file\.$/m);
		assert.equal(await run(''), 2);
		assert.match(err, /^An argument is empty\.$/m);
	});

	it('skips anything but regular files in a pattern', async function () {
		if (process.platform === 'win32') this.skip();
		execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
		await symlink('nowhere', join(folder, 'dangling.yaml'));
		assert.equal(await run('*.yaml'), 1);
		assert.match(out, /in 2 documents\n$/);
	});

	it('accepts a byte order mark like the editor', async () => {
		const text = configuration().replace('job: extension', 'job: extensoin');
		await writeFile(join(folder, 'marked.yaml'), `\uFEFF${text}`);
		assert.equal(await run('marked.yaml'), 1);
		assert.match(out, /^marked\.yaml:1:6: /m);
	});

	it('prints JSON with zero-based positions', async () => {
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

	it('prints one value by its schema: the findings and the unchecked documents', async () => {
		assert.equal(await run('--json', 'bad.yaml', 'good.json', 'gone.yaml'), 2);
		const { documents, findings, problems } = z.parse(checkOutput, JSON.parse(out));
		assert.deepEqual([documents, problems], [2, ['gone.yaml does not exist.']]);
		assert.ok(findings.some(({ code, file }) => code.startsWith('42274') && file === 'bad.yaml'));
		const listed = await run('--format', 'json', 'bad.yaml', 'good.json');
		assert.deepEqual([listed, JSON.parse(out)], [1, findings]);
		assert.equal(await run('--json', 'gone.yaml', 'other.yaml'), 2);
		const { error } = JSON.parse(out);
		assert.deepEqual([error.status, error.kind, error.message], [2, 'input', problems[0]]);
		assert.match(error.details[0], /^other\.yaml is not/);
	});

	it('prints each finding with its fixes', async () => {
		const lines = [...train.slice(0, 3), 'lr: "0.0001"'];
		await writeFile(join(folder, 'quoted.yaml'), configuration({ train: lines }));
		assert.equal(await run('--format', 'json', 'quoted.yaml'), 1);
		const [{ range, fixes }] = JSON.parse(out);
		assert.deepEqual(
			fixes.map(({ edits }: Record<string, unknown>) => edits),
			[[{ range, newText: '0.0001' }]],
		);
		await run('--format', 'json', 'deep/bad.json');
		assert.deepEqual(JSON.parse(out)[0].fixes, []);
	});

	it('prints SARIF 2.1.0', async () => {
		await writeFile(join(folder, 'a #1.yaml'), configuration({ train: [...train.slice(0, 3), 'lr: 0'] }));
		assert.equal(await run('--format', 'sarif', 'bad.yaml', 'deep/bad.json', 'a #1.yaml', folder), 1);
		const log = JSON.parse(out);
		assert.equal(log.version, '2.1.0');
		assert.match(log.$schema, /sarif-2\.1\.0/);
		const [{ tool, results, columnKind }] = log.runs;
		assert.equal(columnKind, 'utf16CodeUnits');
		const ids: string[] = tool.driver.rules.map((rule: { id: string }) => rule.id);
		assert.equal(new Set(ids).size, ids.length);
		for (const result of results) {
			assert.equal(ids[result.ruleIndex], result.ruleId);
			assert.ok(['error', 'warning', 'note'].includes(result.level));
			assert.ok(result.message.text.length > 0);
			const [{ physicalLocation }] = result.locations;
			const { startLine, startColumn, endLine, endColumn } = physicalLocation.region;
			for (const place of [startLine, startColumn, endLine, endColumn])
				assert.ok(Number.isInteger(place) && place >= 1);
			assert.ok(endLine > startLine || (endLine === startLine && endColumn >= startColumn));
		}
		assert.ok(results.some((each: { ruleId: string }) => each.ruleId === '42274 INVALID_LEARNING_RATE'));
		const uris = new Set(
			results.map(
				(each: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
					each.locations[0].physicalLocation.artifactLocation.uri,
			),
		);
		assert.deepEqual([...uris], ['bad.yaml', 'deep/bad.json', 'a%20%231.yaml']);
	});

	it('applies the rules about datasets and machines', async () => {
		assert.equal(await run('--datasets', 'datasets.json', 'good.yaml'), 1);
		assert.match(out, /42255 DATASET_NOT_READY/);
		assert.equal(await run('--gpu-type', 'HOPPER_141', '--gpu-count', '8', 'good.yaml'), 1);
		assert.match(out, /42273 INVALID_GPU_COUNT/);
		assert.equal(await run('--datasets', 'other.json', 'good.yaml'), 2);
	});

	it('treats the rules of the service as hints for local use', async () => {
		await writeFile(join(folder, 'local.yaml'), configuration().replace('/app/ai-toolkit/output', 'output'));
		assert.equal(await run('local.yaml'), 1);
		assert.equal(await run('--target', 'local', 'local.yaml'), 0);
	});

	it('explains an invalid command line', async () => {
		for (const argv of [
			[],
			['--format', 'xml', 'good.yaml'],
			['--nonsense'],
			['--gpu-count', 'x', 'good.yaml'],
			['--watch', '-'],
			['--watch', '--json', 'good.yaml'],
			['--format', 'json', '--json', 'good.yaml'],
		]) {
			assert.equal(await run(...argv), 2, argv.join(' '));
			assert.match(err, /^Its options: easel check --help$/m);
		}
		for (const option of ['--help', '-h']) {
			assert.equal(await run(option), 0);
			assert.match(out, /--node-info/);
		}
	});

	/** Runs with `--watch`; `next` gets each output and decides when to end. */
	const watch = async (argv: readonly string[], next: (text: string, end: () => void) => void) => {
		const stop = new AbortController();
		const end = () => setImmediate(() => stop.abort());
		const { status } = await runAlone(checkCommand, ['--watch', ...argv], {
			cwd: folder,
			signal: stop.signal,
			err: (text) => next(text, end),
			out: (text) => next(text, end),
		});
		return status;
	};
	const wrong = configuration({ train: [...train.slice(0, 3), 'lr: 0'] });

	it('checks again when a file changes, until it is stopped', async () => {
		const heard: string[] = [];
		const status = await watch(['good.yaml'], (text, end) => {
			heard.push(text);
			if (heard.length === 1) setImmediate(() => void writeFile(join(folder, 'good.yaml'), wrong));
			else if (text.includes('42274')) end();
		});
		assert.equal(status, 1);
		assert.equal(heard[0], '0 errors, 0 warnings in 1 document\n');
	});

	it('ends with the last of many quick changes', async () => {
		let started = false;
		const change = async () => {
			for (let round = 0; round < 40; round++) {
				await writeFile(join(folder, 'good.yaml'), round % 2 === 0 ? '' : wrong);
			}
			await writeFile(join(folder, 'good.yaml'), configuration({ name: 'name: "the last one"' }));
		};
		const status = await watch(['good.yaml'], (text, end) => {
			if (!started) void change();
			started = true;
			if (text.includes('42262')) end();
		});
		assert.equal(status, 1);
	});

	it('notices a file in a new folder of an empty one', async () => {
		await mkdir(join(folder, 'jobs'));
		const steps: string[] = [];
		const status = await watch(['jobs'], (text, end) => {
			if (steps.length === 0 && text.includes('contains no JSON or YAML file')) {
				steps.push('empty');
				setImmediate(() => void mkdir(join(folder, 'jobs', 'spring')));
			} else if (steps.length === 1 && text.includes('contains no JSON or YAML file')) {
				steps.push('a folder in it');
				setImmediate(() => void writeFile(join(folder, 'jobs', 'spring', 'a.yaml'), wrong));
			} else if (steps.length === 2 && text.includes('42274')) end();
		});
		assert.equal(status, 1);
	});

	it('waits for a missing file, and notices its deletion', async () => {
		const steps: string[] = [];
		const status = await watch(['later.yaml'], (text, end) => {
			if (steps.length === 0 && text.includes('does not exist')) {
				steps.push('absent');
				setImmediate(() => void writeFile(join(folder, 'later.yaml'), wrong));
			} else if (steps.length === 1 && text.includes('42274')) {
				steps.push('there');
				setImmediate(() => void rm(join(folder, 'later.yaml')));
			} else if (steps.length === 2 && text.includes('does not exist')) end();
		});
		assert.equal(status, 2);
	});
});
