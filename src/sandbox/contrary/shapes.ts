import type { Dice } from '../media/paint/random.ts';
import { isMembers, type Members, notNumbers } from './json.ts';
import type { Writing } from './spelling.ts';

/** Gives results, artifacts, lists of files and addresses a shape that no document excludes. The record is changed. */
export function reshape(writing: Writing, record: Members): void {
	const { thing, act } = writing.route;
	if (act === 'result') addStrangeValues(writing, record);
	if (thing === 'model-request' && act === 'result' && isMembers(record.output))
		shape(writing, 'the output', (dice) => {
			record.output = outputAs(dice, record.output as Members);
		});
	if (thing === 'job' && act === 'result' && isMembers(record.artifacts)) {
		const artifacts = record.artifacts;
		shape(writing, 'the artifacts', (dice) => {
			for (const [name, value] of Object.entries(artifacts)) artifacts[name] = artifactsAs(dice, value);
		});
	}
	if (thing === 'dataset' && act === 'addresses' && isMembers(record.uploads))
		shape(writing, 'the addresses', (dice) => addressesAs(dice, record));
}

function shape({ draw, key, drawn }: Writing, what: string, change: (dice: Dice) => void): void {
	const dice = draw.take('output-shapes', key);
	if (dice === undefined) return;
	change(dice);
	drawn.note('output-shapes', what);
}

/** Adds values of nodes that are not numbers, as Python writes them. */
function addStrangeValues({ draw, key, drawn, route }: Writing, record: Members): void {
	const member = { request: 'outputs', 'model-request': 'output' }[route.thing as string];
	const outputs = member === undefined ? undefined : record[member];
	if (!isMembers(outputs)) return;
	const dice = draw.take('not-numbers', key);
	if (dice === undefined) return;
	const word = dice.pick(notNumbers);
	if (route.thing === 'request') outputs.scores = { score: [word, 0.5] };
	else outputs.score = word;
	drawn.note('not-numbers', word.slice(1));
}

/** Returns all addresses of an output, in another arrangement. */
function outputAs(dice: Dice, output: Members): Members {
	const addresses = Object.entries(output).filter(([, value]) => isAddresses(value));
	const others = Object.fromEntries(Object.entries(output).filter(([, value]) => !isAddresses(value)));
	const lists = addresses.map(([name, value]) => [name, [value].flat() as string[]] as const);
	const arranged = (one: (list: readonly string[]) => unknown) => ({
		...others,
		...Object.fromEntries(lists.map(([name, list]) => [name, one(list)])),
	});
	return dice.pick([
		() => ({ result: output }),
		() => ({ data: { ...others, files: lists.flatMap(([, list]) => list).map((url) => ({ url })) } }),
		() => arranged((list) => list.map((url) => [url])),
		() => arranged((list) => list.map((url) => ({ image: { url } }))),
		() => arranged((list) => list.map((url) => ({ image_url: url, width: 64, height: 64 }))),
		() => arranged((list) => Object.fromEntries(list.map((url, index) => [`file_${index}`, url]))),
		() => arranged((list) => ({ file: { uri: list[0] }, more: list.slice(1) })),
	])();
}

function isAddresses(value: unknown): boolean {
	return [value].flat().every((each) => typeof each === 'string' && /^https?:/.test(each));
}

/** Returns a list of artifacts as addresses, as records, or by name. */
function artifactsAs(dice: Dice, value: unknown): unknown {
	const entries = [value].flat().flatMap((entry) => (isMembers(entry) ? [String(entry.path)] : []));
	if (entries.length === 0) return value;
	const shaped = dice.pick<() => unknown>([
		() => entries,
		() => entries.map((url) => ({ url })),
		() => entries.map((url) => ({ path: url, size: 1024 })),
		() =>
			Object.fromEntries(
				entries.map((url) => [decodeURIComponent(url.split('?')[0]?.split('/').at(-1) ?? ''), url]),
			),
	])();
	return Array.isArray(value) || !Array.isArray(shaped) ? shaped : shaped[0];
}

/** Writes the addresses of uploads: by name or as a list, inside a member or next to it, or a single one. */
function addressesAs(dice: Dice, record: Members): void {
	const uploads = Object.entries(record.uploads as Members);
	const list = uploads.map(([filename, upload]) => ({ filename, ...(upload as Members) }));
	const [only] = list;
	const ways: [() => void, ...(() => void)[]] = [
		() => Object.assign(record, { uploads: list }),
		() => Object.assign(record, { files: list, uploads: undefined }),
		() => Object.assign(record, { upload_urls: record.uploads, uploads: undefined }),
	];
	if (list.length === 1) ways.push(() => Object.assign(record, only, { uploads: undefined }));
	dice.pick(ways)();
}
