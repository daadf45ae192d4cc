import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newFolder } from '../../support/newFolder.ts';
import type { Checkout } from '../../tools/renew/checkout.ts';
import { captureEngine } from '../../tools/renew/engineCapture.ts';
import { archsFile, keysFile, trainingChanges } from '../../tools/renew/trainingFacts.ts';

/** Files of a made-up node editor; the table of widgets lacks each type that begins with `MADE`. */
const editorFiles: Readonly<Record<string, string>> = {
	'src/scripts/widgets.ts': `
		export const ComfyWidgets = {
			INT: wrapped(useInt()),
			MADE_UP: wrapped(
				useMadeUp()
			),
			...dynamicWidgets
		} as const`,
	'src/core/graph/widgets/dynamicWidgets.ts': `
		export const dynamicWidgets = { COMFY_DYNAMICCOMBO_V3: choice }
		const dynamicInputs: Record<string, (node: Node) => void> = { COMFY_AUTOGROW_V3: grow, MADE_TO_GROW: grow }`,
	'src/extensions/core/webcam.ts': `
		app.registerExtension({
			name: 'webcam',
			getCustomWidgets() {
				return {
					WEBCAM(node) { return { widget: node.add({ OTHER: 1 }) } },
					MADE_BY_EXTENSION: (node) => ({ widget: node })
				}
			},
			async setup() { NOT_A_TYPE() }
		})`,
	'src/extensions/core/webcam.test.ts': `const mocked = { getCustomWidgets() { return { MADE_BY_TEST() {} } } }`,
};

const toolkitFiles: Readonly<Record<string, string>> = {
	'toolkit/optimizer.py': `if lower_type.startswith("prodigy"):\n    pass\nelif lower_type == "made_up":\n    pass\n`,
	'toolkit/scheduler.py': `if name == "cosine":\n    pass\n`,
	'toolkit/sampler.py': `if sampler == "ddpm" or sampler == 'made_up_too':\n    pass\n`,
	'toolkit/config_modules.py': `class TrainConfig:\n    def __init__(self, **kwargs):\n        self.made = kwargs.get('made_key', 0.5)\n`,
	'extensions_built_in/made/ui.tsx': `
		export const AI_TOOLKIT_UI_MODELS = [{
			name: 'made_arch', label: 'Made', group: 'image',
			defaults: { 'config.process[0].model.name_or_path': ['maker/made', ''] },
		}];`,
};

function checkoutOf(files: Readonly<Record<string, string>>): Checkout {
	return { files: Object.keys(files), commit: 'made', read: (file) => files[file] ?? assert.fail(file) };
}

describe('the sources of a renewal', () => {
	let folder: string;
	beforeEach(() => {
		folder = newFolder();
	});

	function write(files: Readonly<Record<string, string>>): void {
		for (const [file, text] of Object.entries(files)) {
			mkdirSync(dirname(join(folder, file)), { recursive: true });
			writeFileSync(join(folder, file), text);
		}
	}

	/** Runs the command itself. */
	function renew(...words: readonly string[]): { readonly status: number | null; readonly out: string } {
		const { status, stdout } = spawnSync(process.execPath, ['test/tools/renew/main.ts', ...words], {
			encoding: 'utf8',
		});
		return { status, out: stdout };
	}

	it('are a capture and a repository of the node editor, bare or not, and missing ones are named', () => {
		write(editorFiles);
		const git = (...words: readonly string[]) => execFileSync('git', ['-C', folder, ...words]);
		git('init', '--quiet');
		git('add', '.');
		git('-c', 'user.name=Maker', '-c', 'user.email=maker@example.com', 'commit', '--quiet', '-m', 'Make it');
		write({ 'capture.json': '{}' });
		for (const path of [folder, join(folder, '.git')]) {
			const { status, out } = renew('--engine', `0.1.0=${join(folder, 'capture.json')}`, '--editor', path);
			assert.equal(status, 0);
			assert.match(out, /^## Engine 0\.1\.0, compared with nothing\n\n- Only defaults/m);
			assert.deepEqual(
				[...out.matchAll(/lacks `(\w+)`/g)].map(([, type]) => type),
				['MADE_UP', 'MADE_TO_GROW', 'MADE_BY_EXTENSION'],
			);
			assert.match(out, /^## Training toolkit\n\nNot compared: no source was given\.$/m);
		}
	});

	it('that cannot be read are named with the reason, while the others are compared', () => {
		const { status, out } = renew('--engine', folder, '--toolkit', join(folder, 'absent'));
		assert.equal(status, 1);
		assert.match(out, /^## Engine\n\nNot compared: ./m);
		assert.match(out, /^## Node editor\n\nNot compared: no source was given\.$/m);
		assert.match(out, /^## Training toolkit\n\nNot compared: .*absent/m);
	});

	it('are an engine that is started, queried and ended', async () => {
		// Node replaces Python.
		const engine = (import_: string) => `
			console.log(${JSON.stringify(import_)});
			const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
			require('node:http').createServer((request, response) => {
				const replies = {
					'/system_stats': { system: { comfyui_version: '9.8.7' } },
					'/object_info': { Made: { input: {}, seed: 18446744073709551615 } },
				};
				response.end(JSON.stringify(replies[request.url]));
			}).listen(port, '127.0.0.1');`;
		write({ 'main.py': engine('ready') });
		const { version, info } = await captureEngine(folder, process.execPath);
		assert.equal(version, '9.8.7');
		assert.deepEqual(Object.keys(info), ['Made']);
		write({ 'main.py': engine('IMPORT FAILED: nodes_made.py') });
		await assert.rejects(
			captureEngine(folder, process.execPath),
			/did not load: IMPORT FAILED: nodes_made\.py/,
		);
		write({ 'main.py': 'console.error("no torch"); process.exit(3);' });
		await assert.rejects(captureEngine(folder, process.execPath), /it ended with 3: no torch/);
	});

	it('are a toolkit, whose new names are listed by their place in the files', () => {
		const { items, archs, keys } = trainingChanges(checkoutOf(toolkitFiles));
		for (const item of [
			'- New architecture `made_arch`: Made',
			'- New key: `"config.process[].train.made_key":{"type":"number","default":0.5,"description":""},`',
			'- New names for `train.optimizer` (1): `made_up`',
			'- New names for `train.noise_scheduler` (1): `made_up_too`',
			'- New names for `sample.sampler` (1): `made_up_too`',
		])
			assert.ok(items.includes(item), item);
		const gone = items.find((item) => item.includes('gone from `train.optimizer`'));
		assert.match(gone ?? '', /`adamw8bit`/);
		assert.doesNotMatch(gone ?? '', /prodigy/);
		const changed = (before: string, after: string) =>
			after.split('\n').filter((line) => !before.split('\n').includes(line));
		assert.deepEqual(
			changed(readFileSync(keysFile, 'utf8'), keys).map((line) => line.split(':')[0]),
			['train.optimizer', 'train.noise_scheduler', 'sample.sampler'].map(
				(key) => `"config.process[].${key}"`,
			),
		);
		const [row] = changed(readFileSync(archsFile, 'utf8'), archs).filter((line) =>
			line.includes('made_arch'),
		);
		assert.equal(JSON.parse(row ?? '').weights, 'maker/made');
	});
});
