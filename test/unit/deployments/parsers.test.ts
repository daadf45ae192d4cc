import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseBalance } from '../../../src/core/account/balance.ts';
import { parseDeviceCode, parsePoll } from '../../../src/core/account/deviceFlow.ts';
import { parseAccount } from '../../../src/core/account/identity.ts';
import { parseDeployment, parseDeployments } from '../../../src/core/deployments/parseDeployment.ts';
import { failureOfReply } from '../../../src/core/http/errorReplies.ts';
import { jsonText, parseJson } from '../../../src/core/json/exact.ts';
import { parseCancel, parseRequestStatus, parseSubmission } from '../../../src/core/requests/parseRequest.ts';
import { parseRequestResult } from '../../../src/core/requests/parseResult.ts';
import { serviceCodes } from '../../../src/core/wire/codes.ts';
import { provesDamage } from '../support/damagedReplies.ts';

const parsers: Readonly<Record<string, (value: unknown) => unknown>> = {
	deployments: parseDeployments,
	submission: parseSubmission,
	status: (value) => parseRequestStatus(value),
	result: (value) => parseRequestResult(value),
	cancel: parseCancel,
	account: parseAccount,
	balance: parseBalance,
	deviceCode: (value) => parseDeviceCode(value, 'https://web.test'),
	poll: parsePoll,
	error: (value) =>
		failureOfReply(
			{ status: 422, host: 'h', part: 'inference', codes: serviceCodes, secrets: ['t'] },
			jsonText(value),
		),
};

/** Valid replies; a mutation may replace each member. */
const genuine: readonly string[] = [
	'[{"id":"d-1","name":"text-to-image","workflow_id":"w","workflow_version":"v1","hardware":["AMPERE_48"],"min_instances":0,"max_instances":1,"queue_size":1,"keep_warm_duration_in_seconds":60,"status":"standby","is_enabled":true,"payload":{"workflow_api_json":{"3":{"inputs":{"seed":18446744073709551615}}},"object_info_url":"https://x.test/o"},"readme":"# hi"}]',
	'{"request_id":"r-1","status_url":"https://a","result_url":"https://b","cancel_url":"https://c"}',
	'{"request_id":"r-1","status":"in_queue","queue_position":3,"instance_id":null,"result_url":"https://b"}',
	'{"request_id":"r-1","status":"succeeded","outputs":{"9":{"images":[{"url":"https://x.test/a.png","filename":"a.png","subfolder":"","type":"output"}],"text":[["words"]]},"38:42":{"gifs":[]}},"created_at":"2025-09-11T13:05:16.143086+00:00","finished_at":"2025-09-11T13:05:18+00:00"}',
	'{"request_id":"r-1","status":"failed","error":{"error":"x","details":"y","debugInfo":"z","errorCode":500}}',
	'{"request_id":"r-1","status":"completed","outcome":"cancelled"}',
	'{"id":"36312e13","email":"a@b.test","token_type":"cli"}',
	'{"balance_usd":5.0,"balance_microdollars":5000000,"currency":"USD"}',
	'{"device_code":"d","user_code":"ABCD-1234","verify_url":"https://web.test/cli-auth","expires_in":600,"poll_interval":2}',
	'{"status":"authorized","access_token":"t"}',
	'{"error_code":422001,"error_message":"m","detail":[{"loc":["body","x"],"msg":"w"}]}',
];

describe('every parser', () => {
	provesDamage(parsers, genuine);

	it('accepts a deeply nested reply', () => {
		const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
		for (const source of [
			`{"status":"failed","error":{"error":${deep}},"outputs":{"1":{"a":${deep}}}}`,
			`[{"id":"d","payload":{"workflow_api_json":{"1":${deep}}}}]`,
		]) {
			const value = parseJson(source);
			for (const parse of [parsers.result, parsers.deployments]) if (value.ok) parse?.(value.value);
		}
	});
});

describe('a list of deployments', () => {
	const list = (text: string) => {
		const value = parseJson(text);
		return value.ok ? parseDeployments(value.value) : undefined;
	};

	it('is read with every attribute, the workflow without losing a digit', () => {
		const one = list(genuine[0] ?? '')?.records[0];
		assert.deepEqual(one, {
			id: 'd-1',
			name: 'text-to-image',
			workflowId: 'w',
			workflowVersion: 'v1',
			hardware: 'AMPERE_48',
			minInstances: 0,
			maxInstances: 1,
			queueSize: 1,
			keepWarmSeconds: 60,
			enabled: true,
			status: 'standby',
			payload: {
				workflowText: '{\n  "3": {\n    "inputs": {\n      "seed": 18446744073709551615\n    }\n  }\n}',
				objectInfoUrl: 'https://x.test/o',
			},
			readme: '# hi',
		});
	});
});

describe('a result', () => {
	const result = (value: unknown) => parseRequestResult(value);

	it('warns of a part of a document that the engine left out, whatever the form of its report', () => {
		const fault = { message: 'Custom validation failed', details: 'image - Invalid image file: absent.png' };
		const node_errors = { '8': { class_type: 'LoadImage', dependent_outputs: ['9'], errors: [fault] } };
		assert.equal(
			result({ status: 'succeeded', outputs: {}, node_errors })?.warning,
			'Only a part of the document ran: the engine left out the output of node 9. Node 8 (LoadImage): Custom validation failed: image - Invalid image file: absent.png.',
		);
		assert.match(
			result({
				status: 'succeeded',
				node_errors: { '8': 7, '9': { dependent_outputs: 'x', errors: [null] } },
			})?.warning ?? '',
			/left out some outputs/,
		);
		assert.equal(result({ status: 'succeeded', outputs: {}, node_errors: {} })?.warning, undefined);
	});

	it('contains files and texts of every channel and node', () => {
		const file = { url: 'https://x.test/a.png?sig=1', filename: 'a.png', subfolder: 's', type: 'output' };
		const read = result({
			status: 'succeeded',
			outputs: {
				'38:42': { images: [file, file], gifs: [{ url: 'https://x.test/b.webm' }] },
				9: { text: [['x', 'y'], 'z'] },
			},
		});
		assert.deepEqual(
			read?.files.map(({ nodeId, channel, index, filename, subfolder }) => [
				nodeId,
				channel,
				index,
				filename,
				subfolder,
			]),
			[
				['38:42', 'images', 0, 'a.png', 's'],
				['38:42', 'images', 1, 'a.png', 's'],
				['38:42', 'gifs', 0, 'b.webm', ''],
			],
		);
		assert.equal(new Set(read?.files.map(({ key }) => key)).size, 3);
		assert.deepEqual(
			read?.texts.map(({ nodeId, index, text }) => [nodeId, index, text]),
			[
				['9', 0, 'x'],
				['9', 0, 'y'],
				['9', 1, 'z'],
			],
		);
	});

	it('accepts no file from an address outside the web', () => {
		const read = result({
			status: 'succeeded',
			outputs: { 1: { images: [{ url: 'file:///etc/passwd' }, 'javascript:alert(1)'] } },
		});
		assert.deepEqual(read?.files, []);
	});

	it('finds a file under any member, and hides the query of an address in a text', () => {
		const mentioned = { note: 'see https://x.test/b?sig=hidden' };
		const read = result({
			status: 'succeeded',
			outputs: { 1: { ui: [{ link: 'https://x.test/a.png?sig=needed' }], notes: [mentioned] } },
		});
		assert.deepEqual(
			read?.files.map(({ channel, filename, url }) => [channel, filename, url]),
			[['ui', 'a.png', 'https://x.test/a.png?sig=needed']],
		);
		assert.doesNotMatch(JSON.stringify(read?.texts), /sig=hidden/);
		assert.equal(read?.texts.length, 1);
	});
});

describe('the saved workflow of a deployment', () => {
	const record = (payload: string) => parseJson(`{"id":"d","payload":${payload}}`);
	const workflowOf = (payload: string) => {
		const json = record(payload);
		assert.ok(json.ok);
		const deployment = parseDeployment(json.value);
		assert.ok(typeof deployment !== 'string');
		return deployment.payload?.workflowText;
	};
	const graph = '{"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"steps":20}}}';

	it('includes the default overrides of the deployment, digit by digit', () => {
		const text = workflowOf(
			`{"workflow_api_json":${graph},"overrides":{"3":{"inputs":{"seed":18446744073709551614}},"9":{"inputs":{"x":1}}}}`,
		);
		assert.ok(text?.includes('18446744073709551614'));
		assert.deepEqual(Object.keys(JSON.parse(text ?? '{}')), ['3']);
		assert.equal(JSON.parse(text ?? '{}')['3'].inputs.steps, 20);
	});

	it('is the unchanged graph without overrides, or with unreadable ones', () => {
		for (const overrides of ['{}', 'null', '[]', '{"3":7}', '{"3":{"inputs":[]}}']) {
			const text = workflowOf(`{"workflow_api_json":${graph},"overrides":${overrides}}`);
			assert.equal(text?.replaceAll(/\s/g, ''), graph, overrides);
		}
	});
});
