import { engineAddress } from '../../core/sandboxHost/engineAddress.ts';
import type { SandboxProgram } from '../../core/sandboxHost/sandboxLaunch.ts';
import { readSetting } from '../shell/settings.ts';

/** Returns how many times as fast as the service the sandbox works, from its next start on. */
export function sandboxSpeed(): number {
	return Math.min(Math.max(Number(readSetting('easel.sandbox.speed')) || 10, 1), 1000);
}

/** Returns the command that starts the sandbox with the current settings. @param script its program. @param data the folder of its data. */
export function sandboxProgram(script: string, data: string): SandboxProgram {
	const engine = engineAddress(readSetting('easel.sandbox.engine'));
	return {
		// The editor's own executable, so that nothing needs to be installed.
		command: process.execPath,
		args: [
			script,
			'--data',
			data,
			'--demo',
			'--speed',
			String(sandboxSpeed()),
			'--exit-when-unused',
			...(engine === undefined ? [] : ['--engine', `comfyui=${engine}`]),
		],
		environment: { ...environmentOfChild(), ELECTRON_RUN_AS_NODE: '1' },
	};
}

/** Returns the environment for the program, without the variables that the extension host set for itself. */
function environmentOfChild(): Readonly<Record<string, string | undefined>> {
	const own = /^(NODE_OPTIONS|NODE_CHANNEL_FD|NODE_UNIQUE_ID|VSCODE_|ELECTRON_)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
