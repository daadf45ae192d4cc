import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { fits, kindsOfInput, mediaInputAt, namedMedia } from '../../../../src/core/runs/plan/mediaInputs.ts';
import { mediaPlace, nameFrom } from '../../../../src/core/runs/start/mediaPlace.ts';
import { parseWorkflow } from '../../../../src/core/workflow/document.ts';

const document = parseWorkflow(`{
	"1": { "class_type": "LoadImage", "inputs": { "image": "in/boat.png", "upload": "image" } },
	"2": { "class_type": "VHS_LoadVideo", "inputs": { "file": "" } },
	"3": { "class_type": "SaveImage", "inputs": { "images": ["1", 0], "filename_prefix": "a.png" } },
	"4": { "class_type": "CLIPTextEncode", "inputs": { "text": "a boat.png" } }
}`);
const at = (text: string) => document.text.indexOf(text) + 1;

describe('media inputs of a document', () => {
	it('determine their kinds of media by name, then by node', () => {
		assert.deepEqual(kindsOfInput({ classType: 'LoadImage' }, 'image'), ['image']);
		assert.deepEqual(kindsOfInput({ classType: 'Any' }, 'start_frame'), ['image']);
		assert.deepEqual(kindsOfInput({ classType: 'Any' }, 'control_video'), ['video']);
		assert.deepEqual(kindsOfInput({ classType: 'LoadAudio' }, 'file'), ['audio']);
		assert.deepEqual(kindsOfInput({ classType: 'Any' }, 'file'), ['image', 'video', 'audio']);
		for (const name of ['text', 'filename_prefix', 'lora_name', 'seed', 'upload'])
			assert.deepEqual(kindsOfInput({ classType: 'LoadImage' }, name), []);
		assert.deepEqual(kindsOfInput({ classType: 'SaveVideo' }, 'video'), []);
	});

	it('are found at the cursor, but only in text', () => {
		assert.deepEqual(mediaInputAt(document, at('"in/boat'))?.kinds, ['image']);
		assert.deepEqual(mediaInputAt(document, at('"file": ""') + 8)?.kinds, ['video']);
		for (const place of ['["1", 0]', '"a boat', '"a.png"', '"LoadImage"'])
			assert.equal(mediaInputAt(document, at(place)), undefined, place);
	});

	it('name the files that a run would look for', () => {
		assert.deepEqual(
			namedMedia(document).map(({ text }) => text),
			['in/boat.png'],
		);
	});

	it('match files by their extension, in any case', () => {
		assert.ok(fits(['image'], 'A.PNG') && !fits(['image'], 'a.mp4') && !fits(['image', 'video'], 'a.txt'));
	});

	it('get names that a run finds again, for any file name', async () => {
		const folder = resolve('/studio/flows');
		const part = fc
			.string({ minLength: 1, maxLength: 12 })
			.filter((name) => !/[/\\:\0\r\n]/.test(name) && name.trim() !== '' && !/^[. ]+$/.test(name));
		await fc.assert(
			fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async (parts) => {
				const path = join(folder, '..', ...parts);
				const name = nameFrom(folder, path);
				if (name === undefined) return;
				const place = await mediaPlace(
					name,
					{ document: folder, workspace: resolve('/studio') },
					async () => undefined,
				);
				assert.deepEqual(place, { kind: 'inside', path });
			}),
		);
		assert.equal(nameFrom(folder, join(folder, 'in', 'boat.png')), 'in/boat.png');
		assert.equal(nameFrom(folder, join(folder, '..', 'boat.png')), '../boat.png');
		assert.equal(nameFrom(folder, join(folder, 'a\nb.png')), undefined);
		assert.equal(nameFrom(folder, folder), undefined);
	});
});
