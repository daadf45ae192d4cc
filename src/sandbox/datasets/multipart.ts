/** One part of a form. Its content must be read to the end before the next part is requested. */
export interface FormPart {
	readonly name: string | undefined;
	readonly fileName: string | undefined;
	readonly content: AsyncIterable<Uint8Array>;
}

/** The body is not a form. */
export class FormProblem extends Error {}

const headLimit = 16 * 1024;
const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** Returns the boundary in a content type; undefined if it is not that of a form (RFC 7578). */
export function formBoundary(contentType: string | undefined): string | undefined {
	if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return undefined;
	const boundary = parameter(contentType ?? '', 'boundary');
	return boundary === undefined || boundary === '' || boundary.length > 70 ? undefined : boundary;
}

/**
 * Reads the parts of a form as they arrive. At no time is more held than one chunk of the body and the length of a boundary. Throws
 * `FormProblem` if the body ends early or is not a form, and the errors of `body`.
 */
export async function* formParts(
	body: AsyncIterable<Uint8Array>,
	boundary: string,
): AsyncGenerator<FormPart, void, undefined> {
	// A preceding line end makes the first boundary look like all others.
	const reader = new Reader(body, Buffer.from(`\r\n--${boundary}`));
	await drain(reader.untilDelimiter());
	while (await reader.anotherPart()) {
		const head = await reader.head();
		const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
		const content = reader.untilDelimiter();
		yield {
			name: parameter(disposition, 'name'),
			fileName: parameter(disposition, 'filename'),
			content,
		};
		await drain(content);
	}
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
	for await (const _ of content) {
		// It is not needed.
	}
}

class Reader {
	readonly #chunks: AsyncIterator<Uint8Array>;
	readonly #delimiter: Buffer;
	#held: Buffer = lineEnd;

	constructor(body: AsyncIterable<Uint8Array>, delimiter: Buffer) {
		this.#chunks = body[Symbol.asyncIterator]();
		this.#delimiter = delimiter;
	}

	/** Reads everything before the next delimiter, and removes the delimiter. */
	async *untilDelimiter(): AsyncGenerator<Uint8Array> {
		for (;;) {
			const at = this.#held.indexOf(this.#delimiter);
			if (at >= 0) {
				if (at > 0) yield this.#held.subarray(0, at);
				this.#held = this.#held.subarray(at + this.#delimiter.length);
				return;
			}
			// The end of the held bytes may be the beginning of a delimiter.
			const safe = this.#held.length - this.#delimiter.length + 1;
			if (safe > 0) {
				yield this.#held.subarray(0, safe);
				this.#held = this.#held.subarray(safe);
			}
			await this.#more();
		}
	}

	/** Returns whether a part follows the delimiter that was just read, and not the end of the form. */
	async anotherPart(): Promise<boolean> {
		while (this.#held.length < 2) await this.#more();
		if (this.#held.toString('latin1', 0, 2) === '--') return false;
		await this.#through(lineEnd);
		return true;
	}

	/** Reads the headers of a part. */
	async head(): Promise<string> {
		// A part without headers begins with the empty line itself.
		this.#held = Buffer.concat([lineEnd, this.#held]);
		return this.#through(headEnd);
	}

	async #through(end: Buffer): Promise<string> {
		for (;;) {
			const at = this.#held.indexOf(end);
			if (at >= 0) {
				const text = this.#held.toString('utf8', 0, at);
				this.#held = this.#held.subarray(at + end.length);
				return text;
			}
			if (this.#held.length > headLimit)
				throw new FormProblem('The headers of a part of the form are too long.');
			await this.#more();
		}
	}

	async #more(): Promise<void> {
		const { done, value } = await this.#chunks.next();
		if (done === true) throw new FormProblem('The form ends early.');
		this.#held =
			this.#held.length === 0
				? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
				: Buffer.concat([this.#held, value]);
	}
}

const parameters = {
	boundary: /;[ \t]*boundary=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/i,
	name: /;[ \t]*name=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/i,
	filename: /;[ \t]*filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/i,
};

/** Returns the value of a parameter of a header, unescaped both ways in use: `\"` of old clients and `%22` of browsers. */
function parameter(header: string, name: keyof typeof parameters): string | undefined {
	const found = parameters[name].exec(header);
	if (found === null) return undefined;
	if (found[1] === undefined) return found[2];
	return found[1]
		.replaceAll(/\\(["\\])/g, '$1')
		.replaceAll(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));
}
