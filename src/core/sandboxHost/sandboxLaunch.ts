import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { maskText } from '../http/mask.ts';
import { parseAnnouncement, type SandboxAnnouncement } from '../wire/announcement.ts';

export interface SandboxProgram {
	readonly command: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Exit code of the program if another process owns its data. */
const ownedElsewhere = 3;

/** The address of the sandbox that was started, or that another process has the data already. */
type LaunchOutcome = SandboxAnnouncement | 'ownedElsewhere';

const firstLineMs = 30_000;

/**
 * Starts the sandbox and waits for its first line. The process outlives this one: it ends once no window holds it. Its
 * output on stderr goes to the log, without secrets.
 */
export function launchSandbox(program: SandboxProgram, log: Log): Promise<Result<LaunchOutcome>> {
	return new Promise((resolve) => {
		const child = spawn(program.command, program.args, {
			env: { ...program.environment },
			stdio: ['ignore', 'pipe', 'pipe'],
			detached: true,
			windowsHide: true,
		});
		const secrets: string[] = [];
		let lastWords = '';
		createInterface({ input: child.stderr }).on('line', (line) => {
			lastWords = maskText(line, secrets);
			log.info(`sandbox: ${lastWords}`);
		});
		const timer = setTimeout(() => {
			child.kill('SIGKILL');
			resolve(failed(failure(l10n.t('The sandbox did not start in time.'), lastWords)));
		}, firstLineMs);
		const settle = (result: Result<LaunchOutcome>): void => {
			clearTimeout(timer);
			resolve(result);
		};
		createInterface({ input: child.stdout }).once('line', (line) => {
			const announcement = parseAnnouncement(line);
			if (announcement === undefined) {
				child.kill('SIGKILL');
				settle(failed(failure(l10n.t('The sandbox started, but its output could not be read.'), lastWords)));
				return;
			}
			secrets.push(announcement.token, announcement.controlUrl);
			letGo(child);
			settle(success(announcement));
		});
		child.once('error', (cause) =>
			settle(failed(failure(l10n.t('The sandbox program could not be started.'), cause.message))),
		);
		child.once('close', (code) => {
			if (code === ownedElsewhere) settle(success('ownedElsewhere'));
			else settle(failed(failure(l10n.t('The sandbox ended while it was starting.'), lastWords)));
		});
	});
}

/** Keeps the process and its pipes from blocking the end of this process. */
function letGo(child: ChildProcess): void {
	child.unref();
	for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref?: () => void }).unref?.();
}

function failure(message: string, lastWords: string): Failure {
	return {
		kind: 'upstream',
		message:
			lastWords === '' ? message : l10n.t('{0} Its last output: {1}', message, maskText(lastWords, [], 300)),
		nextStep: l10n.t('Start it again. If this continues, check the log.'),
		fixer: 'you',
	};
}
