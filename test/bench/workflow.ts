import { parseTree } from 'jsonc-parser';
import jsonService from 'vscode-json-languageservice';
import type { TextEdit } from '../../src/core/base/findings.ts';
import { loadCoreCatalog } from '../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import type { NodeInfo } from '../../src/core/workflow/nodeInfo.ts';
import { reparse } from '../../src/core/workflow/reparse.ts';
import { largeWorkflow } from './largeWorkflow.ts';
import { type BenchRow, median } from './row.ts';

const { getLanguageService, TextDocument } = jsonService;

const rounds = 25;

/**
 * Returns a schema with everything that a schema can express about a workflow: the shape of nodes and the names and
 * types of inputs.
 */
function schemaOf(info: NodeInfo): object {
	return {
		type: 'object',
		additionalProperties: {
			type: 'object',
			required: ['class_type', 'inputs'],
			properties: {
				class_type: { enum: [...info.names] },
				_meta: { type: 'object', properties: { title: { type: 'string' } } },
				inputs: {
					type: 'object',
					properties: {
						seed: { type: 'integer', minimum: 0 },
						steps: { type: 'integer', minimum: 1, maximum: 10_000 },
						cfg: { type: 'number', minimum: 0, maximum: 100 },
						denoise: { type: 'number', minimum: 0, maximum: 1 },
						sampler_name: { type: 'string' },
						text: { type: 'string' },
					},
				},
			},
		},
	};
}

async function timed(work: (round: number) => unknown): Promise<number> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const start = performance.now();
		await work(round);
		times.push(performance.now() - start);
	}
	return median(times);
}

/**
 * Measures the workflow checker against the JSON language service with a schema, on the same document in the same
 * process.
 */
export async function bench(): Promise<BenchRow[]> {
	const text = largeWorkflow();
	const info = await loadCoreCatalog();
	const size = `${parseWorkflow(text).nodes.length} nodes, ${(text.length / 1e6).toFixed(1)} MB`;
	const findings = checkWorkflow(parseWorkflow(text), info);
	if (findings.length > 0) throw new Error(`The measured document should be sound: ${findings[0]?.message}`);

	const service = getLanguageService({});
	service.configure({
		validate: true,
		schemas: [{ uri: 'bench://schema', fileMatch: ['*'], schema: schemaOf(info) }],
	});
	const at = text.indexOf('"steps": 20', text.length / 2) + '"steps": 2'.length;
	const typed = (round: number): string => String(round % 10);
	const withDigit = (round: number): string => text.slice(0, at) + typed(round) + text.slice(at);
	const validate = async (content: string, version: number): Promise<void> => {
		const document = TextDocument.create('file:///bench.json', 'json', version, content);
		await service.doValidation(document, service.parseJSONDocument(document));
	};

	const parse = await timed(() => parseWorkflow(text));
	const parsePeer = await timed(() => parseTree(text));
	const whole = await timed(() => checkWorkflow(parseWorkflow(text), info));
	const wholePeer = await timed((round) => validate(text, round));

	let current = parseWorkflow(text);
	checkWorkflow(current, info);
	let length = 0;
	const keystroke = await timed((round) => {
		const edit: TextEdit = { range: { start: at, end: at + length }, newText: typed(round) };
		length = 1;
		current = reparse(current, [edit]);
		return checkWorkflow(current, info);
	});
	// Every link leads to a node that is not there, so that a check has thousands of findings to report.
	const faultyText = text.replaceAll(
		/\["([0-9]+)", *([0-9])\]|\[\s*"([0-9]+)",\s*([0-9])\s*\]/g,
		'["gone $1$3", $2$4]',
	);
	const faultyAt = faultyText.indexOf('"steps": 20', faultyText.length / 2) + '"steps": 2'.length;
	let faulty = parseWorkflow(faultyText);
	const faultyFindings = checkWorkflow(faulty, info).length;
	const faultyKeystroke = await timed((round) => {
		faulty = reparse(faulty, [{ range: { start: faultyAt, end: faultyAt + 1 }, newText: typed(round) }]);
		return checkWorkflow(faulty, info);
	});
	const keystrokePeer = await timed((round) => validate(withDigit(round), round));

	const peerName = 'JSON language service with a schema';
	return [
		{
			name: `workflow parse, ${size}`,
			value: parse,
			unit: 'ms',
			peer: { name: 'jsonc-parser parseTree', value: parsePeer },
		},
		{
			name: `workflow parse and check, ${size}`,
			value: whole,
			unit: 'ms',
			budget: wholePeer,
			peer: { name: peerName, value: wholePeer },
		},
		{
			name: `workflow check after a keystroke, ${size}`,
			value: keystroke,
			unit: 'ms',
			budget: 5,
			peer: { name: peerName, value: keystrokePeer },
		},
		{
			name: `workflow check after a keystroke beside ${faultyFindings} findings`,
			value: faultyKeystroke,
			unit: 'ms',
		},
	];
}
