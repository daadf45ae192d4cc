import { readdirSync, readFileSync } from 'node:fs';

/** Returns the running child processes of a process, on Linux. */
export function childrenOf(pid: number): readonly number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
		.map(Number);
}

function parentOf(pid: number): number | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The text after the name in parentheses: the state, then the parent. A process that has ended has no work left.
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' ? undefined : Number(parent);
	} catch {
		return undefined;
	}
}

/** Returns whether a process is still running, on Linux. */
export const isThere = (pid: number) => parentOf(pid) !== undefined;
