import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { runWords } from '../../../src/cli/program.ts';
import { TokenVault } from '../../../src/core/account/tokenVault.ts';
import { carryOut } from '../../../src/core/agents/carryOut.ts';
import { Consent } from '../../../src/core/agents/consent.ts';
import { tools } from '../../../src/core/agents/tools.ts';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { runOperation, unwatched } from '../../../src/core/operations/operation.ts';
import { operations } from '../../../src/core/operations/table.ts';
import { activate } from '../../../src/extension.ts';
import { type Script, scriptedAsk } from '../../support/operations.ts';
import { extensionContext } from '../support/extensionContext.ts';
import { part } from '../support/part.ts';
import { until } from '../support/until.ts';
import { editor, window, workspace } from '../support/vscode.ts';
import { FakeWebviewPanel } from '../support/webviewPanel.ts';
import type { Call, PanelState, ParityWindow } from './rows.ts';
import { connectionName, type ParityWorld } from './world.ts';

/** Agrees to everything. */
const everything: Script = {
	reviewRun: { kind: 'run' },
	reviewSubmission: { kind: 'send' },
	confirmSpending: true,
	confirmDelete: true,
	confirmChange: true,
	confirmUpload: true,
	confirmErrors: true,
	confirmNothingNew: 'anyway',
	confirmDuplicate: true,
	confirmResume: 'resume',
	confirmSameJob: true,
	confirmSameDeployment: true,
	confirmLowBalance: true,
};

/** Does something by a program over the history of a world. */
export async function withProgram<T>(
	world: ParityWorld,
	work: (call: Call, world: ParityWorld) => Promise<T>,
): Promise<T> {
	const services = world.services();
	const ask = scriptedAsk(everything);
	try {
		return await work(async <V>(id: string, input: unknown) => {
			const done = await runOperation(operations.get(id) ?? assert.fail(id), services, input, ask);
			assert.ok(done.ok, done.ok ? '' : `${id}: ${done.failure.message}`);
			return done.value as V;
		}, world);
	} finally {
		await services.close();
	}
}

/** Calls the operation as a program does. */
export function byProgram(
	world: ParityWorld,
	id: string,
	input: unknown,
	settled: () => Promise<unknown>,
): Promise<void> {
	return withProgram(world, async (call) => {
		await world.begin();
		await call(id, input);
		await settled();
	});
}

/** Opens the extension in a separate window with a person who agrees to everything. */
export async function withWindow(
	world: ParityWorld,
	work: (window: ParityWindow) => Promise<void>,
): Promise<void> {
	const context = extensionContext(world.folder, world.history);
	const services = world.services();
	const session = await services.signedIn();
	await services.close();
	assert.ok(session.ok);
	const { token } = world.sandbox.announcement;
	await new TokenVault(context.secrets, silentLog).put(world.connection, { ...session.value.account, token });
	await context.globalState.update('easel.connection', world.connection.id);
	editor.set('easel.connections', [world.setting]);
	// Other messages need no answer.
	editor.answer = ([first]) => (editor.messages.at(-1)?.modal === true ? first : undefined);
	const errors: unknown[] = [];
	const panels: FakeWebviewPanel[] = [];
	Object.assign(window, {
		createOutputChannel: () => ({
			...silentLog,
			error: (...error: unknown[]) => void errors.push(error),
			dispose: () => undefined,
		}),
		showQuickPick: async ([first]: readonly unknown[]) => first,
		createWebviewPanel: (_: string, title: string, place: unknown) => {
			const panel = new FakeWebviewPanel(title, place);
			panels.push(panel);
			setImmediate(() => panel.say('ready'));
			return panel;
		},
	});
	Object.assign(workspace, { workspaceFolders: [], getWorkspaceFolder: () => undefined });
	activate(part<vscode.ExtensionContext>(context));
	try {
		await until('the sign-in', () => editor.context.get('easel.signedIn') === true);
		await world.begin();
		await work({
			async command(id, ...args) {
				await editor.handlers.get(id)?.(...args);
			},
			async choose(words) {
				const input = await until(words, () =>
					editor.input?.items.some((row) => JSON.stringify(row).includes(words)) ? editor.input : undefined,
				);
				input.choose(words);
			},
			async enter(text) {
				(await until('a box', () => editor.input)).enter(text);
			},
			open: async (path, language) =>
				editor.open(pathToFileURL(path).href, language, await readFile(path, 'utf8')).uri,
			panelWith: (isReady) =>
				until('the panel', () => {
					const panel = panels.at(-1);
					const state = panel?.last('state');
					return state !== undefined && isReady(state as PanelState) ? panel : undefined;
				}),
		});
		assert.deepEqual(errors, []);
	} finally {
		for (const each of context.subscriptions.toReversed()) each.dispose();
		editor.reset();
	}
}

/** Runs a command line with a person who agrees to everything. */
export async function inTerminal(world: ParityWorld, argv: readonly string[]): Promise<void> {
	const config = join(world.folder, 'config');
	await mkdir(config, { recursive: true });
	await writeFile(join(config, 'connections.json'), JSON.stringify([world.setting]));
	await world.begin();
	const said: string[] = [];
	const say = (text: string) => {
		said.push(text);
	};
	const status = await runWords([...argv, '--connection', connectionName], {
		cwd: world.folder,
		env: {
			EASEL_CONFIG: config,
			EASEL_DATA: world.history,
			EASEL_TOKEN: world.sandbox.announcement.token,
		},
		out: say,
		err: say,
		signal: new AbortController().signal,
		columns: undefined,
		colors: false,
		pictures: undefined,
		renewsLines: false,
		ask: async () => 'y',
		readInput: async () => new Uint8Array(),
		onInterrupt: () => ({ dispose: () => undefined }),
	});
	assert.equal(status, 0, said.join(''));
}

/** Calls a tool of an agent with a person who agrees to everything. */
export async function byAgent(
	world: ParityWorld,
	name: string,
	input: unknown,
	settled: () => Promise<unknown>,
): Promise<void> {
	const tool = tools.find((each) => each.name === name) ?? assert.fail(name);
	const services = { ...world.services(), startedBy: 'agent' as const };
	const options = { services, clock: systemClock, log: silentLog };
	const consent = new Consent({ services, allowChanges: false, askPerson: async () => true });
	await world.begin();
	try {
		const outcome = await carryOut(
			tool,
			input,
			{ ...unwatched, patience: () => undefined },
			consent,
			options,
		);
		assert.ok(!outcome.isError, outcome.text);
		await settled();
	} finally {
		await services.close();
	}
}
