import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** A server in front of the editor's own. */
export interface LocalEntry {
	readonly address: string;
	close(): void;
}

const keyPath = '/mint-key';
/** The path to which the window sends the browser for a page of a program on this computer. */
const portPath = /^\/proxy\/(\d+)(\/.*)?$/;

/**
 * Passes everything on to the editor and does two things that the editor's server leaves to the product around it. It
 * provides the key with which the window seals secrets; without it they are forgotten at each reload, unlike on a
 * desktop. The key is in the editor's data folder. And it gives access to the pages of other programs on this computer.
 */
export async function openLocalEntry(
	port: number,
	dataFolder: string,
	token: string | undefined,
): Promise<LocalEntry> {
	await mkdir(dataFolder, { recursive: true });
	const keyFile = join(dataFolder, 'secret.key');
	const key = await readFile(keyFile).catch(async () => {
		const fresh = randomBytes(32);
		await writeFile(keyFile, fresh, { mode: 0o600 });
		return fresh;
	});
	const server = createServer((incoming, reply) => {
		const [, otherPort, path] = portPath.exec(incoming.url ?? '') ?? [];
		if (incoming.method === 'POST' && incoming.url?.split('?')[0] === keyPath) {
			// The editor keeps the token of a window that was let in as a cookie.
			if (token === undefined || incoming.headers.cookie?.includes(token)) reply.end(key);
			else reply.writeHead(403).end();
		} else if (otherPort)
			reply.writeHead(302, { location: `http://127.0.0.1:${otherPort}${path ?? '/'}` }).end();
		else passOn(incoming, reply, port);
	});
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.on('upgrade', (incoming, socket: Socket, head) => {
		const editor = connect(port, '127.0.0.1', () => {
			const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
			for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
				lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
			}
			editor.write(`${lines.join('\r\n')}\r\n\r\n`);
			editor.write(head);
			editor.pipe(socket).pipe(editor);
		});
		const end = () => {
			editor.destroy();
			socket.destroy();
		};
		for (const side of [editor, socket]) side.once('error', end).once('close', end);
	});
	const ownPort = await listen(server, join(dataFolder, 'port'));
	return {
		address: `http://127.0.0.1:${ownPort}`,
		close() {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}

/** Listens on the last port if it is free, since a browser keeps a window's state by port. */
async function listen(server: Server, portFile: string): Promise<number> {
	const former = Number(await readFile(portFile, 'utf8').catch(() => 0));
	for (const port of [former, 0]) {
		const isOpen = await new Promise<boolean>((resolve) => {
			server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
		});
		if (isOpen) break;
	}
	const { port } = server.address() as AddressInfo;
	await writeFile(portFile, String(port));
	return port;
}

function passOn(incoming: IncomingMessage, reply: ServerResponse, port: number): void {
	const outgoing = request(
		{ host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers },
		(answer) => {
			reply.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(reply);
		},
	);
	outgoing.once('error', () => {
		if (!reply.headersSent) reply.writeHead(502);
		reply.end();
	});
	incoming.pipe(outgoing);
}
