import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../src/core/findings.ts';
import { checkWorkflow } from '../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../src/core/workflow/document.ts';
import { JsonReader } from '../../src/core/workflow/jsonReader.ts';
import { type NodeInfo, readNodeInfo } from '../../src/core/workflow/nodeInfo.ts';

/** Recorded replies of a real engine, beside the project. */
const corpus = new URL('../../../shared/data/', import.meta.url).pathname;

interface Reply {
	readonly error?: { readonly type: string; readonly details: string } | null;
	readonly node_errors?: Readonly<Record<string, { readonly errors: readonly EngineError[] }>>;
}
interface EngineError {
	readonly type: string;
	readonly details: string;
	readonly extra_info?: { readonly input_name?: string };
}
interface Verdict {
	readonly status: number;
	readonly reply: Reply | string;
}

/** An error the engine named: of the whole workflow, of a node, or of one input of it. */
interface Expected {
	readonly type: string;
	readonly nodeId?: string;
	readonly input?: string;
}

/** What a text cannot show, with the reason. */
const undecidable: Readonly<Record<string, string>> = {
	custom_validation_failed: "the class's own code decides, here whether a file lies on that machine",
};

/** Recorded requests whose verdict does not hang on the workflow at all. */
const notAboutTheDocument: Readonly<Record<string, string>> = {
	bad_json: 'the request body itself is no JSON',
	no_prompt: 'the request body lacks its prompt; there is no document',
	partial_targets_none_match: 'the request names target nodes that are not there; the document is sound',
};

function expectedOf(verdict: Verdict): Expected[] {
	const { reply } = verdict;
	if (typeof reply === 'string') return [{ type: 'any' }];
	const expected: Expected[] = [];
	for (const [nodeId, { errors }] of Object.entries(reply?.node_errors ?? {})) {
		for (const error of errors) {
			// The engine names the consumer's input, not its own, when it stumbles over an upstream node.
			const input = error.type.startsWith('exception') ? undefined : error.extra_info?.input_name;
			expected.push({ type: error.type, nodeId, ...(input === undefined ? {} : { input }) });
		}
	}
	const top = reply?.error;
	if (!top || expected.length > 0) return expected;
	const nodeId = /^Node ID '#(.*)'$/.exec(top.details)?.[1];
	// A circle overflows the old engine's stack, and it names no node and no reason.
	if (top.type === 'prompt_outputs_failed_validation') return [{ type: 'dependency_cycle' }];
	return [nodeId === undefined ? { type: top.type } : { type: top.type, nodeId }];
}

function matches(finding: Finding, expected: Expected): boolean {
	if (finding.severity !== 'error') return false;
	if (expected.type !== 'any' && finding.code !== expected.type) return false;
	if (expected.nodeId !== undefined && finding.nodeId !== expected.nodeId) return false;
	return expected.input === undefined || finding.input === expected.input;
}

/** Errors the engine would have named: those on nodes which it reached before it gave up. */
function judge(name: string, verdict: Verdict, findings: readonly Finding[]): string | undefined {
	const all = expectedOf(verdict);
	const expected = all.filter((one) => !(one.type in undecidable));
	for (const one of expected) {
		if (!findings.some((finding) => matches(finding, one)))
			return `${name}: the engine says ${JSON.stringify(one)}, the check does not`;
	}
	// After a class is refused the engine looks no further, so only complete verdicts tell what is accepted.
	const complete = typeof verdict.reply !== 'string' && verdict.reply?.error?.type !== 'invalid_prompt';
	if (!complete) return undefined;
	for (const finding of findings) {
		if (finding.severity !== 'error') continue;
		if (!all.some((one) => matches(finding, one)))
			return `${name}: the check says ${finding.code} on ${finding.nodeId}/${finding.input}, the engine accepts it`;
	}
	return undefined;
}

function tally(verdicts: readonly (readonly [string, Verdict, string])[], nodeInfo: NodeInfo): void {
	const wrong: string[] = [];
	for (const [name, verdict, text] of verdicts) {
		const complaint = judge(name, verdict, checkWorkflow(parseWorkflow(text), nodeInfo));
		if (complaint !== undefined) wrong.push(complaint);
	}
	console.log(`      agreement: ${verdicts.length - wrong.length}/${verdicts.length}`);
	assert.deepEqual(wrong, []);
}

/** The members of the object at an offset of a text, as they are spelt: `JSON.parse` would round them. */
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

	it('agrees on the recorded errors', () => {
		const source = readFileSync(join(corpus, 'engine/error_examples.json'), 'utf8');
		const verdicts: [string, Verdict, string][] = [];
		for (const [name, member] of members(source)) {
			const record = members(source, member.start);
			const request = record.get('request');
			if (name in notAboutTheDocument || !request) continue;
			const prompt = members(source, request.start).get('prompt')?.text;
			assert.ok(prompt, `${name} has a document`);
			verdicts.push([name, JSON.parse(member.text) as Verdict, prompt]);
		}
		assert.ok(verdicts.length > 40);
		tally(verdicts, nodeInfo('generated_ComfyUI-0.3.64-core_placeholder-models.json'));
	});

	it('agrees on genuine workflows', () => {
		const recorded = JSON.parse(readFileSync(join(corpus, 'workflows/verdicts.json'), 'utf8')) as Record<
			string,
			Verdict
		>;
		const files = new Set(readdirSync(join(corpus, 'workflows/api')));
		const verdicts = Object.entries(recorded)
			.filter(([name]) => files.has(name))
			.map(([name, verdict]): [string, Verdict, string] => [
				name,
				verdict,
				readFileSync(join(corpus, 'workflows/api', name), 'utf8'),
			]);
		assert.ok(verdicts.length > 40);
		tally(verdicts, nodeInfo('generated_ComfyUI-0.3.64-core_placeholder-models.json'));
	});
});
