/*
 * What a window needs whose connection is an engine of one's own; loaded with the first one.
 */
export { listEngine } from '../../core/runs/engineTarget.ts';
