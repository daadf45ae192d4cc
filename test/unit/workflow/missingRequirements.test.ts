import assert from 'node:assert/strict';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { canRun, missingRequirements } from '../../../src/core/workflow/missingRequirements.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';

function infoOf(models: readonly string[], packs: Readonly<Record<string, object>> = {}): NodeInfo {
	const classes = {
		Load: {
			input: { required: { ckpt_name: [models], image: [['a.png'], { image_upload: true }] } },
			output: ['MODEL'],
		},
		Sample: {
			input: { required: { model: ['MODEL'], sampler: [['euler', 'heun']], steps: ['INT', { min: 1 }] } },
			output: ['IMAGE'],
		},
		Save: { input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
		...packs,
	};
	const info = readNodeInfo(JSON.stringify(classes), { kind: 'engine', label: 'My ComfyUI' });
	assert.ok(info);
	return info;
}

function document(changes: { model?: string; sampler?: string; steps?: number; more?: object } = {}) {
	return parseWorkflow(
		JSON.stringify({
			'1': { class_type: 'Load', inputs: { ckpt_name: changes.model ?? 'a.safetensors', image: 'mine.png' } },
			'2': {
				class_type: 'Sample',
				inputs: { model: ['1', 0], sampler: changes.sampler ?? 'euler', steps: changes.steps ?? 20 },
			},
			'3': { class_type: 'Save', inputs: { images: ['2', 0] } },
			...changes.more,
		}),
	);
}

describe('the missing requirements of a document', () => {
	it('are empty if all classes and models exist', () => {
		const lacks = missingRequirements(document(), infoOf(['a.safetensors']));
		assert.deepEqual(lacks, { classes: [], models: [], values: [], errors: 0 });
		assert.ok(lacks && canRun(lacks));
	});

	it('name the missing classes and models, each once', () => {
		const more = {
			'4': { class_type: 'Magic', inputs: { image: ['2', 0] } },
			'5': { class_type: 'Magic', inputs: { image: ['2', 0], odd: 3 } },
			'6': { class_type: 'Load', inputs: { ckpt_name: 'b.gguf', image: 'x' } },
			'7': { class_type: 'Sample', inputs: { model: ['6', 0], sampler: 'dpm', steps: 3 } },
			'8': { class_type: 'Save', inputs: { images: ['7', 0] } },
		};
		const lacks = missingRequirements(document({ model: 'b.gguf', more }), infoOf(['a.safetensors']));
		assert.deepEqual(lacks?.classes, ['Magic']);
		assert.deepEqual(lacks?.models, [{ nodeId: '6', input: 'ckpt_name', value: 'b.gguf' }]);
		assert.deepEqual(lacks?.values, [{ nodeId: '7', input: 'sampler', value: 'dpm' }]);
		assert.equal(lacks?.errors, 0);
	});

	it('include a model even if none is installed', () => {
		assert.equal(missingRequirements(document(), infoOf([]))?.models[0]?.value, 'a.safetensors');
	});

	it('count other errors, but nothing that does not stop a run', () => {
		const lacks = missingRequirements(document({ steps: 0 }), infoOf(['a.safetensors']));
		assert.deepEqual(lacks, { classes: [], models: [], values: [], errors: 1 });
		assert.ok(lacks && !canRun(lacks));
		const unneeded = { '9': { class_type: 'Load', inputs: { ckpt_name: 'none.pt', image: 'x' } } };
		const quiet = missingRequirements(document({ more: unneeded }), infoOf(['a.safetensors']));
		assert.ok(quiet && canRun(quiet), 'no output needs the node');
	});

	it('do not name a mistyped class or choice, which no target has', () => {
		const more = { '4': { class_type: 'Sav', inputs: { images: ['2', 0] } } };
		const lacks = missingRequirements(document({ sampler: 'eular', more }), infoOf(['a.safetensors']));
		assert.deepEqual(lacks, { classes: [], models: [], values: [], errors: 2 });
		const file = missingRequirements(document({ model: 'b.safetensors' }), infoOf(['a.safetensors']));
		assert.deepEqual(
			file?.models.map(({ value }) => value),
			['b.safetensors'],
		);
	});

	it('are unknown without the node info of the target', async () => {
		assert.equal(missingRequirements(document(), undefined), undefined);
		assert.equal(missingRequirements(document(), await loadCoreCatalog()), undefined);
	});
});
