import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, type Result, success } from '../../base/failure.ts';
import { parseJson } from '../../json/exact.ts';
import { entriesOf, memberOf, recordOf, textOf } from '../../json/fields.ts';
import { indentedJson } from '../../json/indented.ts';
import { integerOf } from '../../json/scalars.ts';
import { isTooMuchJson } from '../../json/size.ts';

/**
 * The header of a `.safetensors` file: eight bytes with its length (little-endian), then JSON: a member for each tensor with its
 * type, shape and place, and `__metadata__` with texts.
 */
export interface SafetensorsHeader {
	readonly metadata: readonly (readonly [string, string])[];
	readonly tensors: number;
	/** All numbers of all tensors. */
	readonly parameters: number;
	/** The number of tensors of each type. */
	readonly types: readonly (readonly [string, number])[];
	/** Length of the whole file in bytes, as implied by the header. */
	readonly bytes: number;
}

const lengthBytes = 8;

/** Real headers have some hundred kilobytes; the format allows more, which is not needed here. */
const mostHeaderBytes = 16_000_000;
const mostValues = 2_000_000;

/** Reads only the header at the beginning of a file. Read errors are passed on. */
export async function readSafetensorsHeader(
	bytes: AsyncIterable<Uint8Array>,
): Promise<Result<SafetensorsHeader>> {
	let held: Uint8Array[] = [];
	let size = 0;
	let wanted: number | undefined;
	for await (const chunk of bytes) {
		held.push(chunk);
		size += chunk.byteLength;
		if (wanted === undefined && size >= lengthBytes) {
			held = [Buffer.concat(held)];
			const length = (held[0] as Buffer).readBigUInt64LE(0);
			if (length < 2n || length > BigInt(mostHeaderBytes)) return failed(notAHeader);
			wanted = lengthBytes + Number(length);
		}
		if (wanted !== undefined && size >= wanted) {
			return parseHeader(Buffer.concat(held).subarray(lengthBytes, wanted), wanted);
		}
	}
	return failed(notAHeader);
}

function parseHeader(json: Uint8Array, headerEnd: number): Result<SafetensorsHeader> {
	const text = new TextDecoder().decode(json);
	if (isTooMuchJson(text, mostValues)) return failed(notAHeader);
	const parsed = parseJson(text);
	const record = parsed.ok ? recordOf(parsed.value) : undefined;
	if (record === undefined) return failed(notAHeader);
	const metadata = entriesOf(memberOf(record, '__metadata__')).flatMap(([name, value]) => {
		const words = textOf(value);
		return words === undefined ? [] : [[name, words] as const];
	});
	const types = new Map<string, number>();
	let tensors = 0;
	let parameters = 0;
	let end = 0;
	for (const [name, value] of entriesOf(record)) {
		if (name === '__metadata__') continue;
		const tensor = tensorOf(value);
		if (tensor === undefined) return failed(notAHeader);
		tensors += 1;
		parameters += tensor.parameters;
		end = Math.max(end, tensor.end);
		types.set(tensor.type, (types.get(tensor.type) ?? 0) + 1);
	}
	return success({ metadata, tensors, parameters, types: [...types], bytes: headerEnd + end });
}

function tensorOf(
	value: unknown,
): { readonly type: string; readonly parameters: number; readonly end: number } | undefined {
	const record = recordOf(value);
	const type = record && textOf(memberOf(record, 'dtype'));
	const shape = record && memberOf(record, 'shape');
	const offsets = record && memberOf(record, 'data_offsets');
	if (type === undefined || !Array.isArray(shape) || !Array.isArray(offsets)) return undefined;
	const sizes = shape.map((size: unknown) => integerOf(size) ?? -1);
	const [start = -1, end = -1] = offsets.map((offset: unknown) => integerOf(offset) ?? -1);
	const parameters = sizes.reduce((product, size) => product * size, 1);
	if (sizes.some((size) => size < 0) || offsets.length !== 2 || start < 0 || end < start) return undefined;
	return Number.isSafeInteger(parameters) ? { type, parameters, end } : undefined;
}

/** Returns the metadata as a JSON text for reading: texts that are JSON themselves are shown as such. */
export function describeHeader(header: SafetensorsHeader): string {
	const metadata = header.metadata.map(([name, words]) => {
		const isJson = /^\s*[[{]/.test(words) && !isTooMuchJson(words, mostValues);
		const inner = isJson ? parseJson(words) : undefined;
		return [name, inner?.ok ? inner.value : words] as const;
	});
	const { tensors, parameters, bytes } = header;
	const types = Object.fromEntries(header.types);
	const shown = compact({ tensors, parameters, types, bytes, metadata: Object.fromEntries(metadata) });
	return `${indentedJson(shown)}\n`;
}

const notAHeader: Failure = {
	kind: 'protocol',
	message: l10n.t('The file does not have the header of a safetensors file.'),
	nextStep: l10n.t('Download the file again; if that does not help, it is damaged.'),
	fixer: 'service',
};
