import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { documentOf } from '../../engine/support/documents.ts';
import { EngineDouble } from '../../support/engineDouble.ts';
import { recordedStreams, recordedVersions } from '../../support/recordedStreams.ts';
import { fastClock } from '../runs/clocks.ts';
import { EngineWindow } from './window.ts';

/** The state of a recorded run, by the last message in its history. */
const states = {
	execution_success: 'succeeded',
	execution_error: 'failed',
	execution_interrupted: 'failed',
} as const;

for (const version of recordedVersions) {
	describe(`a run on the recorded engine ${version}`, () => {
		let engine: EngineDouble;
		let window: EngineWindow;

		beforeEach(async () => {
			engine = await EngineDouble.start({ version });
			window = await EngineWindow.open(engine.url, fastClock(30));
		});
		afterEach(async () => {
			await window.close();
			await engine.close();
		});

		it('ends as recorded, with the same files and texts', async () => {
			for (const [name, { frames, history }] of recordedStreams(version)) {
				const outputs = Object.values(history.outputs as Record<string, Record<string, unknown[]>>);
				const files = outputs.flatMap((channels) => Object.values(channels).flat().filter(isFile));
				for (const { type, subfolder, filename } of files)
					engine.files.set(
						`${type}/${subfolder}/${filename}`,
						Buffer.from(`\x89PNG\r\n\x1a\n${filename}`, 'latin1'),
					);
				// The recording counts, and not the document.
				engine.playNext(frames);
				const { id } = await window.start(documentOf('image'));
				const last = history.status.messages.at(-1)?.[0] as keyof typeof states;
				const run = await window.reaches(id, 'succeeded', 'failed', 'lost');
				assert.equal(run.state, states[last], name);
				if (run.state !== 'succeeded') continue;
				assert.deepEqual(
					run.files.map(({ filename }) => filename).sort(),
					files.map(({ filename }) => filename).sort(),
					name,
				);
				assert.deepEqual(
					run.texts.map(({ text }) => text),
					outputs.flatMap(({ text = [] }) => text),
					name,
				);
			}
		});
	});
}

function isFile(value: unknown): value is { type: string; subfolder: string; filename: string } {
	return typeof value === 'object' && value !== null && 'filename' in value;
}
