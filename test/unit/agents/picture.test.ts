import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picture } from '../../../src/core/agents/node/picture.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('a picture in a reply to an agent', () => {
	const shownAs = async (name: string, bytes: number, most?: number) => {
		const path = join(newFolder(), name);
		await writeFile(path, Buffer.alloc(bytes, 1));
		const { shown, content } = await picture(path, name, most);
		return [shown, content.type];
	};

	it('is the picture itself up to the size limit of clients, if no small copy can be made', async () => {
		assert.deepEqual(await shownAs('sample.jpg', 300_000), ['picture', 'image']);
		assert.deepEqual(await shownAs('sample.webp', 700_000), ['picture', 'image']);
		assert.deepEqual(await shownAs('sample.jpg', 700_001), ['link', 'resource_link']);
		assert.deepEqual(await shownAs('clip.mp4', 1000), ['link', 'resource_link']);
	});

	it('is a link if other pictures used up the room', async () => {
		assert.deepEqual(await shownAs('sample.jpg', 300_000, 100_000), ['link', 'resource_link']);
	});
});
