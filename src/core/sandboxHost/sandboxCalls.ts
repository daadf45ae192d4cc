import http from 'node:http';
import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success, unsentFailure } from '../base/failure.ts';
import { jsonText, parseJson } from '../json/exact.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';
import { booleanOf, integerOf } from '../json/scalars.ts';
import type { JsonObject } from '../json/value.ts';
import type { SandboxAnnouncement } from '../wire/announcement.ts';

/** The sandbox's facts about the engine that it sends workflows to. */
interface SandboxEngine {
	/** Host and port of an external engine; undefined for the built-in one of the sandbox. */
	readonly host?: string;
	/** Its address, without name and password; undefined as `host` is. */
	readonly address?: string;
	readonly version?: string;
	/** The reason why it cannot be reached. */
	readonly problem?: string;
	/** Requests in the sandbox that have not ended. */
	readonly openRequests: number;
}

/** A workflow that was saved as a deployment of the sandbox. */
interface SavedDeployment {
	readonly deploymentId: string;
	readonly version: string;
	/** False if an existing deployment got it as its next version. */
	readonly created: boolean;
}

/** Milliseconds to wait for the state of a hanging engine: as long as the sandbox waits for it. */
const engineMs = 30_000;
const saveMs = 30_000;
/** A reply is a few lines. */
const longestReply = 100_000;

/** Asks the sandbox whether its engine answers. */
export async function askSandboxEngine(sandbox: SandboxAnnouncement): Promise<Result<SandboxEngine>> {
	const reply = await call(sandbox, 'GET', 'engine', undefined, engineMs);
	const record = reply?.status === 200 ? reply.record : undefined;
	if (record === undefined) return failed(notThere);
	const [host, address, version, problem] = ['host', 'address', 'version', 'problem'].map((name) =>
		textOf(memberOf(record, name)),
	);
	return success({
		openRequests: integerOf(memberOf(record, 'open_requests')) ?? 0,
		...compact({ host, address, version, problem }),
	});
}

/**
 * Saves a workflow, with its numbers in their spelling, as a deployment of the sandbox. `taken`: a deployment with that
 * name exists, and `replace` was not set.
 */
export async function saveInSandbox(
	sandbox: SandboxAnnouncement,
	wanted: { readonly name: string; readonly workflow: JsonObject; readonly replace: boolean },
): Promise<Result<SavedDeployment | 'taken'>> {
	const { name, workflow, replace } = wanted;
	const body = jsonText({ name, workflow_api_json: workflow, replace });
	const reply = await call(sandbox, 'POST', 'workflows', body, saveMs);
	if (reply === undefined) return failed(notThere);
	if (reply.status === 409 && !replace) return success('taken');
	const deploymentId = textOf(memberOf(reply.record, 'deployment_id'));
	const version = textOf(memberOf(reply.record, 'workflow_version'));
	if (reply.status !== 200 || deploymentId === undefined || version === undefined)
		return failed({ ...notSaved, message: textOf(memberOf(reply.record, 'message')) ?? notSaved.message });
	return success({ deploymentId, version, created: booleanOf(memberOf(reply.record, 'created')) ?? true });
}

interface Reply {
	readonly status: number;
	readonly record: Readonly<Record<string, unknown>>;
}

/** Calls a control route; undefined if the sandbox does not answer. */
function call(
	{ controlUrl }: SandboxAnnouncement,
	method: 'GET' | 'POST',
	path: string,
	body: string | undefined,
	ms: number,
): Promise<Reply | undefined> {
	return new Promise((resolve) => {
		const request = http.request(`${controlUrl}/${path}`, { method, agent: false }, (reply) => {
			let text = '';
			reply.setEncoding('utf8');
			reply.on('data', (part: string) => {
				text += part;
				if (text.length > longestReply) request.destroy();
			});
			reply.once('error', () => resolve(undefined));
			reply.once('end', () => {
				const parsed = parseJson(text);
				const record = parsed.ok ? recordOf(parsed.value) : undefined;
				resolve({ status: reply.statusCode ?? 0, record: record ?? {} });
			});
		});
		if (body !== undefined) request.setHeader('content-type', 'application/json');
		request.setTimeout(ms, () => request.destroy());
		request.on('error', () => resolve(undefined));
		request.on('close', () => resolve(undefined));
		request.end(body);
	});
}

export const notThere = unsentFailure(
	'network',
	l10n.t('The sandbox does not answer.'),
	l10n.t('Start it again.'),
);

const notSaved: Failure = {
	kind: 'upstream',
	message: l10n.t('The sandbox did not save the workflow.'),
	nextStep: l10n.t('Check the log, then save it again.'),
	fixer: 'you',
};
