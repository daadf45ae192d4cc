import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../core/base/clock.ts';
import { compact } from '../../core/base/compact.ts';
import { type Log, silentLog } from '../../core/base/log.ts';
import { exactUsd, microdollarsOf } from '../../core/base/money.ts';
import { noAnswers } from '../../core/operations/questions.ts';
import { type Place, servicesOf } from '../place/services.ts';
import type { CommandIo } from '../terminal/io.ts';
import { shortened } from '../terminal/printable.ts';
import { failureText, statuses, statusOf } from '../terminal/status.ts';
import { versionOf } from '../terminal/version.ts';
import { Allowance } from './allowance.ts';
import { limitAsk } from './currentConsent.ts';
import { serve } from './server.ts';

/** The version of sources without a package. */
const unknownVersion = '0.0.0';

interface Allowed {
	readonly allowChanges: boolean;
	/** The amount that may be spent without a question, in millionths of a US dollar. */
	readonly allowed?: number;
}

/** Serves the tools until the client disconnects; only the protocol is on standard output. */
export async function runServer(
	io: CommandIo,
	place: Place,
	{ allowChanges, allowed }: Allowed,
): Promise<number> {
	const { env } = io;
	const say = (line: string) => io.err(`${shortened(line)}\n`);
	const opened = await servicesOf(
		io,
		{ ...place, startedBy: 'agent', mayBeSignedOut: true },
		{ ...noAnswers, ...limitAsk },
	);
	if (!opened.ok) {
		say(failureText(opened.failure));
		return statusOf(opened.failure);
	}
	const services = opened.value;
	const dailyLimit = env.EASEL_DAILY_LIMIT ? microdollarsOf(Number(env.EASEL_DAILY_LIMIT)) : undefined;
	const allowance = allowed === undefined ? undefined : new Allowance(allowed, services, systemClock);
	const secrets = [env.EASEL_TOKEN].filter((secret) => secret !== undefined);
	const log: Log = {
		...silentLog,
		warn: (message, ...more) => say([message, ...more.map(String)].join(' ')),
		error: (message, ...more) => say([message, ...more.map(String)].join(' ')),
	};
	if (allowed !== undefined)
		say(l10n.t('Agents whose client cannot ask may spend {0} without a question.', exactUsd(allowed)));
	const version =
		io.script === undefined ? unknownVersion : await versionOf(io.script).catch(() => unknownVersion);
	const server = serve({
		services,
		clock: systemClock,
		log,
		secrets,
		allowChanges,
		version,
		appPage: () => readFile(new URL('app.html', io.script), 'utf8'),
		...compact({ allowance, dailyLimit }),
	});
	const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<'interrupted'>();
	const interrupts = io.onInterrupt(() => interrupt('interrupted'));
	const end = await Promise.race([server.closed, interrupted]);
	const { readableEnded, destroyed } = process.stdin;
	const isGivenUp = end !== 'interrupted' && !readableEnded && !destroyed && !io.signal.aborted;
	if (isGivenUp)
		say(
			l10n.t('A message of the client is too large, so the server has ended. Give a large file by its path.'),
		);
	interrupts.dispose();
	await server.close();
	const left = await services.settle();
	for (const sentence of left) say(sentence);
	await services.close();
	return left.length === 0 && !isGivenUp ? statuses.done : statuses.failed;
}
