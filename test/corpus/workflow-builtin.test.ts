import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';

const corpus = new URL('../../../shared/data/workflows/api/', import.meta.url).pathname;
const samples = new URL('../../media/samples/', import.meta.url).pathname;

/**
 * Errors and warnings in genuine documents, each one true: these inputs are newer than the documents, and the engine
 * requires them.
 */
const reviewed: readonly string[] = [
	'replicate_cog-comfyui__examples_api_workflows_hunyuan_video_image_to_video_api.json error required_input_missing guidance_type',
	'replicate_cog-comfyui__examples_api_workflows_hunyuan_video_image_to_video_api.json error required_input_missing image_interleave',
	'replicate_cog-comfyui__examples_api_workflows_ic_light_api.json error required_input_missing weight_dtype',
	'replicate_cog-comfyui__examples_api_workflows_sdxl_revision_text_prompts.json error required_input_missing crop',
	'replicate_cog-comfyui__examples_api_workflows_sdxl_revision_text_prompts.json error required_input_missing crop',
];

async function loud(folder: string): Promise<readonly string[]> {
	const catalog = await loadCoreCatalog();
	const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return files.sort().flatMap((file) =>
		checkWorkflow(parseWorkflow(readFileSync(join(folder, file), 'utf8')), catalog)
			.filter(({ severity }) => severity === 'error' || severity === 'warning')
			.map(({ severity, code, input }) => `${file} ${severity} ${code} ${input ?? ''}`.trim())
			.sort(),
	);
}

describe('genuine workflows under the built-in catalog', () => {
	it('leaves the samples of the project in peace', async () => {
		assert.deepEqual(await loud(samples), []);
	});

	it('reports errors only for documents that the engine would reject', async function () {
		if (!existsSync(corpus)) this.skip();
		assert.deepEqual(await loud(corpus), reviewed);
	});

	it('makes at most one remark on classes that node packs bring', async function () {
		if (!existsSync(corpus)) this.skip();
		const catalog = await loadCoreCatalog();
		for (const file of readdirSync(corpus).filter((name) => name.endsWith('.json'))) {
			const document = parseWorkflow(readFileSync(join(corpus, file), 'utf8'));
			const remarks = checkWorkflow(document, catalog).filter(
				({ severity, code }) => severity === 'info' && code === 'invalid_prompt',
			);
			assert.ok(remarks.length <= 1, file);
		}
	});
});
