/** The first version with an interrupt that stops only the named prompt; older ones stop any running prompt. */
const namesPrompt = [0, 3, 57] as const;

/** Returns whether an engine of this version (`0.3.64`) interrupts only the named prompt. Unknown versions count as old. */
export function interruptsOnly(version: string | undefined): boolean {
	const parts = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version ?? '')?.slice(1);
	if (parts === undefined) return false;
	for (const [index, least] of namesPrompt.entries()) {
		const part = Number(parts[index] ?? 0);
		if (part !== least) return part > least;
	}
	return true;
}
