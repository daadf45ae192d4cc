import { planEdits } from '../../core/captions/edits.ts';
import { frequencies } from '../../core/captions/frequency.ts';
import type { TextAnswer, TextQuestion } from './textWork.ts';

/* Runs in a worker of its own: an expression that someone wrote may take forever, and is then ended with the worker. */

self.addEventListener('message', ({ data }: MessageEvent<TextQuestion>) => {
	const answer: TextAnswer =
		data.kind === 'plan'
			? { kind: 'plan', ...planEdits(data.operation, data.captions) }
			: { kind: 'words', found: frequencies(data.captions, data.unit) };
	self.postMessage(answer);
});
