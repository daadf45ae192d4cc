import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';

/** The replacement for a tool or a resource that the server does not have. */
export interface StandIn {
	readonly name?: string;
	readonly uri?: string;
	readonly arguments?: Readonly<Record<string, unknown>>;
}

/** An address with a separate server on standard input and output for each session. */
export class McpBridge {
	readonly url: string;
	readonly #close: () => Promise<void>;

	private constructor(url: string, close: () => Promise<void>) {
		this.url = url;
		this.#close = close;
	}

	/** @param standIns by the name of the tool or the address of the resource that a client asks for */
	static async open(
		place: StdioServerParameters,
		standIns: ReadonlyMap<string, () => Promise<StandIn>>,
	): Promise<McpBridge> {
		const sessions = new Map<string, StreamableHTTPServerTransport>();
		const server = createServer(async (request, response) => {
			const session = sessions.get(String(request.headers['mcp-session-id']));
			await (session ?? (await begin())).handleRequest(request, response);
		});
		async function begin(): Promise<StreamableHTTPServerTransport> {
			const there = new StreamableHTTPServerTransport({
				sessionIdGenerator: randomUUID,
				onsessioninitialized: (id) => void sessions.set(id, there),
			});
			const here = new StdioClientTransport(place);
			// The requests of the server belong to the call in progress.
			let latest: RequestId | undefined;
			there.onmessage = async (message) => {
				if (isJSONRPCRequest(message)) latest = message.id;
				await here.send(await withStandIn(message, standIns));
			};
			here.onmessage = (message) => {
				const isAnswer = 'result' in message || 'error' in message;
				void there.send(message, isAnswer || latest === undefined ? {} : { relatedRequestId: latest });
			};
			there.onclose = () => void here.close();
			await here.start();
			await there.start();
			return there;
		}
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		return new McpBridge(`http://127.0.0.1:${port}/mcp`, async () => {
			await Promise.all([...sessions.values()].map((session) => session.close()));
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		});
	}

	close(): Promise<void> {
		return this.#close();
	}
}

async function withStandIn(
	message: JSONRPCMessage,
	standIns: ReadonlyMap<string, () => Promise<StandIn>>,
): Promise<JSONRPCMessage> {
	if (!isJSONRPCRequest(message)) return message;
	const { name, uri } = message.params ?? {};
	const standIn = standIns.get(String(name ?? uri));
	return standIn === undefined
		? message
		: { ...message, params: { ...message.params, ...(await standIn()) } };
}
