import { planEdits } from '../../core/captions/edits.ts';
import { frequencies } from '../../core/captions/frequency.ts';
import type { TextAnswer, TextQuestion } from './textWork.ts';

/* Runs in a separate worker: an expression written by a person may take forever, and is then ended with the worker. */

self.addEventListener('message', ({ data }: MessageEvent<TextQuestion>) => {
	self.postMessage(answerTo(data));
});

function answerTo(question: TextQuestion): TextAnswer {
	if (question.kind === 'words')
		return { kind: 'words', found: frequencies(question.captions, question.unit) };
	const planned = planEdits(question.operation, question.captions);
	return planned.ok ? { kind: 'plan', ...planned } : { kind: 'plan', ok: false };
}
