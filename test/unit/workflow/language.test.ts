import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/fixAll.ts';
import { loadCoreCatalog } from '../../../src/core/workflow/catalog.ts';
import { checkWorkflow } from '../../../src/core/workflow/check.ts';
import { parseWorkflow, type WorkflowDocument } from '../../../src/core/workflow/document.ts';
import { completionsAt, type Suggestion } from '../../../src/core/workflow/language/completion.ts';
import { hoverAt } from '../../../src/core/workflow/language/hover.ts';
import {
	definitionAt,
	referencesAt,
	renameableAt,
	renameNode,
} from '../../../src/core/workflow/language/links.ts';
import { onOneLine } from '../../../src/core/workflow/language/onOneLine.ts';
import {
	type LinePlace,
	linkHints,
	outline,
	outputLenses,
} from '../../../src/core/workflow/language/outline.ts';
import { type NodeInfo, readNodeInfo } from '../../../src/core/workflow/nodeInfo.ts';
import { reparse } from '../../../src/core/workflow/reparse.ts';
import { picture, sampleInfo } from './samples.ts';

const info = sampleInfo();

/** Returns a text with `|` at the cursor. */
function cursor(marked: string): { readonly document: WorkflowDocument; readonly offset: number } {
	const offset = marked.indexOf('|');
	return { document: parseWorkflow(marked.replace('|', '')), offset };
}

function complete(marked: string): Suggestion[] {
	const { document, offset } = cursor(marked);
	return completionsAt(document, info, offset);
}

/** Returns the text that a snippet inserts: its first place filled with the default or the first choice, else with nothing. */
function inserted(snippet: string): string {
	return snippet
		.replace(/\$\{1\|((?:\\.|[^\\,|])*)(?:\\.|[^\\|])*\|\}/g, (_all, first: string) =>
			first.replace(/\\([\\,|])/g, '$1'),
		)
		.replace(/\$\{1:((?:\\.|[^\\}])*)\}/g, '$1')
		.replace(/\$[0-9]/g, '')
		.replace(/\\([\\$}])/g, '$1');
}

/** Returns the text after the suggestion with this label is accepted, as an editor does it: on one line, with additional edits. */
function take(marked: string, label: string): string {
	const { document, offset } = cursor(marked);
	const found = complete(marked).find((one) => one.label === label);
	assert.ok(found, `${label} is suggested`);
	const newText = found.snippet ? inserted(found.newText) : found.newText;
	const { range, rest } = onOneLine(document.text, found.range, offset);
	const own = document.text.slice(range.start, range.end);
	assert.ok(!own.includes('\n') && range.start <= offset && range.end >= offset, `"${own}" is at the cursor`);
	return applyEdits(document.text, [{ range, newText }, ...rest, ...(found.also ? [found.also] : [])]);
}

describe('workflow completion', () => {
	it('offers classes for an existing or missing class', () => {
		const labels = complete(picture.replace('"Sampler"', '"Sam|"')).map((one) => one.label);
		assert.ok(labels.includes('Sampler') && labels.includes('SaveImage'));
		assert.ok(complete('{"1": {"class_type": |, "inputs": {}}}').some((one) => one.label === 'Sampler'));
		assert.ok(take(picture.replace('"Sampler"', '"|Smp"'), 'Invert').includes('"class_type": "Invert"'));
	});

	it('offers the missing inputs, with their defaults and commas', () => {
		const marked = picture.replace('"steps": 20,', '|');
		const labels = complete(marked).map((one) => one.label);
		assert.deepEqual(labels, ['steps', 'strength', 'mask', 'tile']);
		assert.ok(take(marked, 'steps').includes('"steps": 20,\n'));
		assert.doesNotThrow(() => JSON.parse(take(marked, 'steps')));
		const last = picture.replace('"positive": ["6", 0]\n', '"positive": ["6", 0]\n      |');
		assert.doesNotThrow(() => JSON.parse(take(last, 'strength')));
		assert.doesNotThrow(() => JSON.parse(take(picture.replace('"steps": 20,', '"st|"'), 'strength')));
		assert.doesNotThrow(() =>
			JSON.parse(take('{"1": {"class_type": "SaveImage", "inputs": {|}}}', 'filename_prefix')),
		);
	});

	it('inserts defaults as placeholders, and choices as a list that begins with the default', () => {
		const marked = picture.replace('"steps": 20,', '|').replace('"sampler_name": "euler",', '');
		const text = (label: string): string | undefined =>
			complete(marked).find((one) => one.label === label)?.newText;
		assert.equal(text('steps'), `"steps": \${1:20},`);
		assert.equal(text('sampler_name'), `"sampler_name": \${1|"euler","heun","ddim"|},`);
		assert.equal(text('tile'), `"tile": \${1|false,true|},`);
		assert.equal(
			complete('{"1": {"class_type": "SaveImage", "inputs": {|}}}').find(
				(one) => one.label === 'filename_prefix',
			)?.newText,
			`"filename_prefix": "\${1:out}"`,
		);
	});

	it('offers links at once without a default', () => {
		const found = complete('{"1": {"class_type": "SaveImage", "inputs": {|}}}').find(
			(one) => one.label === 'images',
		);
		assert.ok(found?.again);
		assert.equal(found.newText, '"images": $1');
	});

	it('offers only the name if a value exists', () => {
		assert.ok(take(picture.replace('"steps"', '"st|"'), 'steps').includes('"steps": 20'));
	});

	it('offers choices, booleans and defaults', () => {
		assert.deepEqual(
			complete(picture.replace('"euler"', '"eu|"')).map((one) => one.newText),
			['"euler"', '"heun"', '"ddim"'],
		);
		const withTile = picture.replace('"steps": 20,', '"steps": 20, "tile": |,');
		assert.deepEqual(
			complete(withTile).map((one) => one.newText),
			['true', 'false'],
		);
		assert.ok(take(picture.replace('"steps": 20', '"steps": |'), '20').includes('"steps": 20'));
	});

	it('replaces a whole multi-line link, wherever the cursor is in it', () => {
		for (const end of ['\n', '\r\n']) {
			for (const link of ['[|', '[', '"99"|', '"9|9"', '|"99"', '],|', '0|', '|0', '|    ]', ']']) {
				for (const laidOut of [
					`[${end}      "99",${end}      0${end}    ]`,
					`[${end}\t\t"99", 0${end}\t]`,
					`["99",${end}        0]`,
				]) {
					const marked = laidOut.replace(link.replace('|', ''), link.includes('|') ? link : `${link}|`);
					if (!marked.includes('|')) continue;
					const text = picture.replaceAll('\n', end).replace('"images": ["3", 0]', `"images": ${marked}`);
					for (const { label, kind } of complete(text)) {
						const taken = take(text, label);
						const value = JSON.parse(taken)['9'].inputs.images;
						assert.deepEqual(value, kind === 'link' ? ['3', 0] : ['99', Number(label)], taken);
					}
				}
			}
		}
		const broken = picture.replace('["3", 0]', '[\n"99|",\n0\n]');
		const [offered] = complete(broken);
		assert.equal(offered?.newText, '["3", 0]');
		assert.ok(
			offered?.filter.includes('"99'),
			'the editor does not take it for something else than what is typed',
		);
	});

	it('offers links from outputs with a matching type', () => {
		const empty = picture.replace('"model": ["4", 0]', '"model": |');
		assert.deepEqual(
			complete(empty).map((one) => [one.newText, one.detail]),
			[['["4", 0]', 'MODEL of Model']],
		);
		const inside = picture.replace('"images": ["3", 0]', '"images": ["|", 0]');
		assert.deepEqual(
			complete(inside).map((one) => one.newText),
			['["3", 0]'],
		);
		assert.equal(take(inside, '["3", 0]'), picture);
	});

	it('offers the outputs of the linked node by name', () => {
		assert.deepEqual(
			complete(picture.replace('"clip": ["4", 1]', '"clip": ["4", |1]')).map(
				(one) => `${one.label} ${one.detail}`,
			),
			['0 MODEL', '1 CLIP', '2 VAE'],
		);
	});

	it('offers the members of a node and a new node', () => {
		assert.deepEqual(
			complete('{"1": {"inputs": {}, |}}').map((one) => one.label),
			['class_type', '_meta'],
		);
		const marked = picture.replace(/\n\}\n$/, '\n  |\n}\n');
		assert.doesNotThrow(() => JSON.parse(take(marked, 'New node')));
		assert.ok(take(marked, 'New node').includes('"10": {'));
	});
});

describe('workflow hover', () => {
	const hover = (marked: string): string | undefined => {
		const { document, offset } = cursor(marked);
		return hoverAt(document, info, offset)?.markdown;
	};

	it('shows the inputs and outputs of a class', () => {
		const text = hover(picture.replace('"Sampler"', '"Sam|pler"')) ?? '';
		assert.match(text, /`steps` INT · required · 1 to 100 · default `20`/);
		assert.match(text, /Output 0 `IMAGE`/);
		assert.match(text, /From Harbour\./);
	});

	it('shows the type, range and default of an input, without rounding', () => {
		const text = hover(picture.replace('"seed"', '"se|ed"')) ?? '';
		assert.match(text, /0 to 18446744073709551615/);
	});

	it('counts a long list of choices in the class, and lists it at the input', async () => {
		const catalog = await loadCoreCatalog();
		const text = '{"1": {"class_type": "KSampler", "inputs": {"sampler_name": "euler"}}}';
		const document = parseWorkflow(text);
		const ofClass = hoverAt(document, catalog, text.indexOf('"KSampler"') + 2)?.markdown ?? '';
		assert.match(ofClass, /`sampler_name` one of \d+ choices · required\n/);
		const ofInput = hoverAt(document, catalog, text.indexOf('"sampler_name"') + 2)?.markdown ?? '';
		assert.match(ofInput, /one of \d+ choices · required\n\n`euler`, .* and \d+ more$/);
	});

	it('explains that the choices of an input need the node info of an engine', async () => {
		const text = '{"4": {"class_type": "CheckpointLoaderSimple", "inputs": {"ckpt_name": "a.safetensors"}}}';
		const at = (info: NodeInfo) =>
			hoverAt(parseWorkflow(text), info, text.indexOf('"ckpt_name"') + 2)?.markdown ?? '';
		assert.match(
			at(await loadCoreCatalog()),
			/known after the node info of an engine or instance is loaded\.$/,
		);
		const own = { CheckpointLoaderSimple: { input: { required: { ckpt_name: [[]] } }, output: ['MODEL'] } };
		assert.doesNotMatch(
			at(readNodeInfo(JSON.stringify(own), { kind: 'file', label: 'mine' }) ?? assert.fail()),
			/known once/,
		);
	});

	it('shows the source of a link', () => {
		assert.match(
			hover(picture.replace('"clip": ["4"', '"clip": ["4|"')) ?? '',
			/Comes from \*\*Model\*\* `CheckpointLoaderSimple`, node `4`, output 1: `CLIP`/,
		);
		assert.match(hover(picture.replace('"clip": ["4"', '"clip": ["5|"')) ?? '', /not in this workflow/);
	});

	it('shows the use of an ID', () => {
		assert.match(hover(picture.replace('"4": {', '"|4": {')) ?? '', /2 outgoing links/);
	});

	it('shows document text literally, never as markup', () => {
		const text =
			hover(
				picture.replace('"title": "Model"', '"title": "[a](command:x) <b>"').replace('"4": {', '"|4": {'),
			) ?? '';
		assert.ok(text.includes('\\[a\\]\\(command:x\\) \\<b\\>'), text);
	});

	it('shows nothing for unknown parts', () => {
		assert.equal(hover('{"1": {"class_type": "No|pe", "inputs": {}}}'), undefined);
		assert.equal(hover('|{"1": {"class_type": "Nope", "inputs": {}}}'), undefined);
	});
});

describe('workflow links', () => {
	it('lead from a link to its node, from either part of it', () => {
		for (const marked of ['"clip": ["4|", 1]', '"clip": ["4", 1|]', '"clip": |["4", 1]']) {
			const { document, offset } = cursor(picture.replace('"clip": ["4", 1]', marked));
			assert.equal(definitionAt(document, offset)?.target.id, '4');
		}
	});

	it('are found from the node', () => {
		const { document, offset } = cursor(picture.replace('"4": {', '"4|": {'));
		const names = referencesAt(document, offset, true).map((range) =>
			document.text.slice(range.start, range.end),
		);
		assert.deepEqual(names, ['"4"', '"4"', '"4"']);
		assert.equal(referencesAt(document, offset, false).length, 2);
	});

	it('follow a rename of the node', () => {
		const { document, offset } = cursor(picture.replace('"model": ["4"', '"model": ["4|"'));
		assert.deepEqual(renameableAt(document, offset)?.id, '4');
		const renamed = renameNode(document, '4', 'a "b"');
		assert.ok(renamed.ok);
		const after = parseWorkflow(applyEdits(document.text, renamed.edits));
		assert.deepEqual([...after.nodeById.numbers.keys()], ['a "b"', '6', '3', '9']);
		assert.deepEqual(checkWorkflow(after, info), []);
		assert.equal(renameableAt(document, picture.indexOf('20')), undefined);
	});

	it('are not renamed to a taken or empty ID', () => {
		const document = parseWorkflow(picture);
		for (const id of ['9', '', ' ']) assert.equal(renameNode(document, '4', id).ok, false);
		assert.deepEqual(renameNode(document, '4', '4').ok, true);
	});
});

describe('workflow outline and hints', () => {
	it('lists nodes by title', () => {
		const items = outline(parseWorkflow(picture));
		assert.deepEqual(
			items.map((item) => [item.name, item.detail]),
			[
				['Model', '4 · CheckpointLoaderSimple'],
				['Prompt', '6 · CLIPTextEncode'],
				['Paint', '3 · Sampler'],
				['SaveImage', '9'],
			],
		);
	});

	it('shows the linked node after each visible link', () => {
		const document = parseWorkflow(picture);
		const all = linkHints(document, info, { start: 0, end: picture.length });
		assert.deepEqual(
			all.map((hint) => hint.label),
			['Model · CLIP', 'Model · MODEL', 'Prompt · CONDITIONING', 'Paint · IMAGE'],
		);
		assert.equal(picture.slice((all[0]?.position ?? 0) - 8, all[0]?.position), '["4", 1]');
		assert.deepEqual(linkHints(document, info, { start: 0, end: 20 }), []);
		assert.equal(linkHints(document, undefined, { start: 0, end: picture.length })[0]?.label, 'Model');
	});

	it('reports for each output how many errors stop it, and nothing for one that runs', () => {
		const sound = parseWorkflow(picture);
		assert.deepEqual(outputLenses(sound, info, checkWorkflow(sound, info)), []);
		for (const [text, title] of [
			[picture.replace('"steps": 20', '"steps": 0'), '1 error stops this output'],
			[picture.replace('"steps": 20', '"steps": 0').replace('8.0', '800'), '2 errors stop this output'],
		] as const) {
			const broken = parseWorkflow(text);
			const [lens] = outputLenses(broken, info, checkWorkflow(broken, info));
			assert.deepEqual([lens?.nodeId, lens?.title], ['9', title]);
			assert.equal(lens && broken.text.slice(lens.problem.start, lens.problem.end), '0');
		}
	});
});

describe('language features at any offset of any text', () => {
	it('neither throw nor leave the text', () => {
		const junk = fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\n', '"a": ', '["4", 0]');
		const arbitrary = fc.tuple(fc.nat(picture.length), fc.nat(6), junk, fc.nat(picture.length));
		fc.assert(
			fc.property(arbitrary, ([start, size, newText, offset]) => {
				const text = picture.slice(0, start) + newText + picture.slice(start + size);
				const document = parseWorkflow(text);
				const inside = (range: { start: number; end: number }): void =>
					assert.ok(
						range.start >= 0 && range.start <= range.end && range.end <= text.length,
						JSON.stringify(range),
					);
				const at = Math.min(offset, text.length);
				for (const one of completionsAt(document, info, at)) inside(one.range);
				const hover = hoverAt(document, info, at);
				if (hover) inside(hover.range);
				for (const range of referencesAt(document, at, true)) inside(range);
				const definition = definitionAt(document, at);
				if (definition) inside(definition.origin);
				const lines = text.split('\n');
				const offsetOf = ({ line, character }: LinePlace): number => {
					assert.ok(character <= (lines[line]?.length ?? -1), `${line}:${character}`);
					return lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1) + character;
				};
				const edited = reparse(parseWorkflow(picture), [
					{ range: { start, end: Math.min(picture.length, start + size) }, newText },
				]);
				assert.deepEqual(outline(edited), outline(document));
				for (const [index, item] of outline(document).entries()) {
					const node = document.nodes[index];
					assert.equal(offsetOf(item.start), node?.offset);
					assert.equal(offsetOf(item.end), node?.range.end);
					assert.equal(offsetOf(item.selectionEnd), node?.idRange.end);
				}
				for (const lens of outputLenses(document, info, checkWorkflow(document, info))) inside(lens.range);
			}),
			{ numRuns: 800 },
		);
	});
});
