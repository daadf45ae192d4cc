import assert from 'node:assert/strict';
import { loadClassHistory, loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { compareVersions, readEngineVersion } from '../../../src/core/workflow/engineVersion.ts';
import { readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

const picture =
	'"1": {"class_type": "EmptyImage", "inputs": {"width": 64, "height": 64, "batch_size": 1, "color": 0}}';
const preview = '"2": {"class_type": "PreviewImage", "inputs": {"images": ["1", 0]}}';
const behindPreview = `{${picture}, ${preview}, "3": {"class_type": "SaveImage", "inputs": {"images": ["2", 0], "filename_prefix": "x"}}}`;

/** Returns the findings that are more than a hint, with their sentences. */
async function says(text: string, version?: string): Promise<readonly (readonly [string, string])[]> {
	return checkWorkflow(parseWorkflow(text), await loadCoreCatalog(version))
		.filter(({ severity }) => severity !== 'hint')
		.map(({ severity, code, message }) => [`${severity} ${code}`, message] as const);
}

async function codes(text: string, version?: string): Promise<readonly string[]> {
	return (await says(text, version)).map(([code]) => code);
}

describe('versions of the engine', () => {
	it('are compared by their numbers', () => {
		const ordered = ['0.3.9', '0.3.64', '0.4', '0.8.0', '0.27.1', '1.0'];
		assert.deepEqual([...ordered].sort(compareVersions), ordered);
		assert.equal(compareVersions('v0.8', '0.8.0'), 0);
	});

	it('are parsed from engine and user notations', () => {
		assert.equal(readEngineVersion('v0.3.64'), '0.3.64');
		assert.equal(readEngineVersion(' 0.27.1-dev+4'), '0.27.1');
		assert.equal(readEngineVersion('newest'), undefined);
		assert.equal(readEngineVersion(''), undefined);
	});
});

describe('the built-in catalog and the version of the engine', () => {
	it('has the classes of the given version, or of all versions without one', async () => {
		const [old, middle, newer, any] = await Promise.all(
			['0.3.64', '0.8.0', '0.27.1', undefined].map((version) => loadCoreCatalog(version)),
		);
		assert.equal(old?.names.length, 496);
		assert.equal(middle?.names.length, 568);
		assert.equal(newer?.names.length, 791);
		assert.ok((any?.names.length ?? 0) > 900);
		assert.equal(old?.get('ConditioningMultiply'), undefined);
		assert.ok(newer?.get('ConditioningMultiply'));
	});

	it('is the same object for the same version', async () => {
		assert.equal(await loadCoreCatalog('v0.27.1'), await loadCoreCatalog('0.27.1'));
	});

	it('knows when a class was added and removed', async () => {
		const history = await loadClassHistory();
		assert.deepEqual(history.lifeOf('KSampler')?.before, undefined);
		assert.deepEqual(history.lifeOf('IdeogramV1')?.gone, '0.27.1');
		const { since, before } = history.lifeOf('ConditioningMultiply') ?? {};
		assert.deepEqual([since, before], ['0.27.1', '0.8.0']);
		assert.equal(history.lifeOf('OfSomePack'), undefined);
	});

	it('reports a later output only as info while the version is unknown', async () => {
		assert.deepEqual(await codes(behindPreview, '0.27.1'), []);
		assert.deepEqual(await codes(behindPreview, '0.3.64'), ['error exception_during_validation']);
		const [[code, message] = ['', '']] = await says(behindPreview);
		assert.equal(code, 'info exception_during_validation');
		assert.match(message, /has no output.* holds for engines up to 0\.8\.0, but no longer for 0\.27\.1\./);
	});

	it('softens requirements that only newer engines have', async () => {
		const text = `{${picture}, "2": {"class_type": "ImageScaleToTotalPixels", "inputs": {"image": ["1", 0], "upscale_method": "area", "megapixels": 1}}, "3": {"class_type": "SaveImage", "inputs": {"images": ["2", 0], "filename_prefix": "x"}}}`;
		assert.deepEqual(await codes(text, '0.3.64'), []);
		assert.deepEqual(await codes(text, '0.27.1'), ['error required_input_missing']);
		const [[code, message] = ['', '']] = await says(text);
		assert.equal(code, 'warning required_input_missing');
		assert.match(message, /"resolution_steps".*since engine 0\.8\.0, but not for 0\.3\.64/);
	});

	it('reports when a class was added, once for all classes', async () => {
		const text = `{${picture}, "2": {"class_type": "ImageCompare", "inputs": {}}, "3": {"class_type": "ColorToRGBInt", "inputs": {"color": "#ffffff"}}, "4": {"class_type": "PreviewAny", "inputs": {"source": ["3", 0]}}}`;
		const old = await says(text, '0.3.64');
		assert.deepEqual(
			old.map(([code]) => code),
			['error invalid_prompt', 'error invalid_prompt'],
		);
		assert.match(old[1]?.[1] ?? '', /Your engine 0\.3\.64 has no class "ColorToRGBInt".*is in 0\.27\.1/);
		const any = await says(text);
		assert.equal(any.filter(([code]) => code === 'info class_version').length, 1);
		assert.match(any.find(([code]) => code === 'info class_version')?.[1] ?? '', /applies to 1 more node/);
		assert.ok(!(await codes(text, '0.27.1')).includes('info class_version'));
	});

	it('warns about a removed class', async () => {
		const text = `{"1": {"class_type": "IdeogramV1", "inputs": {"prompt": "x"}}, "2": {"class_type": "PreviewImage", "inputs": {"images": ["1", 0]}}}`;
		assert.ok((await codes(text)).includes('warning class_version'));
		assert.ok((await codes(text, '0.27.1')).includes('error missing_node_type'));
	});

	it('knows classes found only in the source of the newest version', async () => {
		const loop = `{"a": {"class_type": "StartLoop", "inputs": {"mode": "simple", "mode.num_iterations": 2, "cache_iterations": false}}, "s": {"class_type": "PreviewAny", "inputs": {"source": ["a", 0]}}}`;
		assert.ok((await codes(loop, '0.38.1')).includes('error custom_validation_failed'));
		assert.ok((await codes(loop, '0.27.1')).includes('error missing_node_type'));
		const rows = `{"m": {"class_type": "LoadLoraModel", "inputs": {"model": ["m", 0]}}}`;
		assert.deepEqual(
			checkWorkflow(parseWorkflow(rows), await loadCoreCatalog('0.38.1'))
				.filter(({ code }) => code === 'invalid_dynamic_input')
				.map(({ input }) => input),
			['loras'],
		);
		const depth = (prediction: string) =>
			`{${picture}, "2": {"class_type": "MarigoldV2PostProcess", "inputs": {"image": ["1", 0], "prediction": "${prediction}"}}, "3": {"class_type": "PreviewImage", "inputs": {"images": ["2", 0]}}}`;
		assert.deepEqual(await codes(depth('disparity'), '0.38.1'), []);
		assert.deepEqual(await codes(depth('disparite'), '0.38.1'), ['warning value_not_in_list']);
	});

	it('decides between two known versions if both agree', async () => {
		const tooSmall = `{${picture.replace('"width": 64', '"width": 0')}, ${preview}}`;
		assert.deepEqual(await codes(tooSmall, '0.20'), ['error value_smaller_than_min']);
		assert.deepEqual(await codes(behindPreview, '0.20'), ['info exception_during_validation']);
		assert.deepEqual(await codes(behindPreview, '0.5'), ['error exception_during_validation']);
	});

	it('never changes the verdict on unchanged classes between versions', async () => {
		for (const version of ['0.1', '0.3.64', '0.8.0', '0.27.1', '0.38.1', '99.0', undefined])
			assert.deepEqual(await codes(`{${picture}, ${preview}}`, version), [], version);
	});
});

describe('descriptions of an engine and its version', () => {
	const described = async (version?: string) => {
		const entry = { input: {}, output: [], output_node: true, python_module: 'nodes', is_input_list: false };
		const info = readNodeInfo(
			JSON.stringify({ Show: entry }),
			{ kind: 'file', label: 'object_info.json' },
			{ engineVersion: version, history: await loadClassHistory() },
		);
		assert.ok(info);
		return info;
	};
	const text =
		'{"1": {"class_type": "Show", "inputs": {}}, "2": {"class_type": "ColorToRGBInt", "inputs": {}}}';

	it('name the version that added an absent class', async () => {
		const [found] = checkWorkflow(parseWorkflow(text), await described('0.3.64'));
		assert.equal(found?.severity, 'error');
		assert.match(
			found?.message ?? '',
			/^Your engine 0\.3\.64 has no class "ColorToRGBInt", .*; it was added after/,
		);
	});

	it('do so without a version too', async () => {
		const [found] = checkWorkflow(parseWorkflow(text), await described());
		assert.match(found?.message ?? '', /^The engine of object_info\.json has no class/);
		assert.match(found?.message ?? '', /is in 0\.27\.1/);
	});
});
