import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../../core/base/failure.ts';
import { silentLog } from '../../core/base/log.ts';
import { PrivateFiles } from '../../core/sandboxHost/privateFiles.ts';
import { type Hold, holdSandbox, leaveSandbox } from '../../core/sandboxHost/sandboxControl.ts';
import { launchSandbox } from '../../core/sandboxHost/sandboxLaunch.ts';
import { parseAnnouncement, type SandboxAnnouncement } from '../../core/wire/announcement.ts';

/** A sandbox that runs as long as the commands that use it. */
interface OwnSandbox {
	readonly announcement: SandboxAnnouncement;
	/** Ends it, or leaves it to the other commands that use it. */
	end(): Promise<void>;
}

/** A sandbox held by this process. */
interface Held {
	readonly announcement: SandboxAnnouncement;
	readonly hold: Hold;
}

/** The speed of its clock in relation to the real one. */
const speed = '10';
/** Maximum number of attempts to get the folder of the sandbox, and the pause between them. */
const mostTries = 20;
const againMs = 300;
/** The file with its address, in the folder of the history. */
const addressKey = 'sandbox-address';

/**
 * Joins the sandbox of other commands, or starts one; fails if neither is possible. It ends with the last of these
 * processes, even if they are killed.
 * @param script the program itself, which includes the command for the sandbox
 * @param folder keeps its state from one command to the next
 */
export async function useOwnSandbox(
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
	const shared = new PrivateFiles(folder);
	// One that has the folder already may be about to start or to end.
	for (let left = mostTries; left > 0; left--) {
		const joined = await runningOne(shared);
		if (joined !== undefined) return success(used(joined));
		const launched = await launchSandbox(program, silentLog);
		if (!launched.ok) return launched;
		if (launched.value !== 'ownedElsewhere') {
			const announcement = launched.value;
			const held = await holdSandbox(announcement);
			if (!held.ok) return held;
			await shared.store(addressKey, JSON.stringify(announcement));
			return success(used({ announcement, hold: held.value }));
		}
		await wait(againMs);
	}
	return failed({
		kind: 'conflict',
		message: l10n.t('Another program is using the sandbox, and its address is not known.'),
		nextStep: l10n.t('Wait until it has ended, then try again.'),
		fixer: 'you',
	});
}

/** Returns the address of the sandbox that commands share now; undefined without one. */
export async function sharedSandbox(folder: string): Promise<string | undefined> {
	const running = await runningOne(new PrivateFiles(folder));
	running?.hold.release();
	return running?.announcement.baseUrl;
}

/** Returns the sandbox at the kept address, if it still responds. */
async function runningOne(shared: PrivateFiles): Promise<Held | undefined> {
	const announcement = parseAnnouncement((await shared.get(addressKey)) ?? '');
	if (announcement === undefined) return undefined;
	const held = await holdSandbox(announcement);
	return held.ok ? { announcement, hold: held.value } : undefined;
}

function used({ announcement, hold }: Held): OwnSandbox {
	return { announcement, end: () => leaveSandbox(announcement, hold) };
}
