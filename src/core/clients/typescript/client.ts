import { codeLiteral, withEscapes } from '../../requests/codeText.ts';
import { sourceOf } from '../../workflow/document.ts';
import { inputAt } from '../../workflow/inputSet.ts';
import { type ClientInput, type ClientModel, type ClientTarget, type ClientType, isBig } from '../model.ts';
import { bound, type ClientParts, inputComment, outputTitlesOf } from '../parts.ts';
import { calls, engineReason, serviceReason } from './calls.ts';
import { engineRun } from './engine.ts';
import { serviceRun } from './service.ts';
import { valueFunctions } from './values.ts';

/** Returns a client in TypeScript. */
export function typescriptClient({ model, header, address, service }: ClientParts): string {
	const { inputs } = model;
	const types = new Set(inputs.map(({ type }) => type));
	const target = service === undefined ? 'engine' : 'service';
	const blocks = [
		header.map((line) => `// ${line}`).join('\n'),
		importLines(types, target).join('\n'),
		...inputs.filter(({ type }) => type === 'choice').map(choiceList),
		inputsInterface(inputs),
		outputTypes(model),
		service === undefined ? engineRun(address, types.has('file')) : serviceRun(service),
		givenFunction(model, target),
		...(inputs.some(({ isSecret }) => isSecret) ? [missing] : []),
		...valueFunctions(types, target),
		service === undefined ? engineReason : serviceReason,
		calls,
		placesTable(inputs),
		titlesTable(model),
		workflowFunction(model),
	];
	return `${blocks.map((block) => block.replaceAll(exported, 'export ')).join('\n\n')}\n`;
}

/** The places before the declarations that a program may import. */
const exported =
	/^(?=(?:async function|class|interface|type|const) (?:run|download|RunError|RunOptions|Inputs|Output|OutputFile|OutputTitle|Outputs|\S+Choices)\b)/gmu;

function importLines(types: ReadonlySet<ClientType>, target: ClientTarget): readonly string[] {
	return [
		...(types.has('file') ? ['import { readFile } from "node:fs/promises";'] : []),
		...(types.has('file') && target === 'engine' ? ['import { basename } from "node:path";'] : []),
		'import { setTimeout as delay } from "node:timers/promises";',
	];
}

function choiceList({ name, choices }: ClientInput): string {
	const items = choices.map((choice) => `  ${withEscapes(choice)},\n`).join('');
	return `const ${name}Choices = [\n${items}] as const;`;
}

function inputsInterface(inputs: readonly ClientInput[]): string {
	const members = inputs.map(
		(input) => `  /** ${inputComment(input)} */\n  ${input.name}?: ${typeOf(input)};\n`,
	);
	return `/** Inputs of the workflow. An omitted input keeps its value in the workflow. */
interface Inputs {\n${members.join('')}}`;
}

function typeOf({ name, type }: ClientInput): string {
	switch (type) {
		case 'text':
			return 'string';
		case 'integer':
		case 'number':
			return 'number';
		case 'big':
			return 'bigint | number';
		case 'boolean':
			return 'boolean';
		case 'choice':
			return `(typeof ${name}Choices)[number]`;
		case 'file':
			return 'string | Uint8Array';
		case 'other':
			return 'unknown';
	}
}

function outputTypes(model: ClientModel): string {
	const titles = outputTitlesOf(model).map(codeLiteral);
	return `/** The titles of the nodes with outputs. */
type OutputTitle = ${titles.join(' | ') || 'string'};

/** The outputs of a run. */
type Outputs = Partial<Record<OutputTitle, Output>>;`;
}

/** Returns the function that checks the inputs. */
function givenFunction({ inputs }: ClientModel, target: ClientTarget): string {
	const takesFiles = target === 'engine' && inputs.some(({ type }) => type === 'file');
	const checks = inputs.map(
		(input) => `  if (inputs.${input.name} !== undefined) given.${input.name} = ${checked(input, target)};\n`,
	);
	return `/** The given inputs as JSON: as text, an integer keeps all of its digits. */
type GivenJson = Partial<Record<keyof Inputs, string>>;

async function givenJson(inputs: Inputs${takesFiles ? ', engine: Server' : ''}): Promise<GivenJson> {
  const unknown = Object.keys(inputs).find((name) => !Object.hasOwn(places, name));
  if (unknown !== undefined) throw new TypeError(\`There is no input "\${unknown}".\`);
  const given: GivenJson = {};
${checks.join('')}  return given;
}`;
}

function checked(input: ClientInput, target: ClientTarget): string {
	const { name, type } = input;
	const value = `inputs.${name}`;
	const named = `"${name}", ${value}`;
	switch (type) {
		case 'text':
			return `text(${named})`;
		case 'integer':
		case 'big':
			return `integer(${named}${range(input)})`;
		case 'number':
			return `number(${named}${range(input)})`;
		case 'boolean':
			return `flag(${named})`;
		case 'choice':
			return `choice(${named}, ${name}Choices)`;
		case 'file':
			return `await media(${target === 'engine' ? 'engine, ' : ''}${named})`;
		case 'other':
			return `JSON.stringify(${value})`;
	}
}

function range({ min, max }: ClientInput): string {
	const [low, high] = [number(bound(min)), number(bound(max))];
	if (high !== undefined) return `, ${low ?? '-Infinity'}, ${high}`;
	return low === undefined ? '' : `, ${low}`;
}

/** Returns digits as code; a bigint if a double may not hold them. */
function number(digits: string | undefined): string | undefined {
	return isBig(digits) ? `${digits}n` : digits;
}

const missing = `function missing(name: keyof Inputs): never {
  throw new TypeError(\`Give \${name}: its value is a secret, which this file does not contain.\`);
}`;

function placesTable(inputs: readonly ClientInput[]): string {
	const rows = inputs.map(({ name, places }) => {
		const pairs = places.map(({ nodeId, input }) => `[${codeLiteral(nodeId)}, ${codeLiteral(input)}]`);
		return `  ${name}: [${pairs.join(', ')}],\n`;
	});
	return `/** The nodes and inputs that get each value. */
const places: Record<string, [node: string, input: string][]> = {\n${rows.join('')}};`;
}

function titlesTable({ outputs }: ClientModel): string {
	const rows = Object.entries(outputs).map(([id, title]) => `  ${codeLiteral(id)}: ${codeLiteral(title)},\n`);
	return `const titles: Record<string, OutputTitle> = {\n${rows.join('')}};`;
}

/** Returns the workflow as text that contains the given values, so that its numbers keep their digits. */
function workflowFunction({ inputs, workflow }: ClientModel): string {
	const values = inputs.flatMap(({ name, places, isSecret }) =>
		places.flatMap((place) => {
			const range = inputAt(workflow, place)?.range;
			if (range === undefined) return [];
			const own = isSecret ? `missing("${name}")` : jsonAsCode(sourceOf(workflow, range));
			return [{ range, code: `given.${name} ?? ${own}` }];
		}),
	);
	let text = '';
	let at = 0;
	for (const { range, code } of values.toSorted((one, other) => one.range.start - other.range.start)) {
		text += `${raw(workflow.text.slice(at, range.start))}\${${code}}`;
		at = range.end;
	}
	text += raw(workflow.text.slice(at));
	return `/** The workflow in API format with the given values. */
function workflowJson(${inputs.length === 0 ? '_given' : 'given'}: GivenJson): string {
  return String.raw\`${text}\`;
}`;
}

/** Returns JSON text as the literal of a text. */
function jsonAsCode(json: string): string {
	return json.startsWith('"') ? `String.raw\`${raw(json)}\`` : codeLiteral(json);
}

/** Returns JSON text for the quotes of `String.raw`, in which the escapes of JSON stay. */
function raw(json: string): string {
	return withEscapes(json).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
}
