import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { blank, resize } from '../../../src/core/base/pictures/pixels.ts';
import { encodePng } from '../../../src/core/base/pictures/png.ts';
import { type JsonObject, parseKnownJson } from '../../../src/core/json/value.ts';
import { nodeInfoText } from '../../../src/sandbox/engine/catalog.ts';
import { executableClasses } from '../../../src/sandbox/engine/execute.ts';
import { validateWorkflow } from '../../../src/sandbox/engine/validate.ts';
import { paintScenery } from '../../../src/sandbox/media/paint/scenery.ts';
import { stamp } from '../../../src/sandbox/media/paint/stamp.ts';

describe('built-in engine', () => {
	it('executes every class it describes, and describes every class it executes', () => {
		const described = Object.keys(JSON.parse(nodeInfoText({})) as object);
		assert.deepEqual([...executableClasses].sort(), described.sort());
	});

	it('lists the models of a workflow as installed', () => {
		const workflow = { '1': { class_type: 'VAELoader', inputs: { vae_name: 'mine.safetensors' } } };
		const info = JSON.parse(nodeInfoText(workflow)) as Record<
			string,
			{ input: { required: Record<string, [string[]]> } }
		>;
		assert.ok(info.VAELoader?.input.required.vae_name?.[0].includes('mine.safetensors'));
	});

	it('writes PNG files that another decoder reads back to the same pixels', () => {
		for (const [width, height] of [
			[1, 1],
			[7, 3],
			[64, 40],
		] as const) {
			const picture = paintScenery('key', 'a lake', width, height);
			const read = decode(encodePng([picture], { prompt: 'naïve "text"' }), { checkCrc: true });
			assert.deepEqual([read.width, read.height, read.channels], [width, height, 3]);
			assert.deepEqual([...read.data], [...picture.data]);
			assert.equal(read.text.prompt, 'na\\u00efve "text"');
		}
	});

	it('paints every pixel at every size, and stamps even the smallest', () => {
		for (const [width, height] of [
			[8, 8],
			[8, 300],
			[300, 8],
		] as const) {
			const picture = paintScenery('k', 'city', width, height);
			assert.equal(picture.data.length, width * height * 3);
			assert.equal(stamp(picture, ['SANDBOX']).data.length, picture.data.length);
		}
	});

	it('keeps flat color when resizing', () => {
		for (const method of ['nearest-exact', 'bilinear', 'area']) {
			const { data } = resize(blank(9, 7, 10, 120, 240), 31, 2, method);
			assert.deepEqual(new Set(data), new Set([10, 120, 240]), method);
		}
	});
});

describe('built-in engine compared with recorded replies of a real one', () => {
	const path = join(import.meta.dirname, '../../../../shared/data/engine/error_examples.json');

	/**
	 * The real reply depends on the content of the real machine or on faults of its own version, or its class is not
	 * ours.
	 */
	const undecidable = /file|custom|image_|ckpt|lora|model_name|cycle|partial|prompt_id/i;

	it('accepts and rejects the same documents', function () {
		if (!existsSync(path)) {
			this.skip();
		}
		const examples = parseKnownJson(readFileSync(path, 'utf8')) as Record<
			string,
			{ request: JsonObject; status: number }
		>;
		const own = new Set(executableClasses);
		const disagreeing: string[] = [];
		let compared = 0;
		for (const [name, { request, status }] of Object.entries(examples)) {
			const prompt = request?.prompt as Record<string, { class_type?: string } | null> | undefined;
			if (prompt === undefined || status === 500 || undecidable.test(name)) continue;
			const classes = Object.values(prompt).map((node) => node?.class_type ?? '');
			if (classes.some((each) => !own.has(each))) continue;
			compared++;
			if (validateWorkflow(prompt as unknown as JsonObject).ok !== (status === 200)) disagreeing.push(name);
		}
		assert.ok(compared > 15, `only ${compared} examples could be compared`);
		assert.deepEqual(disagreeing, []);
	});
});
