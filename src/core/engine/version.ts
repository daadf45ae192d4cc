import { compareVersions } from '../workflow/engineVersion.ts';

/** The first version with an interrupt that stops only the named prompt; older ones stop any running prompt. */
const namesPrompt = '0.3.57';

/** Returns whether an engine of this version (`0.3.64`) interrupts only the named prompt. Unknown versions count as old. */
export function interruptsOnly(version = ''): boolean {
	// A number alone, such as that of a build, is no version.
	return version.includes('.') && compareVersions(version, namesPrompt) >= 0;
}
