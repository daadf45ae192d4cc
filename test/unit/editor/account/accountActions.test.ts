import assert from 'node:assert/strict';
import type { Session, SessionSource } from '../../../../src/core/account/session.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { engineConnection } from '../../../../src/core/connection/connections.ts';
import type { SandboxState } from '../../../../src/core/sandboxHost/sandboxLifecycle.ts';
import { showAccountActions } from '../../../../src/editor/account/accountActions.ts';
import { chooseSignIn, type SignInDeps } from '../../../../src/editor/account/signIn.ts';
import { ofService } from '../../../support/connection.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { editor, type PickRow } from '../../support/vscode.ts';

const connection = (id: string, name: string) => ({ ...ofService, id, name });
const sandbox = connection('sandbox', 'Sandbox');
const studio = connection('user:Studio', 'Studio');

describe('the list behind the status bar item', () => {
	afterEach(() => editor.reset());

	const labels = (current: ReturnType<typeof connection>, state: string) => {
		const session = {
			current: part<Session>({ state: 'signedOut', connection: current }),
			onDidChange: new Emitter<Session>().event,
		} as SessionSource;
		void showAccountActions(actsOf(session, {}), session, { kind: state } as SandboxState);
		return (editor.input?.items ?? []).map(({ label }) => label.replace(/^\$\([^)]*\) /, ''));
	};

	it('stops and resets the sandbox only while it is the current connection', () => {
		const own = labels(sandbox, 'running');
		assert.ok(own.includes('Stop Sandbox') && own.includes('Reset Sandbox...'), own.join(', '));
		const other = labels(studio, 'running');
		assert.deepEqual(
			other.filter((label) => label.includes('Sandbox')),
			[],
		);
	});

	it('offers the key for third-party nodes on every connection', () => {
		for (const current of [sandbox, studio]) {
			assert.ok(labels(current, 'running').includes('Set Key for Third-Party API Nodes...'));
		}
	});
});

describe('the ways to sign in', () => {
	afterEach(() => editor.reset());

	it('name the connection once per row unless it is the only one, and omit engines, which have no account', async () => {
		const shown: (readonly PickRow[])[] = [];
		editor.pick = (rows, { placeHolder = '' }) => {
			shown.push(rows);
			assert.match(placeHolder, /^Select /);
			return undefined;
		};
		const engine = engineConnection('My ComfyUI', 'http://127.0.0.1:8188');
		const connections = { current: studio, all: () => [sandbox, studio, engine] };
		const deps = part<SignInDeps>({ connections });
		await chooseSignIn(deps);
		await chooseSignIn(deps, studio as never);
		const named = (rows: readonly unknown[] | undefined) =>
			(rows ?? []).map((row) => JSON.stringify(row).split(/Studio|Sandbox/).length - 1);
		const texts = shown.map((rows) =>
			rows.map(({ label, description, detail }) => ({ label, description, detail })),
		);
		assert.deepEqual(named(texts[0]), [1, 1, 1, 1, 1]);
		assert.deepEqual(named(texts[1]), [0, 0]);
	});
});
