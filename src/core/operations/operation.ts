import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, failed, inputFailure, type Result } from '../base/failure.ts';
import { withWholeIds } from './meant.ts';
import type { Ask } from './questions.ts';
import type { OperationServices } from './services.ts';

/**
 * The greatest effect of an operation beyond this process. `spend` may cost money, `delete` removes permanently, `write` makes a change
 * that can be changed again, `read` changes nothing.
 */
type Effect = 'read' | 'write' | 'delete' | 'spend';

export interface Progress {
	/** A short sentence without a period. */
	readonly message: string;
	/** Files, bytes or steps, of `total` if known. */
	readonly done?: number;
	readonly total?: number;
}

/** The caller's side of an operation in progress. */
export interface Work {
	/**
	 * Aborted when the caller no longer waits. Calls that only read end with it; work that the service has accepted
	 * continues, and the operation returns its record.
	 */
	readonly signal: AbortSignal;
	/** Reports progress; each report replaces the one before. */
	progress(report: Progress): void;
}

/** The work of a caller that waits to the end and shows no progress. */
export const unwatched: Work = { signal: new AbortController().signal, progress: () => undefined };

/** One act for a person, a script or a program. Independent of windows and terminals. */
export interface Operation<Input = unknown, Output = unknown> {
	/** `run.start`: the noun, then the verb. */
	readonly id: string;
	/** Its effect, in a few words for people, without a period. */
	readonly title: string;
	readonly effect: Effect;
	/** The input that a caller must give. Descriptions of members are for people and programs alike. */
	readonly input: z.ZodMiniType<Input>;
	/** The output: data only, without a secret and without a signed address. */
	readonly output: z.ZodMiniType<Output>;
	/** Runs the operation with a checked input. Asks for decisions; no answer means no, and ends as `canceled`. */
	run(services: OperationServices, input: Input, ask: Ask, work: Work): Promise<Result<Output>>;
}

/** Returns an operation with the types of its schemas. */
export function operation<I extends z.ZodMiniType, O extends z.ZodMiniType>(
	parts: Pick<Operation, 'id' | 'title' | 'effect'> & {
		readonly input: I;
		readonly output: O;
		run(services: OperationServices, input: z.output<I>, ask: Ask, work: Work): Promise<Result<z.input<O>>>;
	},
): Operation<z.output<I>, z.input<O>> & { readonly input: I; readonly output: O } {
	return parts as unknown as Operation<z.output<I>, z.input<O>> & { readonly input: I; readonly output: O };
}

/** Runs an operation after checking its input. */
export async function runOperation<Input, Output>(
	{ input: schema, run }: Operation<Input, Output>,
	services: OperationServices,
	input: unknown,
	ask: Ask,
	work: Work = unwatched,
): Promise<Result<Output>> {
	const read = z.safeParse(schema, input);
	if (!read.success) return failed(unfit(read.error.issues, input));
	const meant = await withWholeIds(services, schema, read.data);
	return meant.ok ? run(services, meant.value, ask, work) : meant;
}

/** Returns the failure of an input that does not fit the schema. */
export function unfit(issues: readonly z.core.$ZodIssue[], input: unknown): Failure {
	const details = issues.flatMap((issue) => {
		if (issue.code === 'unrecognized_keys')
			return issue.keys.map((key) => `${[...issue.path, key].join('.')}: ${l10n.t('is unknown')}`);
		const text = valueAt(input, issue.path) === undefined ? l10n.t('is missing') : issueText(issue);
		return issue.path.length === 0 ? text : `${issue.path.join('.')}: ${text}`;
	});
	return inputFailure(
		l10n.t('The input is not valid, so nothing was done.'),
		l10n.t('Correct the values below, then try again.'),
		details,
	);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) =>
			typeof value === 'object' && value !== null
				? (value as Readonly<Record<PropertyKey, unknown>>)[key]
				: undefined,
		input,
	);
}

/** Describes the problem of a value. A schema with its own text has that as its message. */
function issueText(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case 'too_small':
			return issue.origin === 'string'
				? l10n.t('must not be empty')
				: l10n.t('must be at least {0}', String(issue.minimum));
		case 'too_big':
			return l10n.t('must be at most {0}', String(issue.maximum));
		case 'invalid_value':
			return l10n.t('must be one of {0}', issue.values.map(String).join(', '));
		default:
			if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message;
			return (issue.code === 'invalid_type' && typeTexts[issue.expected]) || l10n.t('is not valid');
	}
}

/** Sentences about the type that a value must have; rare types have none. */
const typeTexts: Readonly<Record<string, string>> = {
	string: l10n.t('must be a string'),
	number: l10n.t('must be a number'),
	int: l10n.t('must be a whole number'),
	boolean: l10n.t('must be true or false'),
	array: l10n.t('must be a list'),
	object: l10n.t('must be an object'),
	record: l10n.t('must be an object'),
};

/** Returns the failure of an unwanted or unconfirmed operation. */
export function declined(message: string): ReturnType<typeof failed> {
	return failed({
		kind: 'canceled',
		message,
		nextStep: l10n.t('Start it again to get the question again.'),
		fixer: 'you',
		mayHaveArrived: false,
	});
}
