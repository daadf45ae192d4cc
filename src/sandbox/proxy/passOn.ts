import { jsonText, parseJson } from '../../core/json/exact.ts';
import { isArray, isObject, type Json, type JsonObject, member } from '../../core/json/value.ts';
import { refuse } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { forEngine } from '../engine/forward/run.ts';
import type { EngineCall } from './live.ts';

/**
 * Headers that concern only the connection to the sandbox, or would show an engine a page or a token that is not meant
 * for it.
 */
const notForEngine =
	/^(host|origin|referer|authorization|cookie|connection|keep-alive|transfer-encoding|upgrade|te|trailer|expect|content-length|accept-encoding|proxy-.*|sec-.*|x-forwarded-.*|forwarded)$/;
const notForCaller =
	/^(connection|keep-alive|transfer-encoding|content-encoding|content-length|upgrade|trailer|set-cookie|access-control-.*)$/;

/** Replies in which an engine may show the credentials of runs. */
const showsRuns = /^\/(api\/)?(queue|history|api\/jobs|jobs)(\/|$)/;

/**
 * Passes a call on to an external engine, and its reply back, both as streams. `path` begins with a slash. The origin
 * of a page is left out, since an engine refuses pages other than its own; credentials of partners are renamed for the
 * engine and never shown.
 */
export async function passOn(
	{ context }: EngineCall,
	forward: NonNullable<Engine['forward']>,
	path: string,
): Promise<Response> {
	const { raw } = context.req;
	const headers = [...raw.headers].filter(([name]) => !notForEngine.test(name));
	const init: RequestInit = { method: raw.method, headers, signal: raw.signal };
	const isPrompt = raw.method === 'POST' && /^\/(api\/)?prompt$/.test(path);
	if (isPrompt) init.body = withEngineNames(await raw.text());
	else if (raw.body !== null && raw.method !== 'GET' && raw.method !== 'HEAD')
		Object.assign(init, { body: raw.body, duplex: 'half' });
	const reply = await forward(path + new URL(raw.url).search, init).catch((error: unknown) => {
		if (raw.signal.aborted) throw error;
		throw engineGone(error);
	});
	const sent = [...reply.headers].filter(([name]) => !notForCaller.test(name));
	const wanted = { status: reply.status, headers: sent };
	if (!reply.ok || !showsRuns.test(path) || raw.method !== 'GET') return new Response(reply.body, wanted);
	const text = await reply.text().catch((error: unknown) => {
		throw engineGone(error);
	});
	return new Response(withoutCredentials(text), wanted);
}

function engineGone(error: unknown): Error {
	const why = error instanceof Error ? error.message : String(error);
	return refuse('engineUnreachable', `The engine behind the sandbox cannot be reached: ${why}.`);
}

function withEngineNames(text: string): string {
	const parsed = parseJson(text);
	const body = parsed.ok ? parsed.value : null;
	const extraData = member(body, 'extra_data');
	if (!isObject(body) || !isObject(extraData)) return text;
	const renamed = forEngine(extraData);
	return renamed === extraData ? text : jsonText({ ...body, extra_data: renamed });
}

function withoutCredentials(text: string): string {
	if (!/"(api_key|auth_token)_/.test(text)) return text;
	const parsed = parseJson(text);
	// A text that is not JSON cannot be cleaned.
	return parsed.ok ? jsonText(cleaned(parsed.value)) : '';
}

/**
 * Removes credentials at any depth: they are in `extra_data`, the fourth member of an item of the queue or the history,
 * and a member of a job.
 */
function cleaned(value: Json, depth = 0): Json {
	if (depth > 200) return null;
	if (isArray(value)) return value.map((each) => cleaned(each, depth + 1));
	if (!isObject(value)) return value;
	const kept = Object.entries(value).filter(([name]) => !/^(api_key|auth_token)_/.test(name));
	return Object.fromEntries(kept.map(([name, inner]) => [name, cleaned(inner, depth + 1)])) as JsonObject;
}
