import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../../core/base/failure.ts';
import { silentLog } from '../../core/base/log.ts';
import { holdSandbox, stopSandbox } from '../../core/sandboxHost/sandboxControl.ts';
import { launchSandbox } from '../../core/sandboxHost/sandboxLaunch.ts';
import type { SandboxAnnouncement } from '../../core/wire/announcement.ts';

/** A sandbox that lasts as long as a command. */
interface OwnSandbox {
	readonly announcement: SandboxAnnouncement;
	/** Resolves once it has ended. */
	end(): Promise<void>;
}

/** The speed of its clock in relation to the real one. */
const speed = '10';
/** The most times that the folder of the sandbox is asked for again, and the pause between. */
const mostTries = 10;
const againMs = 300;

/**
 * Starts a sandbox that ends with this process, whatever becomes of it; a failure where there is none.
 * @param script the program itself, which has the sandbox among its commands
 * @param folder where its state is kept from one command to the next
 */
export async function startOwnSandbox(
	script: URL,
	env: Readonly<Record<string, string | undefined>>,
	folder: string,
): Promise<Result<OwnSandbox>> {
	const args = [
		fileURLToPath(script),
		'sandbox',
		'--demo',
		'--exit-when-unused',
		'--speed',
		speed,
		'--data',
		join(folder, 'sandbox'),
	];
	const program = { command: process.execPath, args, environment: env };
	let launched = await launchSandbox(program, silentLog);
	// That of the command before may still be about to end.
	for (let left = mostTries; launched.ok && launched.value === 'ownedElsewhere' && left > 0; left--) {
		await wait(againMs);
		launched = await launchSandbox(program, silentLog);
	}
	if (!launched.ok) return launched;
	if (launched.value === 'ownedElsewhere')
		return failed({
			kind: 'conflict',
			message: l10n.t('Another command is using the sandbox.'),
			nextStep: l10n.t('Wait until it has ended, then try again.'),
			fixer: 'you',
		});
	const announcement = launched.value;
	const held = await holdSandbox(announcement);
	if (!held.ok) return held;
	return success({
		announcement,
		async end() {
			await stopSandbox(announcement);
			await held.value.ended;
		},
	});
}
