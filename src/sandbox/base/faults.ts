import * as z from 'zod/mini';

// Each error names what is wanted, for a sentence.
const text = z.exactOptional(z.string('a text'));
const moment = z.exactOptional(z.enum(['before', 'after'], '"before" or "after"'));
const amount = (wanted: string) => z.number(wanted).check(z.gte(0, wanted));
const bytes = z.exactOptional(amount('a number of bytes'));
const positive = z.number('a number above 0').check(z.gt(0, 'a number above 0'));
const share = z
	.number('a number from 0 to 1')
	.check(z.gte(0, 'a number from 0 to 1'), z.lte(1, 'a number from 0 to 1'));
const count = z.exactOptional(amount('a number from 0 up'));
const step = z.exactOptional(z.int('a step from 0 up').check(z.gte(0, 'a step from 0 up')));
const status = z
	.int('an integer from 200 to 599')
	.check(z.gte(200, 'an integer from 200 to 599'), z.lte(599, 'an integer from 200 to 599'));

/** The effects of faults on a call. Milliseconds and rates are real time: they are the network's, not the simulation's. */
const callFaults = {
	latency: { ms: amount('a number of milliseconds') },
	status: {
		status,
		retryAfter: z.exactOptional(amount('a number of seconds')),
		body: z.exactOptional(z.unknown()),
		when: moment,
	},
	disconnect: { when: moment },
	cut: { bytes },
	'truncated-json': {},
	'malformed-json': {},
	'content-type': { contentType: text },
	slow: { bytesPerSecond: positive },
	'expired-signature': {},
	duplicate: {},
	reorder: { ms: z.exactOptional(amount('a number of milliseconds')) },
	'upload-refused': { bytes },
	'size-refused': {},
	'artifact-gone': { status: z.exactOptional(z.literal([404, 410], '404 or 410')) },
};

const workFaults = {
	'bytes-lost': { bytes },
	'dataset-stuck': {},
	'validation-failed': { error: text },
	'job-stuck': {},
	'job-stalled': { step },
	'job-preempted': { step },
	'job-failed': { step, message: text },
	'job-restarted': {},
	'model-stuck': {},
	'model-failed': { message: text },
};

/** The members of rules of every kind. */
const common = {
	/** Share of the matching calls that are hit, 0 to 1; default 1. */
	probability: z.exactOptional(share),
	/** The most calls that are hit; default: no limit. */
	count,
	/** The number of matching calls that are let through first; default 0. */
	skip: count,
	/**
	 * The calls that a rule applies to. `path` is a pattern in which `*` matches any characters, including slashes.
	 * Kinds that affect work of the sandbox and no call use `path` only: the name of the work's subject. `host` is the
	 * service itself, the storage host of output files, or deliveries to webhooks; default: `api` and `storage`.
	 */
	match: z.exactOptional(
		z.object(
			{
				method: text,
				path: text,
				host: z.exactOptional(z.enum(['api', 'storage', 'webhook'], '"api", "storage" or "webhook"')),
			},
			'an object',
		),
	),
};

const faults = { ...callFaults, ...workFaults };
type Faults = typeof faults;
type WorkFaultKind = keyof typeof workFaults;
type Members<Shape> = Shape extends z.core.$ZodShape ? Readonly<z.output<z.ZodMiniObject<Shape>>> : never;
type FaultRuleOf<Kind extends keyof Faults> = {
	[K in Kind]: { readonly kind: K } & Members<Faults[K] & typeof common>;
}[Kind];
export type FaultRule = FaultRuleOf<keyof Faults>;

/** Reads rules from parsed JSON: a list, or `{rules, seed}`. Throws an `Error` with a sentence. */
export function readFaults(value: unknown): { rules: readonly FaultRule[]; seed: number } {
	const { rules, seed = 1 } = Array.isArray(value)
		? { rules: value }
		: ((value ?? {}) as { rules?: unknown; seed?: unknown });
	if (!Array.isArray(rules))
		throw new Error('Faults must be a list of rules, or an object with "rules" and "seed".');
	if (typeof seed !== 'number' || !Number.isFinite(seed))
		throw new Error('The "seed" of faults must be a number.');
	for (const rule of rules) checkRule(rule);
	return { rules, seed };
}

function checkRule(rule: unknown): void {
	const kind: unknown = (rule as { kind?: unknown } | null | undefined)?.kind;
	if (typeof kind !== 'string' || !Object.hasOwn(faults, kind))
		throw new Error(`Each fault needs a "kind" out of ${Object.keys(faults).join(', ')}.`);
	const { error } = z.safeParse(z.object({ ...faults[kind as keyof Faults], ...common }), rule);
	const [issue] = error?.issues ?? [];
	if (issue === undefined) return;
	const about = issue.path.length === 1 ? 'A fault' : 'The "match" of a fault';
	throw new Error(`${about} of kind "${kind}" needs ${issue.message} as its "${String(issue.path.at(-1))}".`);
}

interface ActiveRule {
	readonly rule: FaultRule;
	readonly path: RegExp | undefined;
	seen: number;
	hits: number;
}

/** The parts of a call that a fault rule is matched against. */
interface FaultTarget {
	readonly host: 'api' | 'storage' | 'webhook';
	readonly method: string;
	/** Without the query. */
	readonly path: string;
}

/** The rules in force. The same seed and the same order of calls give the same faults. */
export class FaultPlan {
	#active: ActiveRule[] = [];
	#state = 1;
	onSet: () => void = () => {};

	set(rules: readonly FaultRule[], seed = 1): void {
		this.#active = rules.map((rule) => ({ rule, path: pattern(rule.match?.path), seen: 0, hits: 0 }));
		this.#state = seed >>> 0;
		this.onSet();
	}

	get isEmpty(): boolean {
		return this.#active.length === 0;
	}

	/** Returns the rules with the number of calls each has hit. */
	report(): readonly unknown[] {
		return this.#active.map(({ rule, hits }) => ({ ...rule, hits }));
	}

	/** Returns the faults for one call: any number of latencies, and at most one of every other kind, in the order of the rules. */
	pick(target: FaultTarget): readonly FaultRule[] {
		const picked: FaultRule[] = [];
		for (const active of this.#active) {
			if (Object.hasOwn(workFaults, active.rule.kind)) continue;
			const taken = active.rule.kind !== 'latency' && picked.some((rule) => rule.kind !== 'latency');
			if (!taken && this.#hits(active, target)) picked.push(active.rule);
		}
		return picked;
	}

	/** Returns the first rule of that kind for the work on the named thing. */
	take<Kind extends WorkFaultKind>(kind: Kind, name: string): FaultRuleOf<Kind> | undefined {
		for (const active of this.#active) {
			if (active.rule.kind === kind && this.#counts(active, name)) return active.rule as FaultRuleOf<Kind>;
		}
		return undefined;
	}

	#hits(active: ActiveRule, target: FaultTarget): boolean {
		const { match = {}, kind } = active.rule;
		const host = match.host ?? (kind === 'artifact-gone' ? 'storage' : undefined);
		if (host === undefined ? target.host === 'webhook' : host !== target.host) return false;
		if (match.method !== undefined && match.method.toUpperCase() !== target.method) return false;
		return this.#counts(active, target.path);
	}

	/** Returns whether the rule applies to this path or name, by its counts and its probability. */
	#counts(active: ActiveRule, path: string): boolean {
		const { probability = 1, count = Number.POSITIVE_INFINITY, skip = 0 } = active.rule;
		if (active.path !== undefined && !active.path.test(path)) return false;
		active.seen++;
		if (active.seen <= skip || active.hits >= count || this.#random() >= probability) return false;
		active.hits++;
		return true;
	}

	/** Returns the next number of a small generator (mulberry32), so that a plan can be repeated. */
	#random(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}
}

function pattern(path: string | undefined): RegExp | undefined {
	if (path === undefined) return undefined;
	return new RegExp(
		`^${path
			.split('*')
			.map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
	);
}
