import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Log } from '../../../src/core/base/log.ts';
import { FailureError } from '../../../src/core/http/networkErrors.ts';
import { jsonText } from '../../../src/core/json/exact.ts';
import { until } from '../support/until.ts';
import {
	type Answer,
	expectFailure,
	expectValue,
	inTurn,
	json,
	startServer,
	withService,
} from './support.ts';

const silence: Answer = () => {};

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of body) chunks.push(chunk);
	return Buffer.concat(chunks).toString('utf8');
}

function recordingLog(): { readonly log: Log; readonly text: () => string } {
	const lines: string[] = [];
	const note = (...words: unknown[]) => void lines.push(words.map((word) => JSON.stringify(word)).join(' '));
	return {
		log: { trace: note, debug: note, info: note, warn: note, error: note },
		text: () => lines.join('\n'),
	};
}

describe('a JSON call', () => {
	it('sends the body as spelled and reads numbers without loss', async () => {
		const body = '{"seed": 18446744073709551615, "cfg": 1.0}';
		await withService(json(body), async (service, server) => {
			const reply = await service.transport.json({ method: 'POST', url: `${server.url}/x`, body });
			assert.equal(server.seen[0]?.body, body);
			assert.equal(server.seen[0]?.headers['content-type'], 'application/json');
			assert.equal(server.seen[0]?.headers.authorization, 'Bearer secret-token');
			assert.equal(jsonText(expectValue(reply)), '{"seed":18446744073709551615,"cfg":1.0}');
		});
	});

	it('reads an empty success as undefined', async () => {
		await withService(json('', 204), async (service, server) => {
			assert.equal(
				expectValue(await service.transport.json({ method: 'DELETE', url: server.url })),
				undefined,
			);
		});
	});

	it('reads an error code as a failure despite a success status, and a null code as a success', async () => {
		const answer = inTurn(
			json({ error_code: 403003, error_message: 'not yours' }),
			json({ error_code: null, fine: true }),
		);
		await withService(answer, async (service, server) => {
			const failure = expectFailure(await service.transport.json({ method: 'GET', url: server.url }));
			assert.deepEqual(
				[failure.kind, failure.code, failure.codeName, failure.details],
				['auth', 403003, 'Forbidden', ['not yours']],
			);
			const fine = await service.transport.json({ method: 'GET', url: server.url });
			assert.deepEqual(expectValue(fine), { error_code: null, fine: true });
		});
	});

	it('accepts an error status that the caller can read', async () => {
		await withService(json({ status: 'denied' }, 410), async (service, server) => {
			const reply = await service.transport.json({ method: 'POST', url: server.url, answers: [410] });
			assert.deepEqual(expectValue(reply), { status: 'denied' });
		});
	});

	it('reports validation details by place and message, without the rejected value', async () => {
		const detail = [{ loc: ['body', 'overrides', '6', 'inputs'], msg: 'unknown input', input: 'sk-private' }];
		await withService(
			json({ error_code: 422001, error_message: 'Validation', detail }, 422),
			async (service, server) => {
				const failure = expectFailure(
					await service.transport.json({ method: 'POST', url: server.url, body: '{}' }),
				);
				assert.equal(failure.kind, 'input');
				assert.deepEqual(failure.details, ['Validation', 'overrides.6.inputs: unknown input']);
				assert.doesNotMatch(JSON.stringify(failure), /sk-private/);
			},
		);
	});

	it('keeps the text of a plain error, and mentions details only if there are some', async () => {
		const refusal =
			(type: string, text: string): Answer =>
			(reply) =>
				reply.writeHead(422, { 'content-type': type }).end(text);
		for (const [type, text, details] of [
			['text/plain', 'seed is too large\n', ['seed is too large']],
			['application/json', '"seed is too large"', ['seed is too large']],
			['text/plain', '', undefined],
			['text/html', '<html>No</html>', undefined],
		] as const)
			await withService(refusal(type, text), async (service, server) => {
				const failure = expectFailure(
					await service.transport.json({ method: 'POST', url: server.url, body: '{}' }),
				);
				assert.deepEqual(failure.details, details);
				assert.equal(/details/.test(failure.nextStep), details !== undefined, failure.nextStep);
			});
	});

	it('recognizes a web page instead of data', async () => {
		const page: Answer = (reply) =>
			reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
		await withService(page, async (service, server) => {
			const failure = expectFailure(
				await service.transport.json({ method: 'POST', url: server.url, body: '{}' }),
			);
			assert.equal(failure.kind, 'protocol');
			assert.match(failure.message, /web page instead of data/);
		});
	});

	it('rejects too large replies, without a retry', async () => {
		const huge: Answer = (reply) => {
			reply.writeHead(200, { 'content-type': 'application/json' });
			reply.end(`["${'x'.repeat(2_000_000)}"]`);
		};
		await withService(
			huge,
			async (service, server) => {
				const failure = expectFailure(await service.transport.json({ method: 'GET', url: server.url }));
				assert.equal(failure.kind, 'protocol');
				assert.match(failure.message, /larger than 100(\.0)? KB/);
				assert.equal(server.seen.length, 1);
			},
			{ limits: { replyBytes: 100_000 } },
		);
	});

	it('rejects a small text that expands to too many values', async () => {
		const unit = '{},'.repeat(1000);
		const many: Answer = (reply) => {
			reply.writeHead(200, { 'content-type': 'application/json' });
			reply.write('[1.0,');
			for (let megabytes = 0; megabytes < 62; megabytes += 1) {
				for (let kilobytes = 0; kilobytes < 333; kilobytes += 1) reply.write(unit);
			}
			reply.end('{}]');
		};
		await withService(many, async (service, server) => {
			const request = { method: 'GET', url: server.url, replyBytes: 64_000_000 } as const;
			const failure = expectFailure(await service.transport.json(request));
			assert.equal(failure.kind, 'protocol');
			assert.match(failure.message, /more values than Easel reads at once/);
			assert.equal(server.seen.length, 1);
		});
	});

	it('ends despite endless interim replies', async () => {
		const interim: Answer = (reply) => {
			const more = () => {
				if (!reply.destroyed && !reply.socket?.destroyed) reply.writeProcessing();
				else clearInterval(timer);
			};
			const timer = setInterval(more, 20);
		};
		await withService(
			interim,
			async (service, server) => {
				const failure = expectFailure(
					await service.transport.json({ method: 'POST', url: server.url, body: '{}' }),
				);
				assert.deepEqual([failure.kind, failure.mayHaveArrived], ['timeout', true]);
				assert.match(failure.message, /took too long to respond/);
			},
			{ limits: { headersMs: 300 }, retry: { attempts: 1 } },
		);
	});

	it('rejects replies that nest too deeply', async () => {
		const nested: Answer = (reply) => {
			reply.writeHead(200, { 'content-type': 'application/json' });
			reply.end(`{"outputs":${'['.repeat(4300)}${']'.repeat(4300)}}`);
		};
		await withService(nested, async (service, server) => {
			const failure = expectFailure(await service.transport.json({ method: 'GET', url: server.url }));
			assert.equal(failure.kind, 'protocol');
			assert.match(failure.message, /nests them too deeply/);
			assert.equal(server.seen.length, 1);
		});
	});

	it('reads only the first sentences of an error', async () => {
		let socketClosed = false;
		const endless: Answer = (reply) => {
			reply.writeHead(400, { 'content-type': 'application/json' });
			reply.on('close', () => {
				socketClosed = true;
			});
			const more = () => {
				while (!socketClosed && reply.write('x'.repeat(10_000)));
			};
			reply.on('drain', more);
			more();
		};
		await withService(endless, async (service, server) => {
			const failure = expectFailure(await service.transport.json({ method: 'GET', url: server.url }));
			assert.deepEqual([failure.kind, failure.status], ['input', 400]);
		});
	});

	it('reads a code by the table of the called part', async () => {
		await withService(json({ error_code: 404001 }, 404), async (service, server) => {
			const names = [];
			for (const part of ['inference', 'catalog'] as const) {
				const reply = await service.transport.json({ method: 'GET', url: server.url, part });
				names.push(expectFailure(reply).codeName);
			}
			assert.deepEqual(names, ['Not Found', 'ResourceNotFound']);
		});
	});

	it('gives up on a reply that never begins', async () => {
		await withService(silence, async (service, server) => {
			const request = { method: 'POST', url: server.url, body: '{}', headersTimeoutMs: 50 } as const;
			const failure = expectFailure(await service.transport.json(request));
			assert.deepEqual([failure.kind, failure.mayHaveArrived], ['timeout', true]);
		});
	});

	it('gives up on a reply that begins and never ends', async () => {
		const drip: Answer = (reply) => {
			reply.writeHead(200, { 'content-type': 'application/json' });
			reply.write('{"a":');
		};
		await withService(
			drip,
			async (service, server) => {
				const failure = expectFailure(
					await service.transport.json({ method: 'POST', url: server.url, body: '{}' }),
				);
				assert.deepEqual([failure.kind, failure.mayHaveArrived], ['timeout', true]);
			},
			{ limits: { replyMs: 50 } },
		);
	});

	it('ends when canceled, before and while it runs', async () => {
		const abort = new AbortController();
		const answer: Answer = () => abort.abort();
		await withService(answer, async (service, server) => {
			const request = { method: 'GET', url: server.url, signal: abort.signal } as const;
			assert.equal(expectFailure(await service.transport.json(request)).kind, 'canceled');
			assert.equal(expectFailure(await service.transport.json(request)).kind, 'canceled');
			assert.equal(server.seen.length, 1);
		});
	});

	it('rejects addresses that are not on the web', async () => {
		await withService(json({}), async (service) => {
			for (const url of ['', 'file:///etc/passwd', 'http://name:word@127.0.0.1/', 'not an address']) {
				assert.equal(expectFailure(await service.transport.json({ method: 'GET', url })).kind, 'input');
			}
		});
	});

	it('makes no call after it is closed', async () => {
		await withService(json({}), async (service, server) => {
			await service.transport.close();
			assert.equal(
				expectFailure(await service.transport.json({ method: 'GET', url: server.url })).kind,
				'canceled',
			);
			assert.equal(server.seen.length, 0);
		});
	});
});

describe('the token', () => {
	it('stays with the origins of its connection', async () => {
		const stranger = await startServer(json({ a: 1 }));
		await withService(json({}), async (service) => {
			await service.transport.json({ method: 'GET', url: stranger.url });
			const stream = expectValue(
				await service.transport.stream({ method: 'GET', url: `${stranger.url}/file` }),
			);
			await bytesOf(stream.body);
			assert.deepEqual(
				stranger.seen.map((seen) => seen.headers.authorization),
				[undefined, undefined],
			);
		});
		await stranger.close();
	});

	it('does not follow a redirected call, and the call ends there', async () => {
		const stranger = await startServer(json({}));
		const answer: Answer = (reply) => reply.writeHead(307, { location: `${stranger.url}/steal` }).end();
		await withService(answer, async (service, server) => {
			const failure = expectFailure(await service.transport.json({ method: 'GET', url: server.url }));
			assert.equal(failure.kind, 'protocol');
			assert.equal(stranger.seen.length, 0);
		});
		await stranger.close();
	});

	it('does not follow a redirected download, which continues without it', async () => {
		const stranger = await startServer((reply) => reply.end('bytes'));
		const answer: Answer = (reply) => reply.writeHead(302, { location: `${stranger.url}/file` }).end();
		await withService(answer, async (service, server) => {
			const stream = expectValue(
				await service.transport.stream({ method: 'GET', url: `${server.url}/file` }),
			);
			assert.equal(await bytesOf(stream.body), 'bytes');
			assert.equal(server.seen[0]?.headers.authorization, 'Bearer secret-token');
			assert.deepEqual(
				stranger.seen.map((seen) => seen.headers.authorization),
				[undefined],
			);
		});
		await stranger.close();
	});

	it('is renewed once for all when rejected', async () => {
		let token = 'old';
		const recoveries: string[] = [];
		const answer: Answer = (reply, seen, index) =>
			json({}, seen.headers.authorization === 'Bearer new' ? 200 : 401)(reply, seen, index);
		await withService(
			answer,
			async (service, server) => {
				const request = { method: 'POST', url: server.url, body: '{"a":1}' } as const;
				assert.deepEqual(expectValue(await service.transport.json(request)), {});
				assert.deepEqual(recoveries, ['old']);
				assert.equal(server.seen.length, 2);
			},
			{
				token: () => token,
				onUnauthorized: async (used) => {
					recoveries.push(used);
					token = 'new';
					return true;
				},
			},
		);
	});

	for (const [name, answer] of [
		['status 401', json({}, 401)],
		['a 200 with code 401001', json({ error_code: 401001 })],
	] as const) {
		for (const [method, times] of [
			['GET', 3],
			['POST', 2],
		] as const) {
			it(`is not renewed in a loop: a ${method} is sent ${times} times (${name})`, async () => {
				let recoveries = 0;
				await withService(
					answer,
					async (service, server) => {
						const call = { method, url: server.url, ...(method === 'POST' ? { body: '{}' } : {}) };
						const failure = expectFailure(await service.transport.json(call));
						assert.deepEqual([failure.kind, failure.mayHaveArrived], ['upstream', false]);
						assert.deepEqual([recoveries, server.seen.length], [times - 1, times]);
					},
					{
						onUnauthorized: async () => {
							recoveries += 1;
							return true;
						},
					},
				);
			});
		}
	}

	it('does not block a canceled call while it is renewed', async () => {
		await withService(
			json({}, 401),
			async (service, server) => {
				const abort = new AbortController();
				const call = service.transport.json({ method: 'GET', url: server.url, signal: abort.signal });
				while (server.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
				abort.abort();
				assert.equal(expectFailure(await call).kind, 'canceled');
			},
			{ onUnauthorized: () => new Promise(() => {}) },
		);
	});

	it('appears in no log and no failure, nor does a query', async () => {
		const { log, text } = recordingLog();
		const stranger = await startServer(
			json({ message: 'no access to https://h.test/a?sig=abc with secret-token' }, 403),
		);
		const repeated = [
			'Bearer secret-token is bad, see https://h.test/p?sig=abc',
			`from ${encodeURIComponent(encodeURIComponent('https://h.test/p?sig=abc'))}`,
			JSON.stringify(JSON.stringify({ api_key_comfy_org: 'partner-key' })),
		];
		await withService(
			json({ message: repeated.join(' ') }, 400),
			async (service, server) => {
				const own = await service.transport.json({ method: 'GET', url: `${server.url}/path?key=hidden` });
				const foreign = await service.transport.stream({
					method: 'GET',
					url: `${stranger.url}/private/path?sig=abc`,
				});
				const everything = text() + JSON.stringify([expectFailure(own), expectFailure(foreign)]);
				assert.match(text(), /GET \/path 400/);
				assert.doesNotMatch(
					everything,
					/secret-token|partner-key|hidden=|key=|sig(?:=|%(?:25)*3D)abc|private/,
				);
			},
			{ log },
		);
		await stranger.close();
	});
});

describe('a download', () => {
	it('follows a redirect with an endless body', async () => {
		let left = false;
		const trickle: Answer = (reply) => {
			reply.writeHead(302, { location: '/there' });
			const timer = setInterval(() => reply.write(' '), 20);
			reply.on('close', () => {
				left = true;
				clearInterval(timer);
			});
		};
		await withService(inTurn(trickle, json('there')), async (service, server) => {
			const stream = expectValue(await service.transport.stream({ method: 'GET', url: server.url }));
			assert.equal(await bytesOf(stream.body), 'there');
			await until('the connection of the redirect to end', () => left);
		});
	});

	it('reports its length and passes its bytes', async () => {
		await withService(
			(reply) => reply.writeHead(200, { 'content-length': '5', 'set-cookie': 'a=b' }).end('bytes'),
			async (service, server) => {
				const stream = expectValue(await service.transport.stream({ method: 'GET', url: server.url }));
				assert.equal(stream.length, 5);
				assert.equal(stream.headers['set-cookie'], undefined);
				assert.equal(await bytesOf(stream.body), 'bytes');
			},
		);
	});

	it('throws a failure with a sentence if interrupted', async () => {
		const cut: Answer = (reply) => {
			reply.writeHead(200, { 'content-length': '1000' });
			reply.write('half', () => reply.socket?.destroy());
		};
		await withService(cut, async (service, server) => {
			const stream = expectValue(await service.transport.stream({ method: 'GET', url: server.url }));
			await assert.rejects(bytesOf(stream.body), (thrown) => {
				assert.ok(thrown instanceof FailureError);
				return thrown.failure.kind === 'network' && /was interrupted/.test(thrown.failure.message);
			});
		});
	});

	it('is a failure if the service has no such file', async () => {
		await withService(json({ message: 'gone' }, 404), async (service, server) => {
			const failure = expectFailure(await service.transport.stream({ method: 'GET', url: server.url }));
			assert.deepEqual([failure.kind, failure.details], ['notFound', ['gone']]);
		});
	});

	it('is not redirected in a loop', async () => {
		const circle: Answer = (reply) => reply.writeHead(302, { location: '/again' }).end();
		await withService(circle, async (service, server) => {
			const failure = expectFailure(await service.transport.stream({ method: 'GET', url: server.url }));
			assert.equal(failure.kind, 'protocol');
			assert.match(failure.message, /a loop of addresses/);
		});
	});

	it('is not redirected to a local file', async () => {
		const evil: Answer = (reply) => reply.writeHead(302, { location: 'file:///etc/passwd' }).end();
		await withService(evil, async (service, server) => {
			assert.equal(
				expectFailure(await service.transport.stream({ method: 'GET', url: server.url })).kind,
				'protocol',
			);
		});
	});
});
