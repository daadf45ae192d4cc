import type { FaultRule } from './base/faults.ts';
import type { ContraryChoice } from './contrary/kinds.ts';
import type { EngineTimes } from './engine/forward/client.ts';

/** Settings of one sandbox, after the command line was read. */
export interface SandboxOptions {
	readonly host: string;
	/** The port; 0 lets the system choose. */
	readonly port: number;
	/** Folder of the state; without it a temporary one that is removed at the end. */
	readonly data?: string;
	readonly speed: number;
	readonly demo: boolean;
	/** `builtin`, or the address of a real engine. */
	readonly engine: 'builtin' | { readonly comfyui: string };
	/** The times that an engine outside may take; the usual ones without it. */
	readonly engineTimes?: EngineTimes;
	readonly faults: readonly FaultRule[];
	/** Has replies written as the documents allow, not as they suggest. */
	readonly contrary?: ContraryChoice;
	readonly exitWhenUnused: boolean;
}
