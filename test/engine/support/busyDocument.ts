import { documentOf } from './documents.ts';

/**
 * Returns the document `long`, with a new color, so that nothing of it is in the engine's cache. Its forty nodes take
 * an engine on the CPU a few seconds, and it can stop after each.
 */
export function busyDocument(): string {
	return documentOf('long').replace('8421504', String(Math.floor(Math.random() * 0xff_ff_ff)));
}
