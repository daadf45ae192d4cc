// A stand-in for the sandbox program: the first line, the control routes, the lock on its data, and the end when unused.
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const folder = process.argv[2];
const lock = `${folder}/lock`;
appendFileSync(`${folder}/starts`, 'start\n');
if (existsSync(`${folder}/broken`)) {
	process.stderr.write('The disk is full.\n');
	process.exit(2);
}
try {
	writeFileSync(lock, String(process.pid), { flag: 'wx' });
} catch {
	process.stderr.write('In use.\n');
	process.exit(3);
}
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const end = (code: number) => {
	rmSync(lock, { force: true });
	process.exit(code);
};
const token = `token-${process.pid}`;
let holders = 0;
let timer: NodeJS.Timeout | undefined;
const server = http.createServer((request, reply) => {
	switch (`${request.method} ${request.url}`) {
		case 'GET /control/hold':
			holders += 1;
			clearTimeout(timer);
			reply.write('held\n');
			reply.on('close', () => {
				holders -= 1;
				if (holders === 0) timer = setTimeout(() => end(0), 300);
			});
			return;
		case 'POST /control/reset':
			writeFileSync(`${folder}/was-reset`, '');
			reply.end('{}');
			return;
		case 'POST /control/stop':
			reply.end('{}', () => setImmediate(() => end(0)));
			return;
		case 'POST /crash':
			end(1);
			return;
		case 'GET /api/auth/me': {
			const good = request.headers.authorization === `Bearer ${token}`;
			reply.writeHead(good ? 200 : 401, { 'content-type': 'application/json' });
			reply.end(good ? '{"id":"demo","email":"demo@sandbox.test"}' : '{}');
			return;
		}
		default:
			reply.writeHead(404).end('{}');
	}
});
server.listen(0, '127.0.0.1', () => {
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const words = {
		baseUrl: url,
		modelApiUrl: url,
		webUrl: url,
		trainerUrl: url,
		token,
		controlUrl: `${url}/control`,
	};
	process.stdout.write(`${JSON.stringify(words)}\n`);
	process.stderr.write(`Listening with ${token}\n`);
});
