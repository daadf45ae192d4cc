import * as z from 'zod/mini';

const state = z.enum(['ok', 'warning', 'error']);

const check = z.object({
	/** Such as `node`, `signIn` or `reach`. */
	name: z.string(),
	state,
	message: z.string(),
	nextStep: z.exactOptional(z.string()),
});

const setting = z.object({
	name: z.string(),
	/** A secret is never here, only that it is set. */
	value: z.string(),
	from: z.enum(['option', 'environment', 'file', 'default']),
});

/** The schema of the output of `easel doctor --json`. */
export const examination = z.object({
	/** The worst state of all checks. */
	state,
	checks: z.array(check),
	settings: z.array(setting),
});

export type Examination = z.output<typeof examination>;
export type Check = z.output<typeof check>;
export type Setting = z.output<typeof setting>;
