import { codeLiteral, withEscapes } from '../../requests/codeText.ts';
import { typeName } from '../identifiers.ts';
import type { ClientInput, ClientModel, ClientTarget, ClientType } from '../model.ts';
import { bound, type ClientParts, inputComment, outputTitlesOf } from '../parts.ts';
import { calls, engineReason, results, serviceReason } from './calls.ts';
import { engineRun, serviceRun } from './runs.ts';
import { valueFunctions } from './values.ts';

/** Returns a client in Python. */
export function pythonClient({ model, header, address, service }: ClientParts): string {
	const { inputs } = model;
	const types = new Set(inputs.map(({ type }) => type));
	const target = service === undefined ? 'engine' : 'service';
	const takesFiles = types.has('file');
	const choices = inputs.filter(({ type }) => type === 'choice').map(choiceType);
	const blocks = [
		`${header.map((line) => `# ${line}`).join('\n')}\n\n${importLines(types, target).join('\n')}`,
		`Result = TypeVar("Result")${choices.map((each) => `\n\n${each}`).join('')}`,
		inputsType(inputs),
		results,
		outputTypes(model),
		service === undefined ? engineRun(address, takesFiles) : serviceRun(service),
		checkedFunction(inputs, target),
		...valueFunctions(types, target),
		workflowFunction(inputs),
		service === undefined ? engineReason : serviceReason,
		calls,
		`${placesTable(inputs)}\n\n${titlesTable(model)}\n\n${workflowText(model)}`,
	];
	return `${blocks.join('\n\n\n')}\n`;
}

function importLines(types: ReadonlySet<ClientType>, target: ClientTarget): readonly string[] {
	const isService = target === 'service';
	const hasNumbers = types.has('integer') || types.has('big') || types.has('number');
	const modules = [
		...(types.has('file') && isService ? ['base64'] : []),
		'contextlib',
		'json',
		...(hasNumbers ? ['math'] : []),
		...(isService || types.has('file') ? ['os'] : []),
		...(types.has('file') ? ['re'] : []),
		...(types.has('file') && !isService ? ['secrets'] : []),
		'threading',
		'time',
		'urllib.error',
		'urllib.parse',
		'urllib.request',
		...(isService ? [] : ['warnings']),
	];
	const names = [
		'Any',
		'Callable',
		...(types.has('choice') ? ['Literal'] : []),
		'TypedDict',
		'TypeVar',
		...(types.has('file') ? ['Union'] : []),
		'cast',
		...(types.has('choice') ? ['get_args'] : []),
	];
	return [
		'from __future__ import annotations',
		'',
		...modules.map((module) => `import ${module}`),
		`from typing import ${names.join(', ')}`,
	];
}

function choiceType({ name, choices }: ClientInput): string {
	return `${typeName(name)}Choice = Literal[\n${choices.map((choice) => `    ${scalar(choice)},\n`).join('')}]`;
}

function scalar(json: string): string {
	if (json === 'true') return 'True';
	return json === 'false' ? 'False' : withEscapes(json);
}

function inputsType(inputs: readonly ClientInput[]): string {
	const members = inputs.map(
		(input) => `\n    ${input.name}: ${typeOf(input)}\n    """${docText(inputComment(input))}"""`,
	);
	return `class Inputs(TypedDict, total=False):
    """Inputs of the workflow. An omitted input keeps its value in the workflow."""
${members.join('')}`;
}

function docText(comment: string): string {
	return comment.replaceAll('\\', '\\\\').replace(/"$/, '\\"');
}

function typeOf({ name, type }: ClientInput): string {
	switch (type) {
		case 'text':
			return 'str';
		case 'integer':
		case 'big':
			return 'int';
		case 'number':
			return 'float';
		case 'boolean':
			return 'bool';
		case 'choice':
			return `${typeName(name)}Choice`;
		case 'file':
			return 'Union[str, os.PathLike[str], bytes]';
		case 'other':
			return 'Any';
	}
}

function outputTypes(model: ClientModel): string {
	const titles = outputTitlesOf(model).map((title) => `        ${codeLiteral(title)}: Output,\n`);
	return `Outputs = TypedDict(
    "Outputs",
    {
${titles.join('')}    },
    total=False,
)
"""Outputs of a run, by the titles of their nodes."""`;
}

/** Returns the function that checks the inputs. */
function checkedFunction(inputs: readonly ClientInput[], target: ClientTarget): string {
	const takesEngine = target === 'engine' && inputs.some(({ type }) => type === 'file');
	const checks = inputs.flatMap((input) => {
		const check = checked(input, takesEngine);
		return check === undefined ? [] : [`    if "${input.name}" in values:\n        ${check}\n`];
	});
	return `def _checked(inputs: Inputs${takesEngine ? ', engine: tuple[str, str | None]' : ''}) -> dict[str, Any]:
    values: dict[str, Any] = dict(inputs)
    for name in values:
        if name not in _PLACES:
            raise TypeError(f"There is no input {name!r}.")
${checks.join('')}    return values


def _json(body: object) -> bytes:
    return json.dumps(body, allow_nan=False).encode()`;
}

function checked(input: ClientInput, takesEngine: boolean): string | undefined {
	const { name, type } = input;
	const value = `values["${name}"]`;
	switch (type) {
		case 'text':
			return `_instance("${name}", ${value}, str)`;
		case 'integer':
		case 'big':
			return `_integer("${name}", ${value}${range(input)})`;
		case 'number':
			return `_number("${name}", ${value}${range(input)})`;
		case 'boolean':
			return `_instance("${name}", ${value}, bool)`;
		case 'choice':
			return `_choice("${name}", ${value}, get_args(${typeName(name)}Choice))`;
		case 'file':
			return `${value} = _media(${takesEngine ? `engine, "${name}", ` : ''}${value})`;
		case 'other':
			return undefined;
	}
}

function range({ min, max }: ClientInput): string {
	const [low, high] = [bound(min), bound(max)];
	return `${low === undefined ? '' : `, low=${low}`}${high === undefined ? '' : `, high=${high}`}`;
}

/** Returns the function that puts values into the workflow; it refuses calls without the values for secrets. */
function workflowFunction(inputs: readonly ClientInput[]): string {
	const secrets = inputs.filter(({ isSecret }) => isSecret).map(({ name }) => `"${name}"`);
	const missing = `    for name in (${secrets.join(', ')},):
        if name not in values:
            raise TypeError(f"Give {name}: its value is a secret, which this file does not contain.")
`;
	return `def _workflow(values: dict[str, Any]) -> dict[str, Any]:
    """Returns the workflow in API format with the given values."""
${secrets.length === 0 ? '' : missing}    workflow: dict[str, Any] = json.loads(_WORKFLOW)
    for name, value in values.items():
        for node, place in _PLACES[name]:
            workflow[node]["inputs"][place] = value
    return workflow`;
}

function placesTable(inputs: readonly ClientInput[]): string {
	const rows = inputs.map(({ name, places }) => {
		const pairs = places.map(({ nodeId, input }) => `(${codeLiteral(nodeId)}, ${codeLiteral(input)})`);
		return `    "${name}": [${pairs.join(', ')}],\n`;
	});
	return `# Nodes and inputs that receive each value.
_PLACES: dict[str, list[tuple[str, str]]] = {\n${rows.join('')}}`;
}

function titlesTable({ outputs }: ClientModel): string {
	const rows = Object.entries(outputs).map(
		([id, title]) => `    ${codeLiteral(id)}: ${codeLiteral(title)},\n`,
	);
	return `_TITLES: dict[str, str] = {\n${rows.join('')}}`;
}

/** Returns the workflow as a raw text: JSON never has three quotes in a row, and keeps its escapes there. */
function workflowText({ workflow }: ClientModel): string {
	return `# The workflow in API format.\n_WORKFLOW = r"""\n${withEscapes(workflow.text)}\n"""`;
}
