import { momentOf } from '../../json/scalars.ts';

/*
 * Names of the files that a training job makes, as the toolkit writes them (wire-facts.md, section 11):
 * checkpoints `<job>_<step, nine digits>.safetensors`, the last one `<job>.safetensors`, samples
 * `<ms since 1970>__<step, nine digits>_<prompt index>.<ext>`. Models with two halves have two checkpoints for each step,
 * with `_high_noise` and `_low_noise` at the end of the name.
 */

interface SampleName {
	readonly step: number;
	/** Index of the sample prompt, from 0. */
	readonly index: number;
	/** The time when it was made, in milliseconds since 1970. */
	readonly at: number;
	/** In lower case, without the dot. */
	readonly extension: string;
}

/** The parts of a checkpoint's name; the last one of a job has no step. */
interface CheckpointName {
	readonly step?: number;
}

const samplePattern = /^(\d{1,16})__(\d{1,12})_(\d{1,6})\.([a-z0-9]{1,8})$/i;
const stepPattern = /_(\d{9,12})(?:_(?:high|low)_noise)?$/;

/** Reads the name of a sample; `undefined` for other files. */
export function readSampleName(name: string): SampleName | undefined {
	const match = samplePattern.exec(name);
	if (match === null) return undefined;
	const [, madeAt, step, index, extension = ''] = match;
	const at = momentOf(Number(madeAt));
	if (at === undefined) return undefined;
	return { step: Number(step), index: Number(index), at, extension: extension.toLowerCase() };
}

/** Reads the name of a checkpoint; `undefined` for other files. */
export function readCheckpointName(name: string): CheckpointName | undefined {
	if (!name.toLowerCase().endsWith('.safetensors')) return undefined;
	const step = stepPattern.exec(name.slice(0, -'.safetensors'.length))?.[1];
	return step === undefined ? {} : { step: Number(step) };
}
