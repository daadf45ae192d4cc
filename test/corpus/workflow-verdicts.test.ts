import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonReader } from '../../src/core/json/reader.ts';
import { checkWorkflow } from '../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { type NodeInfo, readNodeInfo } from '../../src/core/workflow/nodeInfo.ts';
import { expectedOf, judge, stoppedAtClass, undecidable, type Verdict } from '../support/verdicts.ts';

/** Recorded replies of a real engine, next to the project. */
const corpus = new URL('../../../shared/data/', import.meta.url).pathname;

const fileOfServer = 'LoadImage asks whether the picture is on that machine, which the text does not show';
const noDocument = 'the request carries no document, so there is nothing to check';

/** Every recording with a verdict that the check does not give in full, with the reason. They do not count as agreement. */
const exceptions: Readonly<Record<string, string>> = {
	bad_json: noDocument,
	no_prompt: noDocument,
	partial_targets_none_match:
		'the request names target nodes that are not there; the document itself is sound',
	loadimage_missing_file: fileOfServer,
	loadimage_traversal: fileOfServer,
	'replicate_cog-comfyui__examples_api_workflows_controlnet_scribble.json': fileOfServer,
	'replicate_cog-comfyui__examples_api_workflows_hunyuan_video_image_to_video_api.json': fileOfServer,
	'replicate_cog-comfyui__examples_api_workflows_qwen_image_edit_2509_basic_example_api.json': fileOfServer,
	'replicate_cog-comfyui__examples_api_workflows_sd15_inpainting.json': fileOfServer,
	'replicate_cog-comfyui__examples_api_workflows_sdxl_revision_text_prompts.json': fileOfServer,
};

interface Recording {
	readonly name: string;
	readonly verdict: Verdict;
	/** Undefined if the request had none. */
	readonly text: string | undefined;
	/** True if the verdict is not about the document. */
	readonly beside?: boolean;
}

/** Counts recordings with a verdict that the check gives in full. All others must be exceptions, and each exception real. */
function tally(recordings: readonly Recording[], nodeInfo: NodeInfo): void {
	const wrong: string[] = [];
	const excepted: string[] = [];
	let firstOnly = 0;
	for (const { name, verdict, text, beside } of recordings) {
		const expected = text === undefined || beside ? [] : expectedOf(verdict);
		if (text !== undefined && !beside) {
			const complaint = judge(verdict, checkWorkflow(parseWorkflow(text), nodeInfo));
			if (complaint !== undefined) wrong.push(`${name}: ${complaint}`);
			if (stoppedAtClass(verdict)) firstOnly++;
		}
		if (text === undefined || beside || expected.some((one) => one.type === undecidable)) excepted.push(name);
	}
	const right = recordings.length - wrong.length - excepted.length;
	console.log(`      agreement: ${right}/${recordings.length}`);
	console.log(
		`      (in ${firstOnly} of them the engine stopped at the first unknown class, so only that is compared)`,
	);
	for (const name of excepted) console.log(`      exception: ${name}: ${exceptions[name]}`);
	assert.deepEqual(wrong, []);
	assert.deepEqual(
		excepted.filter((name) => !(name in exceptions)),
		[],
	);
}

/** Returns the members of the object at an offset of a text, in their spelling: `JSON.parse` would round them. */
function members(text: string, at = 0): Map<string, { readonly text: string; readonly start: number }> {
	const found = new Map<string, { readonly text: string; readonly start: number }>();
	const reader = new JsonReader(text, at);
	if (reader.kind() !== 'object') return found;
	reader.readObject((key) => {
		reader.peek();
		const start = reader.position;
		reader.skipValue();
		found.set(key, { text: text.slice(start, reader.position), start });
	});
	return found;
}

function nodeInfo(file: string): NodeInfo {
	const info = readNodeInfo(readFileSync(join(corpus, 'nodes', file), 'utf8'), {
		kind: 'deployment',
		label: 'the recorded engine',
	});
	assert.ok(info);
	return info;
}

describe('workflow checks against the verdicts of a real engine', () => {
	before(function () {
		if (existsSync(corpus)) return;
		console.log('      skipped: no recorded verdicts beside the project');
		this.skip();
	});

	const excused = new Set<string>();

	it('agrees on the recorded errors', () => {
		const source = readFileSync(join(corpus, 'engine/error_examples.json'), 'utf8');
		const recordings = [...members(source)].map(([name, member]): Recording => {
			const request = members(source, member.start).get('request');
			const text = request && members(source, request.start).get('prompt')?.text;
			const verdict = JSON.parse(member.text) as Verdict;
			return { name, verdict, text, beside: name === 'partial_targets_none_match' };
		});
		for (const { name } of recordings) excused.add(name);
		assert.ok(recordings.length > 40);
		tally(recordings, nodeInfo('generated_ComfyUI-0.3.64-core_placeholder-models.json'));
	});

	it('agrees on genuine workflows', () => {
		const recorded = JSON.parse(readFileSync(join(corpus, 'workflows/verdicts.json'), 'utf8')) as Record<
			string,
			Verdict
		>;
		const recordings = Object.entries(recorded).map(
			([name, verdict]): Recording => ({
				name,
				verdict,
				text: readFileSync(join(corpus, 'workflows/api', name), 'utf8'),
			}),
		);
		for (const { name } of recordings) excused.add(name);
		assert.ok(recordings.length > 40);
		tally(recordings, nodeInfo('generated_ComfyUI-0.3.64-core_placeholder-models.json'));
	});

	it('names no exception that is not recorded', () => {
		assert.deepEqual(
			Object.keys(exceptions).filter((name) => !excused.has(name)),
			[],
		);
	});
});
