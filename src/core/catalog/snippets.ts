import type { FieldSpec, FormValues } from '../base/panel/formFields.ts';
import { type Place, routeParts } from '../connection/route.ts';
import type { RouteName } from '../connection/routes.ts';
import { sameJson } from '../json/canonical.ts';
import { type Json, numberText } from '../json/exact.ts';
import { isArray, isNumber, isObject, jsonDepth, parseKnownJson } from '../json/value.ts';
import { codeLiteral as literal, withEscapes } from '../requests/codeText.ts';
import { fieldsOfSchema } from '../requests/inputSchema.ts';
import { bodyOf } from '../requests/inputValues.ts';
import { shellWord, tokenVariable } from '../requests/shellText.ts';
import { type CatalogModel, modelPath, modelRoutes } from './model.ts';

export const snippetLanguages = ['curl', 'python', 'typescript'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/**
 * Returns code that runs a model: with the defaults of its schema, and with a placeholder for each required input. The
 * token comes from an environment variable and is never part of it.
 */
export function modelSnippet(connection: Place, model: CatalogModel, language: SnippetLanguage): string {
	return requestSnippet(modelRequests(connection, model.id), exampleBody(model), language);
}

/** The addresses that take requests of one kind and report on them. */
interface SnippetPlace {
	readonly api: string;
	/** Paths below it; those of status and result contain `{requestId}`. */
	readonly submit: string;
	readonly status: string;
	readonly result: string;
}

/** Returns the place of requests that have these routes; `ids` are those of the target. */
export function snippetPlace(
	connection: Place,
	names: Readonly<Record<'submit' | 'status' | 'result', RouteName>>,
	ids: Readonly<Record<string, string>>,
): SnippetPlace {
	const pathOf = (name: RouteName) => routeParts(connection, name, ids).path;
	const { api, path: submit } = routeParts(connection, names.submit, ids);
	return { api, submit, status: pathOf(names.status), result: pathOf(names.result) };
}

/** Returns the requests of a model, which report their cost on request. */
export function modelRequests(connection: Place, modelId: string): SnippetPlace {
	return snippetPlace(connection, modelRoutes, { modelId: modelPath(modelId) ?? '' });
}

/**
 * Returns code that sends a body, waits for the end and prints the result. `body` is the JSON text of an object with
 * arbitrary names and values, which are quoted and never executed.
 */
export function requestSnippet(place: SnippetPlace, bodyText: string, language: SnippetLanguage): string {
	const body = withEscapes(bodyText);
	switch (language) {
		case 'curl':
			return curl(place, body);
		case 'python':
			return python(place, body);
		case 'typescript':
			return typescript(place, body);
	}
}

/** Returns the JSON text of inputs that the model accepts, according to its schema. */
export function exampleBody({ inputSchema }: Pick<CatalogModel, 'inputSchema'>): string {
	const { fields } = fieldsOfSchema(inputSchema ?? null);
	const values: FormValues = Object.fromEntries(
		fields.flatMap((field) => {
			const value = field.default ?? (field.required ? placeholder(field) : undefined);
			return value === undefined ? [] : [[field.path, value]];
		}),
	);
	return bodyOf(fields, values, undefined, 2);
}

const media = {
	image: 'https://example.com/picture.png',
	video: 'https://example.com/video.mp4',
	audio: 'https://example.com/sound.mp3',
	file: 'https://example.com/file',
} as const;

/** The name of a trained LoRA, in the form of the trainer's checkpoints. */
const adapterFile = 'my_lora.safetensors';

function placeholder(field: FieldSpec): string | boolean {
	switch (field.kind) {
		case 'text':
			if (field.adapter !== undefined) return adapterFile;
			return /prompt/i.test(field.path) ? 'a lighthouse on a rocky coast' : field.label;
		case 'number':
			return String(Math.min(Math.max(1, field.min ?? 1), field.max ?? Number.MAX_SAFE_INTEGER));
		case 'enum':
			return field.options[0]?.value ?? '';
		case 'boolean':
			return false;
		case 'media':
			return media[field.accept];
		case 'list':
			if (field.items === 'text') return field.adapter === undefined ? field.label : adapterFile;
			return field.items === 'address' ? media.file : '1';
		case 'json':
			return field.shape === 'array' ? '[]' : '{}';
	}
}

function curl({ api, submit }: SnippetPlace, body: string): string {
	return [
		`curl --request POST ${shellWord(`${api}${submit}`)}`,
		`--header "Authorization: Bearer $${tokenVariable}"`,
		`--header ${shellWord('Content-Type: application/json')}`,
		`--data ${shellWord(body)}`,
	].join(' \\\n  ');
}

function python({ api, submit, status, result }: SnippetPlace, body: string): string {
	const ofRequest = (path: string) => path.replace('{requestId}', '{request_id}');
	const inputs = isPythonLiteral(body)
		? `inputs = ${pythonText(parseKnownJson(body), '')}\nbody = json.dumps(inputs)`
		: `body = ${literal(body)}`;
	return `import json
import os
import time
import urllib.request

API = ${literal(api)}
TOKEN = os.environ["${tokenVariable}"]

${inputs}


def call(method, path, body=None):
    request = urllib.request.Request(
        API + path,
        method=method,
        data=None if body is None else body.encode(),
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


request_id = call("POST", ${literal(submit)}, body)["request_id"]
while True:
    status = call("GET", f"${ofRequest(status)}")["status"]
    if status not in ("in_queue", "in_progress"):
        break
    time.sleep(2)

result = call("GET", f"${ofRequest(result)}")
print(json.dumps(result, indent=2))
`;
}

function typescript({ api, submit, status, result }: SnippetPlace, body: string): string {
	const ofRequest = (path: string) => path.replace('{', '${');
	const inputs = isTypeScriptLiteral(body)
		? `const inputs = ${body};\nconst body = JSON.stringify(inputs);`
		: `const body = ${literal(body)};`;
	return `const api = ${literal(api)};
const token = process.env.${tokenVariable};
if (!token) throw new Error("Set ${tokenVariable} to your token.");

${inputs}

async function call(method: string, path: string, body?: string): Promise<any> {
  const headers = { authorization: \`Bearer \${token}\`, "content-type": "application/json" };
  const reply = await fetch(api + path, body === undefined ? { method, headers } : { method, headers, body });
  if (!reply.ok) throw new Error(\`\${reply.status} \${await reply.text()}\`);
  return reply.json();
}

const { request_id: requestId } = await call("POST", ${literal(submit)}, body);
for (;;) {
  const { status } = await call("GET", \`${ofRequest(status)}\`);
  if (status !== "in_queue" && status !== "in_progress") break;
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
const result = await call("GET", \`${ofRequest(result)}\`);
console.log(JSON.stringify(result, null, 2));
`;
}

/** Returns a value as Python writes it: its numbers are exact, and its strings have the escapes of JSON. */
function pythonText(value: Json, margin: string): string {
	if (value === null) return 'None';
	if (typeof value === 'boolean') return value ? 'True' : 'False';
	const inner = `${margin}    `;
	const lines = (items: readonly string[], [open, close]: readonly [string, string]) =>
		items.length === 0
			? `${open}${close}`
			: `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${margin}${close}`;
	if (isArray(value)) {
		return lines(
			value.map((item) => pythonText(item, inner)),
			['[', ']'],
		);
	}
	if (isObject(value)) {
		return lines(
			Object.entries(value).map(([key, item]) => `${literal(key)}: ${pythonText(item, inner)}`),
			['{', '}'],
		);
	}
	return typeof value === 'string' ? literal(value) : (numberText(value) ?? 'None');
}

/** Compilers and readers of some languages give up on values that nest deeper. */
const deepest = 90;
/** Python reads no longer numbers. */
const mostDigits = 4000;

/**
 * Returns whether a body means the same as code: a number must not change as a double, and no name may be that of the
 * prototype.
 */
function isTypeScriptLiteral(body: string): boolean {
	if (jsonDepth(body, deepest) >= deepest) return false;
	const isOwn = (value: Json): boolean => {
		if (isArray(value)) return value.every(isOwn);
		return (
			!isObject(value) || Object.entries(value).every(([key, item]) => key !== '__proto__' && isOwn(item))
		);
	};
	return sameJson(JSON.stringify(JSON.parse(body)), body) && isOwn(parseKnownJson(body));
}

/** Returns whether a body means the same as code: its integers are exact, the other numbers are doubles. */
function isPythonLiteral(body: string): boolean {
	if (jsonDepth(body, deepest) >= deepest) return false;
	const isSame = (value: Json): boolean => {
		if (isArray(value)) return value.every(isSame);
		if (isObject(value)) return Object.values(value).every(isSame);
		if (!isNumber(value)) return true;
		const text = numberText(value) ?? '';
		return /^-?\d+$/.test(text) ? text.length <= mostDigits : sameJson(JSON.stringify(Number(text)), text);
	};
	return isSame(parseKnownJson(body));
}
