import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import type { Failure, Result } from '../../core/base/failure.ts';
import { type ChangeWord, changeOf, hasChange } from '../../core/operations/changes/changes.ts';
import { codeOf } from '../../core/operations/failureFacts.ts';
import { recordsIn, withWholeIds } from '../../core/operations/meant.ts';
import type { OpenServices } from '../../core/operations/node/openServices.ts';
import { type Operation, runOperation } from '../../core/operations/operation.ts';
import type { Ask } from '../../core/operations/questions.ts';
import { operations } from '../../core/operations/table.ts';
import { keepNames } from '../place/knownNames.ts';
import { historyFolder, servicesOf, signInStep } from '../place/services.ts';
import type { CommandIo } from '../terminal/io.ts';
import { printableJson, shortened } from '../terminal/printable.ts';
import { failureText, statuses, statusOf } from '../terminal/status.ts';
import { answersOf } from './answers.ts';
import { type Command, type Flag, type Given, isOn, type Positional, WrongUse } from './command.ts';
import {
	agreedIn,
	agreeFlags,
	dryRunFlag,
	outputFlags,
	placeFlags,
	placeIn,
	quietFlag,
	unneededYesFlag,
} from './common.ts';
import { csvFlag, listsOf, showCsv } from './csv.ts';
import { type Deadline, deadlineIn, timeoutFlag } from './deadline.ts';
import type { DryRun } from './dryRun.ts';
import { failedWith, reportedFailure } from './failing.ts';
import { asTyped, memberValue, misfitOf, placed } from './givenInput.ts';
import { askUntil, Interrupts, untilLeft } from './interrupts.ts';
import { flagName, flagOf, type Member, membersOf, withChange } from './schema.ts';
import { linesShown, type Shown, type ShownOutput, shownText } from './show.ts';
import { watched } from './watched.ts';

/** A command over one operation, as a row of the table. */
export interface OperationRow extends Pick<Command, 'name' | 'alias' | 'example' | 'moreExamples'> {
	readonly operation: string;
	/** Its title, if it is not that of the operation. */
	readonly title?: string;
	/** The members of the input that are given by their places, in order, with their placeholders in the help. A list takes all that are left. */
	readonly places?: Readonly<Record<string, string>>;
	/** The arguments that are given by their place and are not members of the input. */
	readonly takes?: readonly Positional[];
	/** Members with another name among the flags. */
	readonly renamed?: Readonly<Record<string, string>>;
	/** Fixed members, or their defaults. */
	readonly preset?: Readonly<Record<string, unknown>>;
	/** Members that can be switched off. */
	readonly opposites?: readonly string[];
	/** Members without a flag, and answers that agree to nothing. */
	readonly hidden?: readonly string[];
	/** Descriptions of members for a command line, if those of the operation are also for programs. */
	readonly described?: Readonly<Record<string, string>>;
	/** Flags that are not members. */
	readonly more?: readonly Flag[];
	readonly shown?: ShownOutput;
	/** The members that may be the list it prints, if `shown` depends on the output. */
	readonly lists?: readonly string[];
	/** The member among `places` whose text may be empty. */
	readonly mayBeEmpty?: string;
	/** Returns whether an input needs no request to the service, and thus no sign-in. */
	readonly isLocal?: (input: Readonly<Record<string, unknown>>) => boolean;
	/** Members with text that may come from a file: `@` and its path. */
	readonly fromFile?: readonly string[];
	/** Parsers for flags of members that are not single values. */
	readonly read?: Readonly<Record<string, (value: string) => unknown>>;
	/** The schema of the output with `--json`, if it differs from the output of the operation. */
	readonly output?: z.ZodMiniType;
	/** True if it changes something, such as saved files, although its operation only reads. */
	readonly writes?: boolean;
	/** Does more than the operation alone, such as to wait and to save. */
	readonly run?: (call: OperationCall) => Promise<number>;
}

/** Returns the row of a command; `more` follows its name in the example. */
export function row(
	name: string,
	operation: string,
	more = '',
	places: NonNullable<OperationRow['places']> = {},
): OperationRow {
	return { name, operation, example: `easel ${name} ${more}`.trimEnd(), places };
}

/** Returns the row of a command on something that its id names; `more` follows the id in the example. */
export function byId(name: string, operation: string, more = ''): OperationRow {
	return row(name, operation, `ID ${more}`, { id: 'ID' });
}

const deleted = z.looseObject({ id: z.string(), name: z.string(), effect: z.optional(z.string()) });

/** Returns the row of a command that deletes the record of its id. */
export function deletion(name: string, operation: string): OperationRow {
	const shown = (output: unknown): Shown => {
		const { id, name, effect } = z.parse(deleted, output);
		const sentence =
			effect === 'unchanged'
				? l10n.t('"{0}" ({1}) was already deleted.', name, id)
				: l10n.t('Deleted "{0}" ({1}).', name, id);
		return linesShown([sentence]);
	};
	return { ...byId(name, operation, '--yes'), shown };
}

export interface OperationCall {
	readonly io: CommandIo;
	readonly interrupts: Interrupts;
	readonly given: Given;
	readonly services: OpenServices;
	readonly operation: Operation<never, unknown>;
	readonly input: Readonly<Record<string, unknown>>;
	readonly ask: Ask;
	readonly deadline: Deadline;
	/** The dry run, if it is one: it must write nothing itself. */
	readonly dry: DryRun | undefined;
	/** Reports a failure and returns its exit status. */
	fail(failure: Failure): number;
	/** Prints a result. JSON includes the word for the change; by default that of the operation. */
	show(output: unknown, shown?: ShownOutput, change?: ChangeWord): void;
	call(id: string, input: unknown): Promise<Result<unknown>>;
}

/** Returns the command of a row. Its schemas are read on demand: a program runs only one of all commands. */
export function operationCommand(row: OperationRow): Command {
	const operation = operationOf(row.operation);
	let made: ReturnType<typeof partsOf> | undefined;
	const parts = () => (made ??= partsOf(row, operation));
	return {
		name: row.name,
		title: row.title ?? operation.title,
		example: row.example,
		...compact({ alias: row.alias, moreExamples: row.moreExamples }),
		effect: operation.effect,
		get output() {
			return parts().output;
		},
		get positionals() {
			return parts().positionals;
		},
		get flags() {
			return parts().flags;
		},
		run: (io, given) => parts().run(io, given),
	};
}

/** Returns the parts of a command that follow from the schemas of its operation. */
function partsOf(row: OperationRow, operation: Operation<never, unknown>) {
	const { places = {}, takes = [], renamed = {}, preset = {}, hidden = [], more = [], described = {} } = row;
	const members = membersOf(operation.input).map((member) => ({
		...member,
		description: described[member.name] ?? member.description,
	}));
	const byName = new Map(members.map((member) => [member.name, member]));
	const flagged = members.filter(({ name }) => !(name in places) && !hidden.includes(name));
	const isList = (name: string) => byName.get(name)?.type === 'array';
	const flagNameOf = ({ name }: Member) => renamed[name] ?? flagName(name);
	const typed = new Map([
		...members.map((member) => [member.name, places[member.name] ?? `--${flagNameOf(member)}`] as const),
		...more.map(({ name }) => [name, `--${name}`] as const),
	]);
	const hidesWait = hidden.includes('wait') && preset.wait === undefined && row.run === undefined;
	const waits = byName.has('wait') && !hidesWait;
	const changes = operation.effect !== 'read' || row.writes === true;
	const lists = operation.effect === 'read' ? listsOf(row) : [];
	const agree = agreeFlags(operation.effect);
	const work = row.run ?? ((call: OperationCall) => once(call, row.shown));
	return {
		output:
			changes && hasChange(operation.id)
				? withChange(row.output ?? operation.output)
				: (row.output ?? operation.output),
		positionals: [
			...Object.entries(places).map(([name, place]): Positional => {
				const member = byName.get(name);
				return {
					name: place,
					description: member?.description ?? '',
					optional: name in preset || (isList(name) && member?.required !== true),
					repeats: isList(name),
					mayBeEmpty: name === row.mayBeEmpty,
				};
			}),
			...takes,
		],
		flags: [
			...flagged.map((member) => {
				const flag = flagOf(member, flagNameOf(member), row.opposites?.includes(member.name) === true);
				return member.name in preset ? { ...flag, required: false } : flag;
			}),
			...more,
			...[...(waits ? [timeoutFlag] : []), ...agree].filter(({ name }) => !hidden.includes(name)),
			...(changes && [...agree, ...more].every(({ name }) => name !== 'yes') ? [unneededYesFlag] : []),
			...(changes ? [dryRunFlag] : []),
			...placeFlags,
			...outputFlags,
			...(lists.length > 0 ? [csvFlag] : []),
			quietFlag,
		],
		async run(io: CommandIo, given: Given): Promise<number> {
			const input: Record<string, unknown> = {
				...compact(preset),
				...placed(
					Object.keys(places).map((name) => ({ name, repeats: isList(name) })),
					given.positionals,
				),
			};
			for (const member of flagged) {
				const value = given.flags[flagNameOf(member)];
				if (value === undefined) continue;
				input[member.name] =
					typeof value === 'string' ? await memberValue(row, member, value, io.cwd) : value;
			}
			const misfit = misfitOf(operation, input);
			if (misfit !== undefined) return failedWith(io, asTyped(misfit, typed));
			return withCall(io, given, row, input, async (call) => {
				const meant = await withWholeIds(call.services, operation.input, input);
				if (!meant.ok) return call.fail(meant.failure);
				call.dry?.about(recordsIn(operation.input, meant.value));
				const fail = (failure: Failure) => call.fail(asTyped(failure, typed));
				// Nothing that was not sent has an end.
				const waited = call.dry !== undefined && byName.has('wait') ? { wait: false } : {};
				const change = changes ? await changeOf(operation.id, call.services, meant.value) : undefined;
				const show: OperationCall['show'] = (output, shown) =>
					call.show(output, shown, change?.(Object(output)));
				return work({ ...call, input: { ...meant.value, ...waited }, fail, show });
			});
		},
	};
}

/** Opens the services for a command, and closes them afterwards. */
async function withCall(
	io: CommandIo,
	given: Given,
	row: OperationRow,
	input: Readonly<Record<string, unknown>>,
	work: (call: OperationCall) => Promise<number>,
): Promise<number> {
	const { operation: id, isLocal } = row;
	const deadline = deadlineIn(given);
	const interrupts = new Interrupts(io);
	const dry = isOn(given, dryRunFlag.name) ? new (await import('./dryRun.ts')).DryRun() : undefined;
	const quiet = { ...(dry?.io(io) ?? untilLeft(io, interrupts)), isQuiet: isOn(given, 'quiet') };
	const isForgotten = async () => opened.ok && (await opened.value.ledger()).ledger.isInMemory;
	const answers = answersOf(quiet, agreedIn(given), isForgotten);
	const { unanswered } = answers;
	const ask = dry?.ask ?? askUntil(answers.ask, interrupts.signal);
	const place = { ...placeIn(given), isLocal: isLocal?.(input) === true, ...(dry && { onHeld: dry.hold }) };
	const opened = await servicesOf(io, place, ask);
	if (!opened.ok) {
		deadline.dispose();
		return failedWith(io, opened.failure);
	}
	const services = opened.value;
	const asJson = isOn(given, 'json');
	const asCsv = isOn(given, csvFlag.name);
	if (asJson && asCsv) throw new WrongUse(l10n.t('--json and --csv cannot be used together.'));
	let result: unknown;
	const call: OperationCall = {
		io: quiet,
		interrupts,
		given,
		services,
		operation: operationOf(id),
		input,
		ask,
		deadline,
		dry,
		fail(failure) {
			if (dry?.isReached) return statuses.done;
			// If a flag would have answered, it names the next step; the problem itself was printed with the question.
			const next = unanswered.join(' ');
			const known = codeOf(failure) === 'sign-in-expired' ? { ...failure, nextStep: signInStep } : failure;
			const said = next === '' ? known : { ...failure, nextStep: next };
			if (interrupts.isDetached) return interrupts.status;
			if (interrupts.signal.aborted) return interrupts.say(failure.message);
			io.err(`${failureText(next === '' ? said : { ...said, details: [] })}\n`);
			io.report?.(reportedFailure(said, services.hasChanged()));
			return statusOf(failure);
		},
		show(output, shown = {}, change = undefined) {
			if (dry !== undefined) return dry.show(output, shown, change);
			result = output;
			if (asCsv) return showCsv(quiet, row.output ?? operationOf(id).output, listsOf(row), output);
			const whole = change === undefined ? output : { ...Object(output), effect: change };
			const how = typeof shown === 'function' ? shown(whole) : shown;
			quiet.out(asJson ? `${printableJson(whole)}\n` : shownText(output, how, io));
		},
		call: (other, value) => runOperation(operationOf(other), services, value, ask),
	};
	try {
		const status = await interrupts.during(() =>
			dry === undefined ? work(call) : dry.during(() => work(call)),
		);
		if (dry?.hasAnswer && !interrupts.isDetached) io.out(dry.text(operationOf(id), io, asJson));
		if (dry !== undefined) return status;
		const { connection } = services.session.current;
		const isWhole = Object.keys(input).length === 0;
		await keepNames(historyFolder(io, placeIn(given)), connection.id, result, isWhole);
		const left = await services.settle();
		for (const sentence of left) io.err(`${shortened(sentence)}\n`);
		return left.length > 0 && status === statuses.done ? statuses.failed : status;
	} finally {
		deadline.dispose();
		await services.close();
	}
}

/** Calls the operation and prints its output; `then` adds the part below it. */
export async function once(
	command: OperationCall,
	shown?: ShownOutput,
	then?: (output: unknown) => Promise<void>,
): Promise<number> {
	const { operation, input, fail, show } = command;
	const done = await watched<unknown, unknown>(command, operation, input);
	if (!done.ok) return fail(done.failure);
	show(done.value, shown);
	await then?.(done.value);
	return statuses.done;
}

function operationOf(id: string): Operation<never, unknown> {
	const operation = operations.get(id);
	if (operation === undefined) throw new Error(`There is no operation ${id}.`);
	return operation;
}
