import { encodePng } from '../../../core/base/pictures/png.ts';
import { encodeWebp } from '../../media/formats/webp.ts';
import { NodeFailure } from '../../media/nodeFailure.ts';
import type { Call } from '../call.ts';
import type { EngineFile } from '../engine.ts';
import type { Images } from '../values.ts';
import type { NodeCodes, Run } from './registry.ts';

/** A document beyond this size is not embedded in the pictures it makes. */
const embeddedLimit = 1024 * 1024;

export const outputNodes: NodeCodes = {
	SaveImage: (call, run) => {
		const { frames } = call.get('images', 'IMAGE');
		const name = prefixOf(call, run, frames);
		for (const frame of frames) addFile(call, run, name, 'output', encodePng([frame], texts(run)));
		return [];
	},
	PreviewImage: (call, run) => {
		const name = `ComfyUI_temp_${call.key.slice(0, 5)}`;
		for (const frame of call.get('images', 'IMAGE').frames)
			addFile(call, run, name, 'temp', encodePng([frame], texts(run)));
		return [];
	},
	SaveAnimatedPNG: (call, run) => {
		const { frames } = sameSize(call.get('images', 'IMAGE'), call.className);
		const bytes = encodePng(frames, texts(run), { fps: call.number('fps') });
		addFile(call, run, prefixOf(call, run, frames), 'output', bytes);
		channel(call, run, 'animated').push(true);
		return [];
	},
	SaveAnimatedWEBP: (call, run) => {
		const { frames } = sameSize(call.get('images', 'IMAGE'), call.className);
		const bytes = encodeWebp(frames, call.number('fps'));
		addFile(call, run, prefixOf(call, run, frames), 'output', bytes, 'webp');
		channel(call, run, 'animated').push(frames.length > 1);
		return [];
	},
	PreviewAny: (call, run) => {
		channel(call, run, 'text').push([call.shown('source')]);
		return [];
	},
};

function texts(run: Run): Record<string, string> {
	return run.document.length > embeddedLimit ? {} : { prompt: run.document };
}

function channel(call: Call, run: Run, name: string): unknown[] {
	const channels = run.outputs.get(call.nodeId) ?? new Map<string, unknown[]>();
	run.outputs.set(call.nodeId, channels);
	const entries = channels.get(name) ?? [];
	channels.set(name, entries);
	return entries;
}

/** Returns the prefix with the size of the first picture and the time (UTC) in the placeholders that the engine fills. */
function prefixOf(call: Call, run: Run, frames: Images['frames']): string {
	const time = new Date(run.startedAt).toISOString();
	const values: Readonly<Record<string, string>> = {
		width: String(frames[0]?.width ?? 0),
		height: String(frames[0]?.height ?? 0),
		year: time.slice(0, 4),
		month: time.slice(5, 7),
		day: time.slice(8, 10),
		hour: time.slice(11, 13),
		minute: time.slice(14, 16),
		second: time.slice(17, 19),
	};
	return call
		.text('filename_prefix')
		.replaceAll(
			/%(width|height|year|month|day|hour|minute|second)%/g,
			(place, name: string) => values[name] ?? place,
		);
}

/** Names the file `prefix_00001_.png`; a prefix may contain a subfolder, but not leave the output folder. */
function addFile(
	call: Call,
	run: Run,
	prefix: string,
	type: EngineFile['type'],
	bytes: Uint8Array,
	extension = 'png',
): void {
	const parts = prefix.split(/[\\/]/);
	if (parts.includes('..') || prefix.startsWith('/')) {
		const message = `${call.className}: saving outside the output folder is not allowed ("${prefix}").`;
		throw new NodeFailure('Exception', message);
	}
	const name = safeName(parts.at(-1) ?? '') || 'ComfyUI';
	const subfolder = parts
		.slice(0, -1)
		.map(safeName)
		.filter((part) => part !== '' && part !== '.')
		.join('/');
	const counter = (run.counters.get(`${subfolder}/${name}`) ?? 0) + 1;
	run.counters.set(`${subfolder}/${name}`, counter);
	const filename = `${name}_${String(counter).padStart(5, '0')}_.${extension}`;
	run.files.push({ filename, subfolder, type, bytes });
	channel(call, run, 'images').push({ filename, subfolder, type });
}

function safeName(part: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not get into a file name
	return part.replaceAll(/[\u0000-\u001f<>:"|?*]/g, '_').slice(0, 120);
}

function sameSize(images: Images, className: string): Images {
	const first = images.frames[0];
	if (images.frames.some((frame) => frame.width !== first?.width || frame.height !== first.height)) {
		throw new NodeFailure('ValueError', `${className}: all frames must have the same size.`);
	}
	return images;
}
