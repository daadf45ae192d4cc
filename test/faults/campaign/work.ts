import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'fast-png';

/** The amount of work for one window. */
export interface Work {
	readonly runs: number;
	readonly models: number;
	/** Each of 20 files. */
	readonly uploads: number;
	readonly jobs: number;
}

/** Things to do in all. */
export function sizeOf({ runs, models, uploads, jobs }: Work): number {
	return runs + models + uploads + jobs;
}

/** The deployment of the demo account that is kept warm and has the most instances. */
export const deploymentId = '5a9d0000-0000-4000-8000-000000000003';
export const modelId = 'drift/tide/base/text-to-image';

/** Returns the fate of a run: most succeed, one in ten fails in a node, one in ten is canceled as soon as it is accepted. */
export function fateOf(index: number): 'ends' | 'fails' | 'is canceled' {
	return index % 10 === 3 ? 'fails' : index % 10 === 7 ? 'is canceled' : 'ends';
}

/** Returns the color that identifies a run at the service. */
export function colorOf(index: number): number {
	return 0x0a0a0a + 4937 * index;
}

/** Returns the nodes of a run: they make pictures, the first of its color, and fail after that if it is to. */
export function nodesOf(index: number, pictures: number): Readonly<Record<string, unknown>> {
	const picture = (number: number) => ({
		[number]: {
			class_type: 'EmptyImage',
			inputs: { width: 16, height: 16, batch_size: 1, color: (colorOf(index) + number - 1) % 0xffffff },
		},
		[10 + number]: {
			class_type: 'SaveImage',
			inputs: { images: [String(number), 0], filename_prefix: `picture-${index}-${number}` },
		},
	});
	const broken = {
		20: { class_type: 'LoadImage', inputs: { image: 'http://127.0.0.1:9/missing.png' } },
		21: { class_type: 'SaveImage', inputs: { images: ['20', 0], filename_prefix: 'never' } },
	};
	const good = Array.from({ length: pictures }, (_, at) => picture(at + 1));
	return Object.assign({}, ...good, fateOf(index) === 'fails' ? broken : {});
}

export function promptOf(index: number): string {
	return `picture ${index} of the campaign`;
}

/** Returns the changes to a job before it may end: every third is canceled and resumed, every third edited as well. */
export function handlingOf(index: number): 'none' | 'resume' | 'edit' {
	return (['none', 'resume', 'edit'] as const)[index % 3] ?? 'none';
}

export function jobNameOf(index: number): string {
	return `campaign-${index}`;
}

/** Returns a training of 60 steps with three checkpoints and three times a sample; edited it requests another sample. */
export function configOf(name: string, edited: boolean): string {
	return `job: extension
config:
  name: ${name}
  process:
    - type: diffusion_trainer
      training_folder: /app/ai-toolkit/output
      network: { type: lora, linear: 4, linear_alpha: 4 }
      save: { save_every: 20, max_step_saves_to_keep: 4 }
      datasets:
        - folder_path: /app/ai-toolkit/datasets/harbour-photos
          resolution: [512]
      train: { batch_size: 1, steps: 60, lr: 0.0001 }
      model: { name_or_path: stabilityai/stable-diffusion-xl-base-1.0, arch: sdxl }
      sample:
        sample_every: 20
        width: 64
        height: 64
        prompts: [${edited ? 'a harbour at noon' : 'a harbour at dawn'}]
`;
}

export function datasetNameOf(index: number): string {
	return `campaign-set-${index}`;
}

export function mediaFolder(folder: string, index: number): string {
	return join(folder, `media-${index}`);
}

const pairs = 10;

/** Writes the files of an upload: pictures with their captions, each with a unique size. */
export function writeMedia(folder: string, index: number): void {
	const target = mediaFolder(folder, index);
	mkdirSync(target, { recursive: true });
	const picture = encode({ width: 1, height: 1, data: new Uint8Array([1, 2, 3]), channels: 3 });
	for (let pair = 0; pair < pairs; pair++) {
		writeFileSync(join(target, `${pair}.png`), Buffer.concat([picture, Buffer.alloc(index * pairs + pair)]));
		writeFileSync(join(target, `${pair}.txt`), 'a cat, '.repeat(1 + index + pair));
	}
}
