import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
	runcomfyConnection,
	sandboxConnection,
	userConnections,
} from '../../../src/core/connection/connections.ts';

const entry = { name: 'Lab', baseUrl: 'https://lab.test/api/' };

describe('connections of the person', () => {
	it('have their own id and clean addresses; those left out are the base', () => {
		const { connections, problems } = userConnections([{ ...entry, webUrl: 'https://web.test' }]);
		assert.deepEqual(problems, []);
		assert.deepEqual(connections, [
			{
				id: 'user:Lab',
				name: 'Lab',
				baseUrl: 'https://lab.test/api',
				modelApiUrl: 'https://lab.test/api',
				webUrl: 'https://web.test',
				trainerUrl: 'https://lab.test/api',
				dialect: sandboxConnection().dialect,
			},
		]);
	});

	it('speak the dialect of the public service on its hosts only', () => {
		const dialects = ['https://api.runcomfy.net', 'https://runcomfy.net.evil.test'].map(
			(baseUrl) => userConnections([{ name: 'x', baseUrl }]).connections[0]?.dialect,
		);
		assert.deepEqual(dialects, [runcomfyConnection.dialect, sandboxConnection().dialect]);
	});

	for (const [name, wrong, words] of [
		['plain http to another computer', { ...entry, baseUrl: 'http://lab.test' }, /must begin with https/],
		['a text that is not an address', { ...entry, webUrl: 'lab' }, /webUrl .* not an https/],
		['another protocol', { ...entry, trainerUrl: 'ftp://lab.test' }, /trainerUrl .* not an https/],
		['credentials in an address', { ...entry, baseUrl: 'https://me:pw@lab.test' }, /name or password/],
		['a query', { ...entry, baseUrl: 'https://lab.test?x=1' }, /must not contain/],
		['no name', { baseUrl: 'https://lab.test' }, /needs a name/],
		['a name that is only space', { ...entry, name: '  ' }, /needs a name/],
		['the name of a built-in', { ...entry, name: 'RunComfy' }, /built in/],
		['no object', 7, /needs a name/],
	] as const) {
		it(`are refused with a sentence for ${name}, and the others stay`, () => {
			const { connections, problems } = userConnections([
				wrong,
				{ name: 'good', baseUrl: 'http://localhost:1' },
			]);
			assert.deepEqual(
				connections.map(({ id }) => id),
				['user:good'],
			);
			assert.equal(problems.length, 1);
			assert.match(problems[0] ?? '', words);
		});
	}

	it('need different names', () => {
		const { connections, problems } = userConnections([entry, entry]);
		assert.deepEqual([connections.length, problems.length], [1, 1]);
	});

	it('are empty where the setting is something else', () => {
		for (const setting of [undefined, null, 'x', {}, 7]) {
			assert.deepEqual(userConnections(setting), { connections: [], problems: [] });
		}
	});
});
