import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from '../../src/core/connection/connection.ts';
import { runcomfyConnection } from '../../src/core/connection/connections.ts';
import type { Dialect } from '../../src/core/connection/dialect.ts';
import { dialectOf } from '../../src/core/connection/dialects.ts';
import type { SandboxUnderTest } from './support.ts';

/** Pairs of words: of the fictional service, and of the service documents. */
const paths: readonly (readonly [RegExp, string])[] = [
	[/^\/me$/, '/api/auth/me'],
	[/^\/wallet$/, '/prod/v2/balance'],
	[/^\/apps\/([^/]+)\/start(?=$|\?)/, '/prod/v2/deployments/$1/inference'],
	[/^\/apps\/([^/]+)\/tasks\/([^/]+)\/state$/, '/prod/v2/deployments/$1/requests/$2/status'],
	[/^\/apps\/([^/]+)\/tasks\/([^/]+)\/files$/, '/prod/v2/deployments/$1/requests/$2/result'],
	[/^\/apps\/([^/]+)\/tasks\/([^/]+)\/stop$/, '/prod/v2/deployments/$1/requests/$2/cancel'],
	[/^\/apps(?=\/|$|\?)/, '/prod/v2/deployments'],
	[/^\/orders\/([^/]+)\/state$/, '/v1/requests/$1/status'],
	[/^\/orders\/([^/]+)\/files/, '/v1/requests/$1/result'],
	[/^\/shop\/all(?=$|\?)/, '/v1/models'],
	[/^\/shop\/item\//, '/v1/models/'],
	[/^\/lessons\/([^/]+)\/state$/, '/prod/v1/trainers/ai-toolkit/jobs/$1/status'],
	[/^\/lessons\/([^/]+)\/halt$/, '/prod/v1/trainers/ai-toolkit/jobs/$1/cancel'],
	[/^\/lessons$/, '/prod/v1/trainers/ai-toolkit/jobs'],
];
const words: readonly (readonly [string, string])[] = [
	['"BIG_BOX"', '"AMPERE_48"'],
	['"LESSON_BOX"', '"HOPPER_141"'],
	['"api_key_comfy_org"', '"api_key_partner_org"'],
];
/** Codes in replies: of the service documents, and of the made-up service. */
const codes = { 404001: 7, 401001: 8 } as const;

const base = dialectOf(runcomfyConnection);

/**
 * A service with the concepts of the service documents but nothing else in common: other paths, words and numbers, and
 * no datasets.
 */
const dialect: Dialect = {
	...base,
	routes: {
		identity: ['webUrl', '/me'],
		balance: ['baseUrl', '/wallet'],
		deployments: ['baseUrl', '/apps'],
		deployment: ['baseUrl', '/apps/{deploymentId}'],
		submit: ['baseUrl', '/apps/{deploymentId}/start'],
		requestStatus: ['baseUrl', '/apps/{deploymentId}/tasks/{requestId}/state'],
		requestResult: ['baseUrl', '/apps/{deploymentId}/tasks/{requestId}/files'],
		requestCancel: ['baseUrl', '/apps/{deploymentId}/tasks/{requestId}/stop'],
		models: ['baseUrl', '/shop/all'],
		model: ['baseUrl', '/shop/item/{+modelId}'],
		modelSubmit: ['baseUrl', '/shop/item/{+modelId}'],
		modelRequestStatus: ['baseUrl', '/orders/{requestId}/state'],
		modelRequestResult: ['baseUrl', '/orders/{requestId}/files?include_cost=true'],
		jobs: ['trainerUrl', '/lessons'],
		jobStatus: ['trainerUrl', '/lessons/{jobId}/state'],
		jobCancel: ['trainerUrl', '/lessons/{jobId}/halt'],
	},
	hardwareAsList: false,
	machines: {
		deployments: [{ name: 'BIG_BOX', memoryGb: 96, usdPerHour: 1 }],
		usual: 'BIG_BOX',
		training: [{ type: 'LESSON_BOX', count: 1 }],
	},
	minimumBalance: { deployment: 100_000_000, training: 200_000_000 },
	catalogPage: { lowest: 1, highest: 2, usual: 2 },
	codes: {
		meaningOf(code, part) {
			const known = Object.entries(codes).find(([, own]) => own === code);
			return known && base.codes.meaningOf(Number(known[0]), part);
		},
	},
};

/** Opens a server in front of the sandbox that supports only the fictional dialect, and records its calls. */
export async function openOtherService({ announced }: SandboxUnderTest) {
	const asked: string[] = [];
	const server = createServer(async (incoming, reply) => {
		const url = incoming.url ?? '';
		asked.push(`${incoming.method} ${url}`);
		const rule = paths.find(([pattern]) => pattern.test(url));
		if (rule === undefined) {
			reply.writeHead(404).end();
			return;
		}
		let body = await textOf(incoming);
		for (const [own, theirs] of words) body = body.replaceAll(own, theirs);
		const path = url.replace(...rule);
		const target = new URL(announced.baseUrl + path);
		const { host: _, 'content-length': __, ...headers } = incoming.headers;
		const outgoing = request(target, { method: incoming.method, headers }, async (answer) => {
			let text = await textOf(answer);
			for (const [own, theirs] of words) text = text.replaceAll(theirs, own);
			for (const [code, own] of Object.entries(codes))
				text = text.replaceAll(`"error_code":${code}`, `"error_code":${own}`);
			const { 'content-length': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
			reply.writeHead(answer.statusCode ?? 502, kept).end(text);
		});
		outgoing.end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const connection: Connection = {
		...{ id: 'user:Other', name: 'Other', kind: 'service', dialect },
		...{ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url },
		capabilities: { ...runcomfyConnection.capabilities, datasets: false },
	};
	return { asked, connection, close: () => server.close() };
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
