import { documentOf } from './documents.ts';

/**
 * Returns the document `long`, with a new color, so that nothing of it is in the engine's cache. Its forty nodes take
 * an engine on the CPU a few seconds, and it can stop after each.
 * @param side of its picture, in pixels; the time grows with its square.
 */
export function busyDocument(side = 64): string {
	return documentOf('long')
		.replace('8421504', String(Math.floor(Math.random() * 0xff_ff_ff)))
		.replaceAll(': 64', `: ${side}`);
}
