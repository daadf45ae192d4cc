import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A process that receives datasets and keeps only sizes, so that the sender is measured. Each answer comes a round trip
 * after the last byte. Arguments: milliseconds of the round trip. Sends its address to its parent.
 */
const roundTripMs = Number(process.argv[2]);
const datasets = new Map<string, Map<string, number>>();

const server = createServer(async (request, response) => {
	const [status, body] = await answer(request);
	setTimeout(
		() => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
		roundTripMs,
	);
});
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.send?.(`http://127.0.0.1:${port}`);
});
process.on('disconnect', () => process.exit());

async function answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
	const path = new URL(request.url ?? '', 'http://sink').pathname;
	const [, id = '', last = ''] = /\/datasets(?:\/([^/]+))?(?:\/(.+))?$/.exec(path) ?? [];
	if (last === 'upload') return [200, await takeForm(request, id)];
	if (request.method === 'PUT') {
		let bytes = 0;
		for await (const chunk of request) bytes += (chunk as Buffer).length;
		datasets.get(id)?.set(decodeURIComponent(last), bytes);
		return [200, {}];
	}
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = Buffer.concat(chunks).toString();
	if (last === 'get-upload-endpoint') {
		const names = Object.keys(JSON.parse(text).filenameToByteSize);
		const url = (name: string) =>
			`http://${request.headers.host}/datasets/${id}/${encodeURIComponent(name)}?signature=x`;
		return [200, { uploads: Object.fromEntries(names.map((name) => [name, { upload_url: url(name) }])) }];
	}
	if (last === 'status') {
		const files = [...(datasets.get(id) ?? [])].map(([filename, size_bytes]) => ({ filename, size_bytes }));
		return [200, { id, status: 'READY', files }];
	}
	const made = `dataset-${datasets.size + 1}`;
	datasets.set(made, new Map());
	return [200, { id: made, name: JSON.parse(text || '{}').name ?? made, status: 'DRAFT' }];
}

/** Receives a form; the size of the file is that of the form without its head and its end. */
async function takeForm(request: IncomingMessage, id: string): Promise<unknown> {
	let name = '';
	let around = 0;
	let bytes = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		if (name === '') {
			const head = chunk.subarray(0, 2000).toString('latin1');
			name = /filename="([^"]*)"/.exec(head)?.[1] ?? '';
			around = head.indexOf('\r\n\r\n') + 4 + (head.indexOf('\r\n') + 6);
		}
		bytes += chunk.length;
	}
	datasets.get(id)?.set(name, bytes - around);
	return { filename: name };
}
