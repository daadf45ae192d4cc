import { encodePng } from '../../core/base/pictures/png.ts';
import type { SandboxContext } from '../base/context.ts';
import { refuse, uncoded } from '../base/errors.ts';
import { inputPicture, inputPictureNames } from '../engine/inputPictures.ts';
import { isFile, type StoredFile, type StoredOutputs } from '../engine/outcome.ts';
import { probeSize } from '../media/formats/probe.ts';
import { outputsOf, promptFile } from '../requests/directPrompts.ts';
import type { Requests } from '../requests/records.ts';
import { storedName } from '../requests/storedName.ts';
import type { EngineCall } from './live.ts';

const folders = ['input', 'temp', 'output'];
const mediaTypes = { PNG: 'image/png', JPEG: 'image/jpeg', WebP: 'image/webp', GIF: 'image/gif' } as const;

/** Answers `GET view`: an input, an output or a temporary file of the instance, as the engine names it. */
export async function view(call: EngineCall, sandbox: SandboxContext, requests: Requests): Promise<Response> {
	const { context } = call;
	const asked = context.req.query();
	const annotated = /^(.*) \[(input|output|temp)\]$/s.exec(asked.filename ?? '');
	const filename = annotated?.[1] ?? asked.filename ?? '';
	const type = annotated?.[2] ?? asked.type ?? 'output';
	const subfolder = (asked.subfolder ?? '').replaceAll('\\', '/').replace(/^\/|\/$/g, '');
	if (filename === '' || filename.startsWith('/') || leadsOut(filename)) {
		throw uncoded(400, 'The file name is missing or leads out of the folder.');
	}
	if (!folders.includes(type)) throw uncoded(400, `The type must be one of ${folders.join(', ')}.`);
	if (leadsOut(subfolder)) throw uncoded(403, 'The subfolder leads out of the folder.');
	const bytes =
		(await call.instance.uploads.get(nameForNodes(subfolder, filename, type))) ??
		(type === 'input'
			? inputFile(subfolder, filename)
			: await outputFile(call, sandbox, requests, { filename, subfolder, type }));
	if (bytes === undefined) {
		throw refuse('notFound', `The instance has no file "${filename}" of type ${type}.`);
	}
	const format = probeSize(bytes)?.format;
	const contentType = format === undefined ? 'application/octet-stream' : mediaTypes[format];
	return context.body(new Uint8Array(bytes).buffer, 200, {
		'content-type': contentType,
		'x-content-type-options': 'nosniff',
	});
}

/** Answers `POST upload/image`: any file, into the folder that `type` names. */
export async function upload({ context, instance }: EngineCall): Promise<Response> {
	const form = await context.req.formData().catch(() => undefined);
	const image = form?.get('image');
	if (!(image instanceof File)) {
		throw uncoded(400, 'Send a form (multipart/form-data) whose part "image" is a file.');
	}
	const text = (name: string) => String(form?.get(name) ?? '');
	const subfolder = text('subfolder')
		.replaceAll('\\', '/')
		.replace(/^\/|\/$/g, '');
	const filename = image.name.split(/[\\/]/).at(-1) ?? '';
	const type = text('type') || 'input';
	if (leadsOut(subfolder) || filename === '' || filename === '..') {
		throw uncoded(400, 'The file has no name, or its subfolder leads out of the folder.');
	}
	if (!folders.includes(type)) throw uncoded(400, `The type must be one of ${folders.join(', ')}.`);
	const bytes = new Uint8Array(await image.arrayBuffer());
	const overwrite = ['true', '1'].includes(text('overwrite'));
	const taken = async (name: string) => {
		const there =
			(await instance.uploads.get(nameForNodes(subfolder, name, type))) ??
			(type === 'input' ? inputFile(subfolder, name) : undefined);
		return there !== undefined && !Buffer.from(there).equals(bytes);
	};
	const name = overwrite ? filename : await freeName(filename, taken);
	await instance.uploads.set(nameForNodes(subfolder, name, type), bytes);
	return context.json({ name, subfolder, type });
}

function leadsOut(path: string): boolean {
	return path.split(/[\\/]/).includes('..');
}

/** Returns the name by which a node refers to the file. */
function nameForNodes(subfolder: string, name: string, type: string): string {
	const path = subfolder === '' ? name : `${subfolder}/${name}`;
	return type === 'input' ? path : `${path} [${type}]`;
}

/** Returns one of the pictures in the input folder of every instance. */
function inputFile(subfolder: string, name: string): Uint8Array | undefined {
	if (subfolder !== '' || !inputPictureNames.includes(name)) return undefined;
	const picture = inputPicture(name);
	return picture === undefined ? undefined : encodePng([picture], {});
}

async function outputFile(
	{ instance, state }: EngineCall,
	sandbox: SandboxContext,
	requests: Requests,
	wanted: StoredFile,
): Promise<Uint8Array | undefined> {
	const { filename, subfolder, type } = wanted;
	const made = (outputs: StoredOutputs) =>
		Object.values(outputs)
			.flatMap((channels) => Object.values(channels).flat())
			.filter(isFile)
			.find((file) => file.filename === filename && file.subfolder === subfolder && file.type === type);
	for (const prompt of state.done.toReversed()) {
		const file = made(outputsOf(prompt));
		if (file !== undefined) return instance.uploads.get(promptFile(prompt.id, storedName(file)));
	}
	for (const request of requests.ofInstance(instance.id).toReversed()) {
		const file = made(request.outputs ?? {});
		const bytes = file && (await sandbox.blobs.read(request.id, storedName(file)));
		if (bytes !== undefined) return bytes;
	}
	return undefined;
}

/** Returns the name itself if it is free or its file has the same bytes, else `name (1).png` and so on. */
async function freeName(name: string, taken: (name: string) => Promise<boolean>): Promise<string> {
	const dot = name.lastIndexOf('.');
	const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
	let candidate = name;
	for (let number = 1; await taken(candidate); number++) candidate = `${stem} (${number})${extension}`;
	return candidate;
}
