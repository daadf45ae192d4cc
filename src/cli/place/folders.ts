import { homedir } from 'node:os';
import { join } from 'node:path';

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the sign-ins and the connections of the command line. */
export function configFolder(env: Environment): string {
	return env.EASEL_CONFIG || usualFolder([env.APPDATA, 'Roaming'], [env.XDG_CONFIG_HOME, '.config']);
}

/** Returns the folder of the local history, with the results. */
export function dataFolder(env: Environment): string {
	return env.EASEL_DATA || usualFolder([env.LOCALAPPDATA, 'Local'], [env.XDG_DATA_HOME, '.local/share']);
}

type Parent = readonly [fromEnvironment: string | undefined, name: string];

function usualFolder([appData, kind]: Parent, [xdg, path]: Parent): string {
	const home = homedir();
	if (process.platform === 'win32') return join(appData || join(home, 'AppData', kind), 'Easel');
	if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Easel');
	return join(xdg || join(home, path), 'easel');
}
