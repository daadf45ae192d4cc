import { type Context, Hono } from 'hono';
import { isObject, type JsonObject, member } from '../../core/json/value.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import { parseObjectBody } from '../base/body.ts';
import { invalid, isGone, Refusal, refuseTraining } from '../base/errors.ts';
import { DiskFailure } from './folders.ts';
import type { DatasetRecord } from './records.ts';
import type { DatasetRouteServices } from './routeServices.ts';
import { checkDatasetName, checkFileName } from './rules.ts';
import { datasetWire, uploadType, uploadUrl } from './wire.ts';

export const datasetsPath = '/prod/v1/trainers/datasets';

/** Milliseconds for which a signed address is valid: virtual, and real at the least. */
const addressLifetime = { virtual: 15 * 60_000, real: 60_000 };

const wellFormedId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the routes for create, list, status, signed addresses and delete of datasets. */
export function datasetRoutes(parts: DatasetRouteServices): Hono<SignedIn> {
	const { sandbox, accounts, datasets, folders, readiness } = parts;
	const app = new Hono<SignedIn>();
	const signedIn = bearer(accounts);
	app.onError((error) => {
		throw asRefusal(error, sandbox.log);
	});

	app.post(datasetsPath, signedIn, async (context) => {
		const text = await context.req.text();
		const name = text === '' ? undefined : givenName(parseObjectBody(text));
		const record = datasets.create(context.get('token').accountId, name);
		if (record === undefined)
			throw refuseTraining(40901, `There is a dataset of the name "${name}" already.`);
		return context.json(datasetWire(record));
	});
	app.get(datasetsPath, signedIn, async (context) => {
		const { accountId } = context.get('token');
		await Promise.all(datasets.list(accountId).map(({ id }) => readiness.reconcile(id)));
		return context.json({ datasets: datasets.list(accountId).map((record) => datasetWire(record)) });
	});
	app.get(`${datasetsPath}/:id/status`, signedIn, async (context) => {
		await readiness.reconcile(findDataset(parts, context).id);
		const record = findDataset(parts, context);
		if (record.state === 'FAILED' && record.error === undefined) {
			throw refuseTraining(
				50004,
				'The dataset could not be processed. Nothing more is known about the cause.',
			);
		}
		const present = await folders.list(record.id).catch(() => {
			throw refuseTraining(50003, 'The files of the dataset could not be listed.');
		});
		const files = datasets.files(record.id).filter(({ storedAs }) => present.has(storedAs));
		return context.json(datasetWire(record, files));
	});
	app.post(`${datasetsPath}/:id/get-upload-endpoint`, signedIn, async (context) => {
		const record = findDataset(parts, context);
		refuseFailed(record);
		const sizes = readSizes(parseObjectBody(await context.req.text()));
		const { clock } = sandbox;
		const lifetime = Math.max(addressLifetime.virtual, addressLifetime.real * clock.speed);
		const expiresAt = clock.now() + Math.ceil(lifetime);
		datasets.announce(record.id, [...sizes.keys()], expiresAt);
		const uploads = [...sizes].map(([name, bytes]) => {
			const upload_url = uploadUrl(sandbox, { datasetId: record.id, name, bytes, expiresAt });
			return [name, { upload_url, method: 'PUT', headers: { 'Content-Type': uploadType(name) } }];
		});
		return context.json({ id: record.id, dataset_id: record.id, uploads: Object.fromEntries(uploads) });
	});
	app.delete(`${datasetsPath}/:id`, signedIn, async (context) => {
		const { id } = findDataset(parts, context);
		datasets.remove(id);
		await folders.remove(id);
		return context.json({ id, dataset_id: id, deleted: true });
	});
	return app;
}

/** Returns the caller's dataset. Refuses an invalid id with 40001, and a missing, deleted or foreign one with 40401. */
export function findDataset({ datasets }: DatasetRouteServices, context: Context<SignedIn>): DatasetRecord {
	const id = context.req.param('id') ?? '';
	if (!wellFormedId.test(id)) {
		throw refuseTraining(
			40001,
			`"${id}" is not the id of a dataset, which is a UUID. The name does not serve as one.`,
		);
	}
	const record = datasets.get(id.toLowerCase());
	if (record === undefined || record.accountId !== context.get('token').accountId) {
		throw refuseTraining(40401, 'There is no such dataset.');
	}
	return record;
}

/** Refuses a call to a failed dataset, which accepts no more files. */
export function refuseFailed({ state, name }: DatasetRecord): void {
	if (state !== 'FAILED') return;
	throw refuseTraining(
		42204,
		`The dataset "${name}" has failed and accepts no more files. Create a new one and upload them there.`,
	);
}

/** Turns an internal error into a refusal with its documented code. */
export function asRefusal(error: Error, log: (line: string) => void): Error {
	if (error instanceof Refusal || isGone(error)) return error;
	log(`internal error: ${error.stack ?? error.message}`);
	return error instanceof DiskFailure
		? refuseTraining(
				50002,
				'The file could not be written to the storage. Try again, or use a signed address.',
			)
		: refuseTraining(50001, 'Something went wrong inside the sandbox. Try again in a moment.');
}

function givenName(body: JsonObject): string | undefined {
	const name = member(body, 'name') ?? null;
	if (name === null) return undefined;
	checkDatasetName(name);
	return name;
}

/** Returns file names with their sizes in bytes, all of them checked. */
function readSizes(body: JsonObject): ReadonlyMap<string, number> {
	const loc = ['body', 'filenameToByteSize'];
	const map = member(body, 'filenameToByteSize') ?? null;
	if (!isObject(map)) {
		const msg = 'filenameToByteSize must be an object of file names and their sizes in bytes.';
		throw invalid([{ loc, msg, type: 'dict_type' }]);
	}
	const entries = Object.entries(map);
	if (entries.length === 0)
		throw refuseTraining(42205, 'filenameToByteSize is empty: name at least one file.');
	const sizes = new Map<string, number>();
	for (const [name, value] of entries) {
		checkFileName(name, [...loc, name]);
		if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
			const msg = `The size of "${name}" must be an integer from 0 up.`;
			throw invalid([{ loc: [...loc, name], msg, type: 'int_type' }]);
		}
		sizes.set(name, value);
	}
	return sizes;
}
