import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import {
	awaitDeviceToken,
	type DeviceCode,
	flowClock,
	startDeviceFlow,
} from '../../core/account/deviceFlow.ts';
import { whoseIs } from '../../core/account/identity.ts';
import { systemClock } from '../../core/base/clock.ts';
import type { Failure } from '../../core/base/failure.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { pageOf } from '../../core/connection/route.ts';
import type { Service } from '../../core/http/transport.ts';
import { type Command, type Given, isOn, switchFlag, WrongUse } from '../frame/command.ts';
import { connectionFlags, connectionIn, dryRunFlag, outputFlags } from '../frame/common.ts';
import { deadlineIn, timeoutFlag } from '../frame/deadline.ts';
import { failedWith, failing } from '../frame/failing.ts';
import { type OperationCall, type OperationRow, row } from '../frame/operationCommand.ts';
import { connectionOf } from '../place/connections.ts';
import { configFolder } from '../place/folders.ts';
import { signIns, withService } from '../place/signIns.ts';
import type { CommandIo, Interruption } from '../terminal/io.ts';
import { printable, printableJson } from '../terminal/printable.ts';
import { interruptedBy, statuses } from '../terminal/status.ts';

const notSignedIn = l10n.t('Run "easel login" again, and enter its code in time.');

const frame = { positionals: [], flags: [...connectionFlags, ...outputFlags] } as const;

/** Signs in by a short code that the person types on the web page. */
export const login: Command = {
	...frame,
	name: 'login',
	title: l10n.t('Sign in with a code on the web page'),
	example: 'easel login',
	moreExamples: ['easel login --web'],
	noDryRun: l10n.t('A sign-in cannot be previewed, so there is no --dry-run.'),
	flags: [
		switchFlag('web', l10n.t('open the page on the web')),
		...connectionFlags,
		timeoutFlag,
		...outputFlags,
	],
	output: z.object({ connection: z.string(), account: z.string() }),
	async run(io, given) {
		const connection = await chosen(io, given);
		if (!connection.capabilities.account)
			throw new WrongUse(l10n.t('"{0}" is your own engine and has no sign-in.', connection.name));
		const stop = new AbortController();
		const deadline = deadlineIn(given);
		const interrupts = io.onInterrupt((by) => stop.abort(by));
		deadline.signal.addEventListener('abort', () => stop.abort(deadline.failure(notSignedIn)));
		try {
			const token = await withService(io.env, connection, undefined, (service) =>
				tokenByCode(io, service, stop.signal, isOn(given, 'web')),
			);
			return typeof token === 'number' ? token : await keep(io, given, connection, token.value);
		} finally {
			interrupts.dispose();
			deadline.dispose();
		}
	},
};

export const logout: Command = {
	...frame,
	name: 'logout',
	title: l10n.t('Sign out and delete the token on this computer'),
	example: 'easel logout',
	flags: [...connectionFlags, dryRunFlag, ...outputFlags],
	output: z.object({ connection: z.string(), removed: z.int() }),
	async run(io, given) {
		const connection = await chosen(io, given);
		const vault = signIns(io.env);
		const { accounts } = await vault.read(connection.id);
		if (isOn(given, dryRunFlag.name)) {
			const dry = new (await import('../frame/dryRun.ts')).DryRun();
			if (accounts.length > 0) dry.hold({ path: configFolder(io.env) });
			else dry.show({ connection: connection.name, removed: 0 }, {});
			io.out(dry.text(logout, io, isOn(given, 'json')));
			return statuses.done;
		}
		await vault.clear(connection.id);
		const result = { connection: connection.name, removed: accounts.length };
		const { name } = connection;
		const text =
			accounts.length === 0
				? l10n.t('You were not signed in to {0}.', name)
				: l10n.t(
						'Signed out of {0}. The token can be revoked at {1}.',
						name,
						pageOf(connection, 'profilePage'),
					);
		tell(io, given, result, text);
		return statuses.done;
	},
};

export const whoamiRow: OperationRow = {
	...row('whoami', 'account.state', '--connection NAME'),
	async run({ services, call, show, fail }: OperationCall) {
		const session = await services.signedIn();
		if (!session.ok) return fail(session.failure);
		const state = await call('account.state', {});
		if (!state.ok) return fail(state.failure);
		show(state.value);
		return statuses.done;
	},
};

function tell(io: CommandIo, given: Given, result: object, text: string): void {
	io.out(`${isOn(given, 'json') ? printableJson(result) : printable(text)}\n`);
}

async function chosen({ env }: CommandIo, given: Given): Promise<Connection> {
	const connection = await connectionOf(env, connectionIn(given));
	if (typeof connection === 'string') throw new WrongUse(connection);
	return connection;
}

/** Returns the token of a sign-in, or the exit status without one. */
async function tokenByCode(
	io: CommandIo,
	service: Service,
	signal: AbortSignal,
	opensPage: boolean,
): Promise<{ readonly value: string } | number> {
	const say = (line: string) => io.err(`${printable(line)}\n`);
	const started = await startDeviceFlow(service, { signal });
	if (!started.ok) return stoppedWith(io, started.failure, signal);
	showCode(started.value, say);
	if (opensPage) await io.openPage?.(started.value.verifyUrl);
	const outcome = await awaitDeviceToken(service, started.value, {
		clock: flowClock,
		signal,
		onTrouble: (failure) => {
			if (failure !== undefined) say(l10n.t('{0} Retrying.', failure.message));
		},
	});
	if (!outcome.ok) return stoppedWith(io, outcome.failure, signal);
	switch (outcome.value.type) {
		case 'authorized':
			return { value: outcome.value.token };
		case 'denied':
			return failing(
				io,
				'sign-in-denied',
				[l10n.t('The sign-in was refused on the web page.')],
				statuses.notAllowed,
			);
		case 'expired':
			return failing(
				io,
				'sign-in-code-expired',
				[l10n.t('The code expired before it was used.')],
				statuses.notAnswered,
			);
	}
}

function showCode({ userCode, verifyUrl, expiresInSeconds }: DeviceCode, say: (line: string) => void): void {
	say(l10n.t('Open {0} and enter the code {1}.', verifyUrl, userCode));
	say(l10n.t('Waiting; the code is valid for {0} minutes.', Math.max(1, Math.floor(expiresInSeconds / 60))));
}

/** Reports why the sign-in did not complete; the reason of the signal is an interruption, or the failure of a timeout. */
function stoppedWith(io: CommandIo, failure: Failure, { aborted, reason }: AbortSignal): number {
	if (!aborted) return failedWith(io, failure);
	if (typeof reason !== 'string') return failedWith(io, reason);
	return failing(io, 'interrupted', [l10n.t('Interrupted.')], interruptedBy[reason as Interruption]);
}

/** Saves a token in the file of its connection, and names the place. */
async function keep(io: CommandIo, given: Given, connection: Connection, token: string): Promise<number> {
	const account = await withService(io.env, connection, token, (service) => whoseIs(service, systemClock));
	if (!account.ok) return failedWith(io, account.failure);
	const folder = configFolder(io.env);
	try {
		await signIns(io.env).put(connection, { ...account.value, token });
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		const message = l10n.t('The sign-in could not be saved in {0}: {1}', folder, reason);
		return failing(io, 'system', [message], statuses.failed);
	}
	const { label } = account.value;
	const result = { connection: connection.name, account: label };
	tell(io, given, result, l10n.t('Signed in to {0} as {1}.', connection.name, label));
	io.err(
		`${printable(l10n.t('The token is in a file in {0} that only you can read. It is not encrypted.', folder))}\n`,
	);
	if (io.env.EASEL_TOKEN) io.err(`${l10n.t('EASEL_TOKEN is set and is used instead of this sign-in.')}\n`);
	return statuses.done;
}
