import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the sign-ins and the connections of the command line. */
export function configFolder(env: Environment): string {
	if (env.EASEL_CONFIG) return env.EASEL_CONFIG;
	const home = homedir();
	if (process.platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Easel');
	if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Easel');
	return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'easel');
}

/** Returns the folder of the local history, with the results. */
export function dataFolder(env: Environment): string {
	if (env.EASEL_DATA) return env.EASEL_DATA;
	const home = homedir();
	if (process.platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Easel');
	if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Easel');
	return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'easel');
}
