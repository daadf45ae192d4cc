import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { documents } from '../../engine/support/documents.ts';
import { hangingProbes, probes } from '../../engine/support/probes.ts';
import { expectedOf, judge, undecidable, type Verdict } from '../../support/verdicts.ts';

const recorded = join(import.meta.dirname, '..', '..', 'engine', 'recorded');
const texts = new Map([...documents, ...probes, ...hangingProbes]);

const older = '0.3.50 0.3.64';
const newer = '0.27.0 0.33.0';
const all = `${older} ${newer}`;

/** Verdicts that the check does not give in full, by name of the document, with the versions and the reason. */
const exceptions: Readonly<Record<string, { readonly versions: string; readonly why: string }>> = {
	'chain-of-1500': { versions: all, why: 'the engine checks a chain by recursion, and its stack ends' },
	'inputs-as-list': {
		versions: older,
		why: 'the check says that it is a list, the engine that each input is missing',
	},
	'replaced-class-with-title': {
		versions: newer,
		why: 'the engine puts another class in its place first, and names what that one lacks',
	},
};

interface Recording {
	readonly verdicts: Readonly<Record<string, Verdict & { readonly of: string }>>;
}

for (const version of readdirSync(recorded).sort()) {
	const read = (file: string) => readFileSync(join(recorded, version, file), 'utf8');

	describe(`workflow checks against the recorded verdicts of an engine ${version}`, () => {
		const { verdicts } = JSON.parse(read('verdicts.json')) as Recording;
		const nodeInfo = readNodeInfo(read('nodeInfo.json'), { kind: 'deployment', label: `engine ${version}` });
		assert.ok(nodeInfo);

		it('has a verdict on the current form of each document', () => {
			const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
			for (const [name, text] of texts) assert.equal(verdicts[name]?.of, digest(text), name);
			assert.equal(Object.keys(verdicts).length, texts.size);
		});

		it('agrees on everything a text can decide, with only real exceptions', () => {
			const wrong: string[] = [];
			let unknowable = 0;
			for (const [name, text] of texts) {
				const verdict = verdicts[name];
				if (verdict === undefined) continue;
				if (expectedOf(verdict).some(({ type }) => type === undecidable)) unknowable++;
				const complaint = judge(verdict, checkWorkflow(parseWorkflow(text), nodeInfo));
				if (complaint !== undefined) wrong.push(`${name}: ${complaint}`);
			}
			const named = Object.entries(exceptions).flatMap(([name, { versions }]) =>
				versions.split(' ').includes(version) ? [name] : [],
			);
			assert.deepEqual(
				wrong.filter((line) => !named.includes(line.split(':')[0] ?? '')),
				[],
			);
			assert.deepEqual(
				named.filter((name) => !wrong.some((line) => line.startsWith(`${name}:`))),
				[],
			);
			console.log(
				`      engine ${version}: ${texts.size - wrong.length} of ${texts.size} agree, of which ${unknowable} name a file of the engine that no text shows`,
			);
		});
	});
}
