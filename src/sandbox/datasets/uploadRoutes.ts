import { Hono } from 'hono';
import { sizeLimits } from '../../core/wire/limits.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import { type Detail, invalid, isGone, Refusal, refuseTraining, uncoded } from '../base/errors.ts';
import { storageRefusals } from '../base/storageRefusals.ts';
import { type FormPart, FormProblem, formBoundary, formParts } from './multipart.ts';
import type { ArrivedFile, DatasetRecord } from './records.ts';
import type { DatasetRouteServices } from './routeServices.ts';
import { asRefusal, datasetsPath, findDataset, refuseFailed } from './routes.ts';
import { checkFileName } from './rules.ts';
import { uploadSignature, uploadType } from './wire.ts';

/** Bytes that a form may have in addition to its file. */
const formOverhead = 1_000_000;

/** Uploads through the service itself; they bypass its limit for bodies and have a separate one. */
export function uploadRoutes(parts: DatasetRouteServices): Hono<SignedIn> {
	const app = new Hono<SignedIn>();
	app.onError((error) => {
		throw asRefusal(error, parts.sandbox.log);
	});
	app.post(`${datasetsPath}/:id/upload`, bearer(parts.accounts), async (context) => {
		const record = findDataset(parts, context);
		refuseFailed(record);
		const { body } = context.req.raw;
		const boundary = formBoundary(context.req.header('content-type'));
		if (boundary === undefined || body === null) throw noForm('Send a form (multipart/form-data).');
		if (Number(context.req.header('content-length') ?? 0) > sizeLimits.directUpload + formOverhead)
			throw tooLarge();
		const file = await parts.readiness.during(record.id, async () => {
			const received = await receiveForm(parts, record, formParts(body, boundary));
			await takeIn(parts, record.id, received);
			return received;
		});
		const { name, bytes } = file;
		return context.json({ id: record.id, dataset_id: record.id, filename: name, size_bytes: bytes });
	});
	return app;
}

/** Uploads to signed addresses, on the storage host. */
export function signedUploadRoutes(parts: DatasetRouteServices): Hono {
	const { sandbox, datasets, folders, readiness } = parts;
	const app = new Hono();
	app.put('/datasets/:id/:name', async (context) => {
		const { id, name } = context.req.param();
		const { size, expires, signature } = context.req.query();
		const grant = { datasetId: id, name, bytes: Number(size), expiresAt: Number(expires) };
		const expired = grant.expiresAt <= sandbox.clock.now();
		if (signature !== uploadSignature(sandbox, grant) || expired)
			throw uncoded(403, storageRefusals.signature);
		const type = uploadType(name);
		if (context.req.header('content-type')?.toLowerCase() !== type)
			throw uncoded(403, `The address is signed for the header "Content-Type: ${type}".`);
		const record = datasets.get(id);
		if (record === undefined) throw uncoded(404, 'The dataset does not exist.');
		if (record.state === 'FAILED') throw uncoded(409, 'The dataset has failed and accepts no more files.');
		const length = context.req.header('content-length');
		if (length !== undefined && Number(length) !== grant.bytes) throw uncoded(400, storageRefusals.size);
		await readiness.during(id, async () => {
			const received = await folders.receive(id, exactly(context.req.raw.body, grant.bytes));
			await takeIn(parts, id, { name, ...received });
		});
		return context.body(null, 200);
	});
	app.onError((error, context) => {
		const status = error instanceof Refusal ? error.status : 500;
		if (!(error instanceof Refusal) && !isGone(error)) sandbox.log(`storage: ${error.message}`);
		const message = error instanceof Refusal ? error.message : 'The file could not be stored.';
		return context.json({ message }, status as 500);
	});
	return app;
}

/** Reads the whole form and stores its file. Keeps nothing of an incomplete form. */
async function receiveForm(
	{ folders }: DatasetRouteServices,
	{ id }: DatasetRecord,
	form: AsyncIterable<FormPart>,
): Promise<ArrivedFile> {
	let found: ArrivedFile | undefined;
	try {
		for await (const { name, fileName, content } of form) {
			if (name !== 'file') continue;
			if (found !== undefined) throw noForm('The form has more than one field "file".');
			if (fileName === undefined) throw noForm('The field "file" has no file name.');
			checkFileName(fileName, ['body', 'file']);
			found = { name: fileName, ...(await folders.receive(id, atMost(content, sizeLimits.directUpload))) };
		}
		if (found === undefined) throw noForm('The form has no field "file".');
		return found;
	} catch (error) {
		if (found !== undefined) await folders.removeFile(id, found.storedAs);
		throw error instanceof FormProblem ? noForm(error.message) : error;
	}
}

/** Makes a stored file part of its dataset, unless the dataset has been deleted or has failed in the meantime. */
async function takeIn(
	{ datasets, folders, faults }: DatasetRouteServices,
	id: string,
	file: ArrivedFile,
): Promise<void> {
	const record = datasets.get(id);
	if (record === undefined || record.state === 'FAILED') {
		await folders.removeFile(id, file.storedAs);
		if (record !== undefined) refuseFailed(record);
		throw refuseTraining(40401, 'The dataset was deleted meanwhile.');
	}
	const lost = faults.take('bytes-lost', `${record.name}/${file.name}`);
	const bytes = lost === undefined ? file.bytes : Math.max(0, file.bytes - (lost.bytes ?? 1));
	if (bytes !== file.bytes) await folders.shorten(id, file.storedAs, bytes);
	const earlier = datasets.arrived(id, { ...file, bytes });
	if (earlier !== undefined) await folders.removeFile(id, earlier);
}

/**
 * Passes on at most `limit` bytes. A file that exceeds it by no more than the overhead of a form is read to its end
 * before it is refused, because a caller that still sends when the connection closes gets no answer.
 */
async function* atMost(content: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
	let bytes = 0;
	for await (const part of content) {
		bytes += part.byteLength;
		if (bytes > limit + formOverhead) break;
		if (bytes <= limit) yield part;
	}
	if (bytes > limit) throw tooLarge();
}

async function* exactly(content: AsyncIterable<Uint8Array> | null, size: number): AsyncGenerator<Uint8Array> {
	let bytes = 0;
	for await (const part of content ?? []) {
		bytes += part.byteLength;
		if (bytes > size) break;
		yield part;
	}
	if (bytes !== size) throw uncoded(400, storageRefusals.size);
}

function tooLarge(): Refusal {
	return refuseTraining(
		42203,
		`A direct upload has at most ${sizeLimits.directUpload} bytes. Use get-upload-endpoint for larger files.`,
	);
}

function noForm(problem: string): Refusal {
	const loc: Detail['loc'] = ['body', 'file'];
	return invalid([{ loc, msg: `${problem} The file is its one field "file".`, type: 'form' }]);
}
