import assert from 'node:assert/strict';
import { answersOf } from '../../../src/cli/frame/answers.ts';
import { callQuestions } from '../../../src/core/agents/questions.ts';
import { runRecord } from '../support/runRecord.ts';

describe('a repeated run without a window', () => {
	const earlier = runRecord({ id: 'r1', state: 'succeeded', endedAt: Date.now() });
	const same = { documentName: 'a.json', outputs: [], hasSeed: true, isSure: false, earlier };
	const cached = { documentName: 'a.json', outputs: [], hasSeed: true, isSure: true };
	const said = /The same run has already ended \(\d.*\)\. Its result is available\./;

	it('names the earlier run on the command line, and leaves the decision to the cost question', async () => {
		const lines: string[] = [];
		const io = { err: (line: string) => void lines.push(line) };
		const { ask, unanswered } = answersOf(io as never, { yes: true, anyway: false });
		assert.equal(await ask.confirmNothingNew(same), 'anyway');
		assert.match(lines.join(''), said);
		assert.match(lines.join(''), /easel runs show r1/);
		assert.deepEqual(unanswered, []);
	});

	it('needs --anyway if an engine would produce nothing new', async () => {
		const { ask, unanswered } = answersOf({ err() {} } as never, { yes: true, anyway: false });
		assert.ok(!(await ask.confirmNothingNew(cached)));
		assert.match(unanswered.join(' '), /would produce nothing new on the engine\. --anyway sends it/);
		const { ask: bold } = answersOf({ err() {} } as never, { yes: true, anyway: true });
		assert.equal(await bold.confirmNothingNew(cached), 'anyway');
	});

	it('is a note for an agent, or a separate question on an engine', async () => {
		const notes: string[] = [];
		const questions: (readonly string[])[] = [];
		let answer = false;
		const confirm = async (lines: readonly string[]) => {
			questions.push(lines);
			return answer;
		};
		const { confirmNothingNew } = callQuestions({
			note: (line) => void notes.push(line),
			confirm,
			decide: (_what, lines) => confirm(lines),
			refuse: (sentence) => assert.fail(sentence),
		});
		assert.equal(await confirmNothingNew(same), 'anyway');
		assert.match(notes.join(), said);
		assert.deepEqual(questions, []);
		assert.equal(await confirmNothingNew(cached), undefined);
		answer = true;
		assert.equal(await confirmNothingNew(cached), 'anyway');
		assert.match(questions[0]?.[0] ?? '', /would produce nothing new on the engine/);
	});
});
