import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success, wrongInput } from '../../base/failure.ts';
import { jsonText } from '../../json/exact.ts';
import { documentCheck } from '../../operations/documents.ts';
import { optionalChoice, optionalFlag, optionalText } from '../../operations/members.ts';
import { modelBrief, modelSchema, modelSearch } from '../../operations/models.ts';
import { namedFact, workflowInputs } from '../../operations/named/inputs.ts';
import { withDisk } from '../../operations/withSession.ts';
import { workflowConvert } from '../../operations/workflow.ts';
import { countOf, named, nextPage, orElse, startOf } from '../texts.ts';
import { reads, type Tool, tool } from '../tool.ts';

const mostFindings = 100;

const check = tool({
	name: 'check_document',
	title: 'Check a document',
	description:
		'Checks a workflow document, a training configuration, a deployment file or a preset file without running it. Each finding has its place (lines and characters from 0), a fix and, if known, the edits for it.',
	annotations: { ...reads, openWorldHint: false },
	input: z.strictObject({
		path: optionalText('path of the file'),
		text: optionalText('text of the file, in place of its path'),
		name: optionalText('name of the file for text: its ending says how to read it'),
		target: optionalChoice(['service', 'local'], 'where the training runs; service if omitted'),
	}),
	output: z.object({ ...documentCheck.output.shape, errors: z.number(), total: z.number() }),
	async run(call, { path, text, name = 'document.json', target }) {
		if ((path === undefined) === (text === undefined))
			return wrongInput('Give either the path of a document or its text.');
		const file =
			path === undefined
				? success<{ name: string; text: string; folder?: string }>({ name, text: text ?? '' })
				: await withDisk(call.services, (disk) => disk.readText(path));
		if (!file.ok) return file;
		const { folder } = file.value;
		const given = { name: file.value.name, text: file.value.text, ...compact({ folder, target }) };
		const checked = await call.run(documentCheck, given);
		if (!checked.ok) return checked;
		const { kind, findings } = checked.value;
		const errors = findings.filter(({ severity }) => severity === 'error').length;
		const shown = findings.slice(0, mostFindings);
		const lines = shown.map(
			({ severity, code, message, line, character, nodeId, fixes }) =>
				`${line}:${character} ${severity} ${code}${nodeId === undefined ? '' : ` node ${nodeId}`}: ${message}${fixes.length > 0 ? ` (${fixes.length} fixes in the data)` : ''}`,
		);
		const first =
			kind === undefined
				? 'This is neither a workflow document, a training configuration nor a file of a deployment or of presets.'
				: `${kind}: ${countOf(errors, 'error')}, ${countOf(findings.length, 'finding')}`;
		const value = { findings: shown, errors, total: findings.length, ...compact({ kind }) };
		return success({ value, text: [first, ...lines, ...fixLines(shown)].join('\n') });
	},
});

/** Characters of the edits in the text, for hosts that show no data to a model. */
const longestFixes = 8000;

function fixLines(findings: z.output<typeof documentCheck.output>['findings']): readonly string[] {
	const lines: string[] = [];
	let left = longestFixes;
	for (const { line, character, fixes } of findings) {
		if (fixes.length === 0) continue;
		const text = `${line}:${character} fixes: ${JSON.stringify(fixes)}`;
		left -= text.length;
		if (left < 0) return [...lines, 'The other fixes are in the data.'];
		lines.push(text);
	}
	return lines;
}

/** Characters of a document in the text. */
const longestDocument = 20_000;

const convert = tool({
	name: 'convert_workflow',
	title: 'Convert a workflow to API format',
	description:
		'Converts a workflow in UI format to API format, whose node IDs overrides name. submit_request takes either format.',
	annotations: reads,
	input: z.strictObject({
		path: optionalText('path of the workflow'),
		text: optionalText('its text, in place of its path'),
		deployment_id: optionalText('whose node classes count; those of the engine without it'),
	}),
	output: workflowConvert.output,
	async run(call, { path, text, deployment_id: deployment }) {
		const done = await call.run(workflowConvert, compact({ path, document: text, deployment }));
		if (!done.ok) return done;
		const { document, nodes, notes } = done.value;
		const shown = document.length > longestDocument ? 'The document is in the data.' : document;
		const lines = notes.map(({ severity, message }) => `${severity}: ${message}`);
		return success({ value: done.value, text: [countOf(nodes, 'node'), ...lines, shown].join('\n') });
	},
});

const inputs = tool({
	name: 'list_inputs',
	title: 'List the inputs of a workflow',
	description:
		'Lists the named inputs of a workflow, with place, type, range and value. overrides and columns of run_sweep accept a name or NODE.INPUT.',
	annotations: reads,
	input: z.strictObject({
		path: optionalText('path of the workflow'),
		text: optionalText('its text, in place of its path'),
		deployment_id: optionalText('whose choices count; alone, its saved workflow is listed'),
		all: optionalFlag('also the inputs without a name'),
	}),
	output: z.object({
		inputs: z.array(z.omit(namedFact, { also: true })),
		/** Names without a certain input, with the places that may be meant. */
		lost: z.array(z.object({ name: z.string(), candidates: z.array(z.string()) })),
		presets: z.array(z.string()),
	}),
	async run(call, { path, text, deployment_id: deployment, all }) {
		const listed = await call.run(workflowInputs, compact({ path, document: text, deployment, all }));
		if (!listed.ok) return listed;
		const { presets } = listed.value;
		const inputs = listed.value.inputs.map(({ also: _, ...input }) => input);
		const lost = listed.value.lost.map(({ name, candidates }) => ({
			name,
			candidates: candidates.map(({ nodeId, input }) => `${nodeId}.${input}`),
		}));
		const lines = [
			countOf(inputs.length, 'input'),
			...inputs.map(inputLine),
			...lost.map(({ name, candidates }) =>
				candidates.length === 0
					? `${named(name)} is no longer in the workflow.`
					: `${named(name)} may be ${candidates.join(' or ')}.`,
			),
			...(presets.length === 0 ? [] : [`Presets: ${presets.map((each) => named(each)).join(', ')}`]),
			...(inputs.length === 0 && !all ? ['Call again with all for the inputs without a name.'] : []),
		];
		return success({ value: { inputs, lost, presets }, text: lines.join('\n') });
	},
});

/** The choices that the text names. */
const mostChoices = 20;

function inputLine(fact: z.output<typeof namedFact>): string {
	const { name, nodeId, input, type, value, choices = [], minimum, maximum } = fact;
	const range = minimum === undefined && maximum === undefined ? '' : ` ${minimum ?? ''}..${maximum ?? ''}`;
	const rest = choices.length > mostChoices ? ', ...' : '';
	const some = choices.length === 0 ? '' : ` (${choices.slice(0, mostChoices).join(', ')}${rest})`;
	return `${named(name)} ${nodeId}.${input} ${type}${range}${some}: ${named(value, longestValue)}`;
}

const longestValue = 500;

const { id: _id, ...brief } = modelBrief.shape;
const model = z.object({ model_id: z.string(), ...brief });

/** Returns the facts about a model that a list has. */
function modelOf({ id, ...facts }: z.output<typeof modelSchema.output>['model']): z.output<typeof model> {
	const { kind, priceNote, url, inputNames, requiredInputs, ...short } = facts;
	return { model_id: id, ...short };
}

const search = tool({
	name: 'search_models',
	title: 'Search models',
	description:
		'Searches the catalog of ready-made models, with their prices. With a model_id, shows the JSON schema of its inputs, for submit_request.',
	annotations: reads,
	input: z.strictObject({
		search: optionalText('words in the ID, name or description'),
		category: optionalText('such as text-to-image'),
		model_id: optionalText('show this model and its inputs'),
		cursor: optionalText('next_cursor of the page before'),
	}),
	output: z.object({
		models: z.array(model),
		input_schema: z.exactOptional(z.string()),
		total: z.exactOptional(z.number()),
		next_cursor: z.exactOptional(z.string()),
	}),
	async run(call, { search: words, category, model_id: id, cursor }) {
		if (id !== undefined) {
			const found = orElse(await call.run(modelSchema, { id }), 'Give words in search to find its ID.');
			if (!found.ok) return found;
			const { model, inputSchema } = found.value;
			const schemaText = inputSchema === undefined ? undefined : jsonText(inputSchema);
			const value = { models: [modelOf(model)], ...compact({ input_schema: schemaText }) };
			return success({ value, text: [lineOf(model), schemaText ?? ''].join('\n') });
		}
		const start = startOf(cursor);
		if (!start.ok) return start;
		const page = await call.run(modelSearch, {
			limit: 20,
			offset: start.value,
			...compact({ text: words, category }),
		});
		if (!page.ok) return page;
		const { models, total } = page.value;
		const next = page.value.next === undefined ? undefined : String(page.value.next);
		const short = models.map(({ description, ...model }) =>
			modelOf({
				...model,
				...(description === undefined ? {} : { description: description.slice(0, 160) }),
			}),
		);
		const value = { models: short, ...compact({ total, next_cursor: next }) };
		const text = [
			`${total ?? models.length} models`,
			...models.map(lineOf),
			...nextPage(next, start.value),
		].join('\n');
		return success({ value, text });
	},
});

function lineOf({ id, name, usd, unit }: z.output<typeof modelBrief>): string {
	const price = usd === undefined ? '' : ` ${usd} USD${unit === undefined ? '' : ` per ${unit}`}`;
	return `${id} ${named(name)}${price}`;
}

export const documentTools: readonly Tool[] = [check, convert, inputs, search];
