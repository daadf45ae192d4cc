import assert from 'node:assert/strict';
import type { OpenServices } from '../../../src/core/operations/node/openServices.ts';
import { OperationCaller, OperationWorld } from '../../support/operations.ts';
import { folderWith, removeFolders } from '../datasets/report/folders.ts';
import { png } from '../datasets/report/mediaFiles.ts';

interface UploadFacts {
	readonly state: string;
	readonly files: number;
	readonly warnings: readonly string[];
	readonly fixed?: string;
}

interface ReportFacts {
	readonly fixed?: string;
	readonly lines: readonly string[];
	readonly findings: readonly {
		readonly severity: string;
		readonly title: string;
		readonly files: readonly { readonly name: string }[];
	}[];
}

/** Folders by concept with equal names, and a caption of an old encoding. */
async function concepts(): Promise<string> {
	return folderWith({
		'30_cat/image1.png': png(640, 480),
		'30_cat/image1.txt': 'a cat',
		'30_dog/image1.png': png(640, 480),
		'30_dog/image1.txt': Buffer.from('a woman\x92s dog', 'latin1'),
	});
}

describe('uploads of a folder with errors in its report', () => {
	let world: OperationWorld;
	let services: OpenServices;
	const { call, value } = new OperationCaller(() => services);

	before(async () => {
		world = await OperationWorld.open();
		services = world.services();
	});
	after(async () => {
		await world?.end();
		await removeFolders();
	});

	it('send nothing, and name the files with their folders', async () => {
		const refused = await call('dataset.upload', { folder: await concepts(), name: 'concepts', wait: true });
		assert.ok(!refused.ok);
		const { kind, nextStep, details = [] } = refused.failure;
		assert.equal(kind, 'input');
		assert.match(nextStep, /"fix".*"anyway"/);
		assert.match(details.join('\n'), /^Equal names in different folders: .* 30_dog\/image1\.png/m);
		const { datasets } = await value<{ datasets: readonly { name: string }[] }>('dataset.list', {});
		assert.ok(!datasets.some(({ name }) => name === 'concepts'));
		const old = await folderWith({
			'a.png': png(640, 480),
			'a.txt': Buffer.from('a woman\x92s hat', 'latin1'),
		});
		const unread = await call('dataset.upload', { folder: old, name: 'old', wait: true });
		assert.ok(!unread.ok);
		assert.match((unread.failure.details ?? []).join('\n'), /^Captions that are not UTF-8 text/m);
	});

	it('send the usable files on request', async () => {
		const folder = await concepts();
		const sent = await value<UploadFacts>('dataset.upload', {
			folder,
			name: 'cats',
			anyway: true,
			wait: true,
		});
		assert.deepEqual([sent.state, sent.files], ['ready', 2]);
		assert.ok(sent.warnings.some((line) => line.includes('30_dog/image1.png')));
	});

	it('send pictures of other types, with their captions, only on request', async () => {
		const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
		const folder = await folderWith({
			'one.png': png(640, 480),
			'one.txt': 'a harbor',
			'two.gif': gif,
			'two.txt': 'a pier',
		});
		const without = await value<UploadFacts>('dataset.upload', { folder, name: 'png_only', wait: true });
		assert.deepEqual([without.state, without.files], ['ready', 2]);
		const all = await value<UploadFacts>('dataset.upload', {
			folder,
			name: 'gifs',
			anyway: true,
			wait: true,
		});
		assert.deepEqual([all.files, all.fixed], [4, 'Applied to the upload only: Put Back 1 File.']);
	});

	it('send all files with the safe fixes, and leave the files on disk unchanged', async () => {
		const folder = await folderWith({
			'30_cat/image1.png': png(640, 480),
			'30_cat/image1.txt': 'a cat',
			'30_dog/image1.png': png(640, 480),
			'30_dog/image1.txt': Buffer.from('\ufeffa dog', 'utf16le'),
		});
		const before = await value<ReportFacts>('dataset.report', { folder });
		const errors = ({ findings }: ReportFacts) => findings.filter(({ severity }) => severity === 'error');
		assert.deepEqual(
			errors(before).map(({ title, files }) => [title, files.map(({ name }) => name)]),
			[['Equal names in different folders', ['30_dog/image1.png', '30_dog/image1.txt']]],
		);
		const fixed = await value<ReportFacts>('dataset.report', { folder, fix: true });
		assert.match(fixed.fixed ?? '', /Convert 1 Caption, Rename 2 Files/);
		assert.deepEqual(errors(fixed), []);
		assert.deepEqual(await value<ReportFacts>('dataset.report', { folder }), before);

		const sent = await value<UploadFacts>('dataset.upload', { folder, name: 'both', fix: true, wait: true });
		assert.deepEqual([sent.state, sent.files, sent.fixed], ['ready', 4, fixed.fixed]);
	});
});
