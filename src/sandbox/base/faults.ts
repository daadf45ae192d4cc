/**
 * The calls that a rule applies to. `path` is a pattern in which `*` matches any characters, including slashes. Kinds
 * that affect work of the sandbox and no call (`WorkFaultKind`) use `path` only: the name of the work's subject.
 */
interface FaultMatch {
	readonly method?: string;
	readonly path?: string;
	/** The service itself, the storage host of output files, or deliveries to webhooks. Default: `api` and `storage`. */
	readonly host?: 'api' | 'storage' | 'webhook';
}

/** The effect of a fault on a call. Milliseconds and rates are real time: they are the network's, not the simulation's. */
type FaultEffect =
	| { readonly kind: 'latency'; readonly ms: number }
	| {
			readonly kind: 'status';
			readonly status: number;
			readonly retryAfter?: number;
			readonly body?: unknown;
			readonly when?: 'before' | 'after';
	  }
	| { readonly kind: 'disconnect'; readonly when?: 'before' | 'after' }
	| { readonly kind: 'cut'; readonly bytes?: number }
	| { readonly kind: 'truncated-json' }
	| { readonly kind: 'malformed-json' }
	| { readonly kind: 'content-type'; readonly contentType?: string }
	| { readonly kind: 'slow'; readonly bytesPerSecond: number }
	| { readonly kind: 'expired-signature' }
	| { readonly kind: 'duplicate' }
	| { readonly kind: 'reorder'; readonly ms?: number }
	| { readonly kind: 'upload-refused'; readonly bytes?: number }
	| { readonly kind: 'size-refused' }
	| { readonly kind: 'artifact-gone'; readonly status?: 404 | 410 }
	| WorkFaultEffect;

/** The effect of a fault on the sandbox's own work. */
type WorkFaultEffect =
	| { readonly kind: 'bytes-lost'; readonly bytes?: number }
	| { readonly kind: 'dataset-stuck' }
	| { readonly kind: 'validation-failed'; readonly error?: string }
	| { readonly kind: 'job-stuck' }
	| { readonly kind: 'job-stalled'; readonly step?: number }
	| { readonly kind: 'job-preempted'; readonly step?: number }
	| { readonly kind: 'job-failed'; readonly step?: number; readonly message?: string }
	| { readonly kind: 'job-restarted' }
	| { readonly kind: 'model-stuck' }
	| { readonly kind: 'model-failed'; readonly message?: string };

type WorkFaultKind = WorkFaultEffect['kind'];

/** A rule of one kind. */
type FaultRuleOf<Kind extends FaultEffect['kind']> = FaultRule & { readonly kind: Kind };

export type FaultRule = FaultEffect & {
	readonly match?: FaultMatch;
	/** Share of the matching calls that are hit, 0 to 1; default 1. */
	readonly probability?: number;
	/** The most calls that are hit; default: no limit. */
	readonly count?: number;
	/** The number of matching calls that are let through first; default 0. */
	readonly skip?: number;
};

const workKinds: readonly string[] = [
	'bytes-lost',
	'dataset-stuck',
	'validation-failed',
	'job-stuck',
	'job-stalled',
	'job-preempted',
	'job-failed',
	'job-restarted',
	'model-stuck',
	'model-failed',
] satisfies WorkFaultKind[];

const kinds = [
	'latency',
	'status',
	'disconnect',
	'cut',
	'truncated-json',
	'malformed-json',
	'content-type',
	'slow',
	'expired-signature',
	'duplicate',
	'reorder',
	'upload-refused',
	'size-refused',
	'artifact-gone',
	...workKinds,
];

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
	return { rules: rules as readonly FaultRule[], seed };
}

const isAmount = (value: unknown) => typeof value === 'number' && value >= 0 && Number.isFinite(value);
const isMoment = (value: unknown) => value === 'before' || value === 'after';
const isText = (value: unknown) => typeof value === 'string';
const isHost = (value: unknown) => value === 'api' || value === 'storage' || value === 'webhook';
const isStatus = (value: unknown) => Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;

/** A member of a rule: its kinds (all by default), its values, and whether it is required. */
interface RuleMember {
	readonly name: string;
	readonly kinds?: readonly string[];
	readonly fits: (value: unknown) => boolean;
	readonly wanted: string;
	readonly required?: true;
}

const ruleMembers: readonly RuleMember[] = [
	{ name: 'ms', kinds: ['latency'], fits: isAmount, wanted: 'a number of milliseconds', required: true },
	{ name: 'ms', kinds: ['reorder'], fits: isAmount, wanted: 'a number of milliseconds' },
	{ name: 'status', kinds: ['status'], fits: isStatus, wanted: 'an integer from 200 to 599', required: true },
	{
		name: 'status',
		kinds: ['artifact-gone'],
		fits: (value) => value === 404 || value === 410,
		wanted: '404 or 410',
	},
	{
		name: 'step',
		kinds: ['job-stalled', 'job-preempted', 'job-failed'],
		fits: (value) => Number.isInteger(value) && Number(value) >= 0,
		wanted: 'a step from 0 up',
	},
	{ name: 'message', kinds: ['job-failed', 'model-failed'], fits: isText, wanted: 'a text' },
	{ name: 'retryAfter', kinds: ['status'], fits: isAmount, wanted: 'a number of seconds' },
	{ name: 'when', kinds: ['status', 'disconnect'], fits: isMoment, wanted: '"before" or "after"' },
	{
		name: 'bytes',
		kinds: ['cut', 'upload-refused', 'bytes-lost'],
		fits: isAmount,
		wanted: 'a number of bytes',
	},
	{ name: 'contentType', kinds: ['content-type'], fits: isText, wanted: 'a text' },
	{ name: 'error', kinds: ['validation-failed'], fits: isText, wanted: 'a text' },
	{
		name: 'bytesPerSecond',
		kinds: ['slow'],
		fits: (value) => isAmount(value) && value !== 0,
		wanted: 'a number above 0',
		required: true,
	},
	{
		name: 'probability',
		fits: (value) => isAmount(value) && Number(value) <= 1,
		wanted: 'a number from 0 to 1',
	},
	{ name: 'count', fits: isAmount, wanted: 'a number from 0 up' },
	{ name: 'skip', fits: isAmount, wanted: 'a number from 0 up' },
];

const matchMembers: readonly RuleMember[] = [
	{ name: 'method', fits: isText, wanted: 'a text' },
	{ name: 'path', fits: isText, wanted: 'a text' },
	{ name: 'host', fits: isHost, wanted: '"api", "storage" or "webhook"' },
];

function checkRule(rule: unknown): void {
	const kind = isRecord(rule) ? rule.kind : undefined;
	if (!isRecord(rule) || typeof kind !== 'string' || !kinds.includes(kind)) {
		throw new Error(`Each fault needs a "kind" out of ${kinds.join(', ')}.`);
	}
	const about = `A fault of kind "${kind}"`;
	checkMembers(
		rule,
		ruleMembers.filter((each) => each.kinds === undefined || each.kinds.includes(kind)),
		about,
	);
	if (rule.match === undefined) return;
	if (!isRecord(rule.match)) throw new Error(`${about} needs an object as its "match".`);
	checkMembers(rule.match, matchMembers, `The "match" of a fault of kind "${kind}"`);
}

function checkMembers(record: Record<string, unknown>, members: readonly RuleMember[], about: string): void {
	for (const { name, fits, wanted, required } of members) {
		const value = record[name];
		if (value === undefined && required === undefined) continue;
		if (!fits(value)) throw new Error(`${about} needs ${wanted} as its "${name}".`);
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
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
	/** Called when other rules have come into force. */
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
			if (workKinds.includes(active.rule.kind)) continue;
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
