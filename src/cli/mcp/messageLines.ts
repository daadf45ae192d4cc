import { Transform, type TransformCallback } from 'node:stream';
import { parseJSONRPCMessage, STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isObject, type Json } from '../../core/json/value.ts';

const newline = 10;

/** The answer to a line that is no message, as JSON-RPC defines it. */
interface Refusal {
	readonly code: number;
	readonly message: string;
}

/**
 * Standard input and output of this process as a transport. The library drops an invalid line; a client that waits for
 * the answer to it would hang, so this transport answers it.
 * @param onRefused called for each such line
 */
export function messageLines(onRefused: (why: string) => void): StdioServerTransport {
	const { stdin, stdout } = process;
	const lines = new MessageLines(({ code, message }) => {
		onRefused(message);
		stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
	});
	// Standard input stays open, so that the owner of the server can detect that the client has disconnected.
	lines.once('pause', () => stdin.unpipe(lines).pause());
	return new StdioServerTransport(stdin.pipe(lines), stdout);
}

/** Passes on each line that is a message, and has each other one refused. */
class MessageLines extends Transform {
	readonly #refuse: (refusal: Refusal) => void;
	/** The beginning of the line that has not ended. */
	#begun: Buffer[] = [];
	#length = 0;

	constructor(refuse: (refusal: Refusal) => void) {
		super();
		this.#refuse = refuse;
	}

	override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
		let start = 0;
		for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
			this.#add(chunk.subarray(start, end + 1));
			this.#pass();
			start = end + 1;
		}
		this.#add(chunk.subarray(start));
		// The transport ends the connection for a line without an end.
		if (this.#length > STDIO_DEFAULT_MAX_BUFFER_SIZE) this.push(this.#taken());
		done();
	}

	#add(part: Buffer): void {
		if (part.length === 0) return;
		this.#begun.push(part);
		this.#length += part.length;
	}

	#taken(): Buffer {
		const line = Buffer.concat(this.#begun);
		this.#begun = [];
		this.#length = 0;
		return line;
	}

	#pass(): void {
		const line = this.#taken();
		const text = line.toString('utf8').trim();
		const refusal = text === '' ? undefined : refusalOf(text);
		if (refusal !== undefined) this.#refuse(refusal);
		else this.push(line);
	}
}

/** Returns why a line is no message; undefined for one that the library answers. */
function refusalOf(text: string): Refusal | undefined {
	let value: Json;
	try {
		value = JSON.parse(text);
	} catch {
		return { code: -32700, message: 'Parse error: the line is not JSON.' };
	}
	if (Array.isArray(value))
		return { code: -32600, message: 'Invalid Request: send each message in a line, not as a batch.' };
	// An answer is never answered, since the client would answer in turn.
	if (isObject(value) && ('result' in value || 'error' in value)) return undefined;
	try {
		parseJSONRPCMessage(value);
		return undefined;
	} catch {
		return { code: -32600, message: 'Invalid Request: the line is not a JSON-RPC 2.0 message.' };
	}
}
