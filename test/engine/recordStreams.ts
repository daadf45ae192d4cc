import { documentOf } from './support/documents.ts';
import { type Body, parsed, type RealEngine, until } from './support/realEngine.ts';

/** Documents for recording events, by the names of their streams. */
const streams: Readonly<Record<string, string>> = {
	image: 'image',
	cached: 'image',
	batch: 'batch',
	severalOutputs: 'severalOutputs',
	video: 'video',
	text: 'text',
	failing: 'failing',
	failingAfterOutput: 'failingAfterOutput',
	partial: 'partial',
	interrupted: 'long',
};

/** A node of a pack that reports four steps with a picture each, if the engine has that pack. */
const steps = JSON.stringify({
	'1': { class_type: 'EaselSteps', inputs: { steps: 4 } },
	'2': { class_type: 'PreviewImage', inputs: { images: ['1', 0] } },
});

/** The same id in each recording; who replays one puts another in. */
const recordedId = '00000000-0000-4000-8000-000000000000';

/** Records the event stream during each of the documents, and the history afterwards. */
export async function recordedStreams(engine: RealEngine): Promise<object> {
	const recorded: Record<string, object> = {};
	for (const [name, document] of Object.entries(streams))
		recorded[name] = await record(engine, name, documentOf(document));
	if ('EaselSteps' in (await engine.get('/object_info/EaselSteps')))
		recorded.previews = await record(engine, 'previews', steps);
	return recorded;
}

async function record(engine: RealEngine, name: string, document: string): Promise<object> {
	const frames: Body[] = [];
	const clientId = `record-${name}`;
	// A unique picture, so that only the stream named cached finds something in the cache.
	const text =
		name === 'image' || name === 'cached' ? document.replace('"width": 64', '"width": 72') : document;
	const socket = new WebSocket(`${engine.url.replace('http', 'ws')}/ws?clientId=${clientId}`);
	socket.binaryType = 'arraybuffer';
	socket.onmessage = ({ data }) => frames.push(typeof data === 'string' ? parsed(data) : binary(data));
	await new Promise((resolve) => {
		socket.onopen = resolve;
	});
	socket.send(JSON.stringify({ type: 'feature_flags', data: { supports_preview_metadata: true } }));
	await until('the first frame', () => frames.length > 0);
	const { id, reply } = await engine.submit(text, { client_id: clientId });
	if (name === 'interrupted') {
		await until('the third node', () => frames.filter(({ type }) => type === 'executing').length > 2);
		await engine.post('/interrupt', { prompt_id: id });
	}
	const entry = await engine.end(id);
	await until('the last frame', () =>
		frames.some(({ type, data }) => type === 'executing' && data.node === null),
	);
	socket.close();
	delete reply.number;
	return anonymous({ reply, frames, history: { outputs: entry.outputs, status: entry.status } }, id);
}

/** Pictures are recorded whole: they are small. Those with metadata about their run are split. */
function binary(data: ArrayBuffer): object {
	const bytes = Buffer.from(data);
	if (bytes.readUInt32BE(0) !== 4) return { _bytes: bytes.toString('base64') };
	const end = 8 + bytes.readUInt32BE(4);
	return { _picture: bytes.toString('base64', end), metadata: JSON.parse(bytes.toString('utf8', 8, end)) };
}

function anonymous(recording: object, id: string): object {
	let moment = 1_760_000_000_000;
	const text = JSON.stringify(recording, (key, value) => {
		if (key === 'timestamp') return moment++;
		if (key === 'traceback') return [];
		if (key === 'current_inputs') return {};
		if (key === 'sid' || key === 'tooltip') return undefined;
		return value;
	});
	return parsed(text.replaceAll(id, recordedId));
}
