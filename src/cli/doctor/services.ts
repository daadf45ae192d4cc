import * as l10n from '@vscode/l10n';
import { whoseIs } from '../../core/account/identity.ts';
import { describeDuration } from '../../core/base/ages.ts';
import { systemClock } from '../../core/base/clock.ts';
import type { Failure } from '../../core/base/failure.ts';
import { ownOrigins } from '../../core/connection/address.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { Service } from '../../core/http/transport.ts';
import { withService } from '../place/signIns.ts';
import type { CommandIo } from '../terminal/io.ts';
import type { Check } from './examination.ts';

type Environment = CommandIo['env'];

/** A sign-in, and its source as a text. */
interface SignIn {
	readonly token: string;
	readonly from: string;
}

/** A call is not repeated, since its first answer is reported. */
const once = { attempts: 1 };

/** Clocks may differ by this without any effect. */
const toleratedMs = 60_000;
/** Every status shows that the service can be reached. */
const anyStatus = Array.from({ length: 400 }, (_, index) => index + 200);

/** Checks whether each host of a connection answers, and whether its clock agrees with that of this computer. */
export async function reachChecks(env: Environment, connection: Connection): Promise<readonly Check[]> {
	const origins = [...ownOrigins(connection)];
	const checks = await Promise.all(origins.map((origin) => reachOf(env, connection, origin)));
	return checks.flat();
}

async function reachOf(env: Environment, connection: Connection, origin: string): Promise<readonly Check[]> {
	const started = Date.now();
	const ask = ({ transport }: Service) =>
		transport.send({ method: 'GET', url: origin, bearer: false, answers: anyStatus });
	const reply = await withService(env, connection, undefined, ask, once);
	if (!reply.ok) return [failedCheck('reach', reply.failure)];
	const reached: Check = { name: 'reach', state: 'ok', message: l10n.t('{0} answers.', origin) };
	const there = Date.parse(reply.value.headers.date ?? '');
	const differenceMs = Math.abs((started + Date.now()) / 2 - there);
	if (!(differenceMs > toleratedMs)) return [reached];
	const clock: Check = {
		name: 'clock',
		state: 'warning',
		message: l10n.t(
			'The clock of this computer differs by {0} from that of {1}.',
			describeDuration(differenceMs),
			origin,
		),
		nextStep: l10n.t('Set the clock of this computer.'),
	};
	return [reached, clock];
}

/** Checks whether the service accepts a sign-in. */
export async function signInCheck(
	env: Environment,
	connection: Connection,
	{ token, from }: SignIn,
): Promise<Check> {
	const account = await withService(env, connection, token, (service) => whoseIs(service, systemClock), once);
	if (!account.ok) return failedCheck('signIn', account.failure, `${from}: `);
	const { name } = connection;
	const message = l10n.t('{0} accepts the sign-in of {1} ({2}).', name, account.value.label, from);
	return { name: 'signIn', state: 'ok', message };
}

function failedCheck(name: string, { message, nextStep }: Failure, before = ''): Check {
	return { name, state: 'error', message: `${before}${message}`, nextStep };
}
