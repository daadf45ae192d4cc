import { Hono } from 'hono';
import type { Painter } from '../engine/painter.ts';

const types = { 'harbour.png': 'image/png', 'coast.mp4': 'video/mp4', 'melody.wav': 'audio/wav' } as const;
type SampleName = keyof typeof types;

/**
 * Returns the routes of a picture, a video and a sound on the storage host that anyone may download: addresses to try a
 * media input with.
 */
export function sampleMediaRoutes(painter: Painter): Hono {
	const app = new Hono();
	app.get('/samples/:name', async (context) => {
		const name = context.req.param('name');
		if (!Object.hasOwn(types, name)) return context.json({ message: 'The file does not exist.' }, 404);
		const bytes = await make(name as SampleName, painter);
		return context.body(new Uint8Array(bytes), 200, { 'content-type': types[name as SampleName] });
	});
	return app;
}

function make(name: SampleName, painter: Painter): Promise<Uint8Array> {
	if (name === 'harbour.png') return painter.demoMedium({ kind: 'picture', words: 'boats in a harbour' });
	if (name === 'coast.mp4') return painter.demoMedium({ kind: 'video', words: 'a lighthouse on the coast' });
	const size = { width: 16, height: 16, seconds: 3 };
	return painter.modelOutput({ key: name, words: '', label: '', ...size, extension: 'wav' });
}
