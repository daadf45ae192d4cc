import type { Painter } from '../engine/painter.ts';
import type { DemoMedium } from '../media/demoMedia.ts';
import type { ArrivedFile, DatasetState } from './records.ts';
import type { DatasetRouteServices } from './routeServices.ts';

interface DemoFile {
	readonly name: string;
	/** Its bytes, or the input of the painter. */
	readonly content: Uint8Array | DemoMedium;
}

interface DemoDataset {
	/** Stable, so that a reset sandbox has the same datasets. */
	readonly id: string;
	readonly name: string;
	readonly state: DatasetState;
	readonly error?: string;
	readonly files: readonly DemoFile[];
}

const harbours = [
	'fishing boats at a stone quay on a sunny morning',
	'a harbour at sunset with a lighthouse',
	'sailing boats in the evening, warm light on the water',
	'a harbour at night, lanterns and stars',
	'a harbour under snow in winter',
	'a small harbour in autumn with red trees',
];
const journeys = [
	'the view moves along a coast with sailing boats on a summer day',
	'the view moves past a harbour at dusk',
	'the view moves across mountains in winter',
];
const places = [
	'a village street in summer',
	'a lighthouse on a sunny day',
	'a forest lake in the morning',
	'a bridge over a river in spring',
];

const demoDatasets: readonly DemoDataset[] = [
	{
		id: 'da7a0000-0000-4000-8000-000000000001',
		name: 'harbour-photos',
		state: 'READY',
		files: harbours.flatMap((words, index) => [
			medium(`harbour_${number(index)}.png`, 'picture', words),
			caption(`harbour_${number(index)}`, `hrbr, ${words}`),
		]),
	},
	{
		id: 'da7a0000-0000-4000-8000-000000000002',
		name: 'coast-videos',
		state: 'READY',
		files: journeys.flatMap((words, index) => [
			medium(`coast_${number(index)}.mp4`, 'video', words),
			caption(`coast_${number(index)}`, words),
		]),
	},
	{
		id: 'da7a0000-0000-4000-8000-000000000003',
		name: 'winter-edit',
		state: 'READY',
		files: places.flatMap((words, index) => [
			medium(`place_${number(index)}.png`, 'wintry', words),
			caption(`place_${number(index)}`, 'make it winter'),
		]),
	},
	{
		id: 'da7a0000-0000-4000-8000-000000000004',
		name: 'winter-edit-control',
		state: 'READY',
		files: places.flatMap((words, index) => [
			medium(`place_${number(index)}.png`, 'picture', words),
			caption(`place_${number(index)}`, words),
		]),
	},
	{
		id: 'da7a0000-0000-4000-8000-000000000005',
		name: 'scanned-prints',
		state: 'FAILED',
		error: 'Validation failed: cannot be decoded: "print_002.png", "print_003.png".',
		files: [
			medium('print_001.png', 'picture', 'a harbour in autumn, an old print'),
			caption('print_001', 'an old print of a harbour'),
			...['print_002', 'print_003'].flatMap((name) => [
				{ name: `${name}.png`, content: Buffer.from('The scanner wrote this text in place of a picture.\n') },
				caption(name, 'an old print'),
			]),
		],
	},
];

/** The media that were already painted, so that a reset does not paint them again. */
const painted = new Map<DemoMedium, Uint8Array>();

/** Fills an account with datasets of every kind that a client has to show, and calls `made` together with the last row. */
export async function seedDatasets(
	{ sandbox, datasets, folders }: DatasetRouteServices,
	painter: Painter,
	accountId: string,
	made: () => void,
): Promise<void> {
	const written: { readonly dataset: DemoDataset; readonly files: readonly ArrivedFile[] }[] = [];
	for (const dataset of demoDatasets) {
		const files: ArrivedFile[] = [];
		for (const { name, content } of dataset.files) {
			const bytes = content instanceof Uint8Array ? content : await paint(painter, content);
			files.push({ name, bytes: bytes.byteLength, storedAs: await folders.write(dataset.id, bytes) });
		}
		written.push({ dataset, files });
	}
	const now = sandbox.clock.now();
	sandbox.db.transaction(() => {
		for (const { dataset, files } of written) {
			// All at one time, so that a client that sorts by time always shows them in this order.
			if (datasets.create(accountId, dataset.name, dataset.id, now) === undefined) continue;
			for (const file of files) datasets.arrived(dataset.id, file);
			datasets.setState(dataset.id, dataset.state, dataset.error);
		}
		made();
	});
}

async function paint(painter: Painter, medium: DemoMedium): Promise<Uint8Array> {
	const bytes = painted.get(medium) ?? (await painter.demoMedium(medium));
	painted.set(medium, bytes);
	return bytes;
}

function number(index: number): string {
	return String(index + 1).padStart(3, '0');
}

function medium(name: string, kind: DemoMedium['kind'], words: string): DemoFile {
	return { name, content: { kind, words } };
}

function caption(name: string, text: string): DemoFile {
	return { name: `${name}.txt`, content: Buffer.from(`${text}\n`) };
}
