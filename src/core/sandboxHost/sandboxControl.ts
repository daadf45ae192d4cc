import http from 'node:http';
import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { SandboxAnnouncement } from '../wire/announcement.ts';
import { notThere } from './sandboxCalls.ts';

/** An open hold: the sandbox runs while someone holds it. */
export interface Hold {
	/** Settles when the sandbox has exited, or the hold was released. */
	readonly ended: Promise<void>;
	release(): void;
}

const answerMs = 5000;
const commandMs = 30_000;

/** Holds a sandbox. The failure means that none answers there. */
export function holdSandbox(announcement: SandboxAnnouncement): Promise<Result<Hold>> {
	return new Promise((resolve) => {
		const request = http.get(`${announcement.controlUrl}/hold`, { agent: false }, (reply) => {
			if (reply.statusCode !== 200) {
				request.destroy();
				resolve(failed(notThere));
				return;
			}
			request.setTimeout(0);
			reply.resume();
			const ended = new Promise<void>((end) => reply.once('close', end));
			resolve(success({ ended, release: () => request.destroy() }));
		});
		request.setTimeout(answerMs, () => request.destroy());
		request.on('error', () => resolve(failed(notThere)));
	});
}

/** Resets the sandbox to its initial state; all its data is lost. */
export function resetSandbox(announcement: SandboxAnnouncement): Promise<Result<undefined>> {
	return command(announcement, 'reset', notReset);
}

/** Releases the hold, and ends the sandbox unless someone else holds it. Its data stays. */
export async function leaveSandbox(announcement: SandboxAnnouncement, hold: Hold): Promise<void> {
	const asked = await command(announcement, 'stop?unless=shared', notThere);
	if (asked.ok) await hold.ended;
	hold.release();
}

/** Ends the sandbox for all holders. Its data stays. */
export function stopSandbox(announcement: SandboxAnnouncement): Promise<Result<undefined>> {
	return command(announcement, 'stop', notThere);
}

function command(
	{ controlUrl }: SandboxAnnouncement,
	name: 'reset' | 'stop' | 'stop?unless=shared',
	failure: Failure,
): Promise<Result<undefined>> {
	return new Promise((resolve) => {
		const request = http.request(`${controlUrl}/${name}`, { method: 'POST', agent: false }, (reply) => {
			reply.resume();
			const good = (reply.statusCode ?? 500) < 300;
			reply.once('close', () => resolve(good ? success(undefined) : failed(failure)));
		});
		request.setTimeout(commandMs, () => request.destroy());
		request.on('error', () => resolve(failed(failure)));
		request.end();
	});
}

const notReset: Failure = {
	kind: 'upstream',
	message: l10n.t('The sandbox could not be reset.'),
	nextStep: l10n.t('Stop it, start it and reset it again; the log has details.'),
	fixer: 'you',
};
