import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Failure } from '../../core/base/failure.ts';
import { kindOfFile } from '../../core/base/fileKind.ts';
import { numberText } from '../../core/base/language.ts';
import { runFact } from '../../core/operations/runs/facts.ts';
import { resultFact } from '../../core/operations/runs/runs.ts';
import { describeState } from '../../core/runs/describe.ts';
import { isOn, switchFlag } from '../frame/command.ts';
import { yesFlag } from '../frame/common.ts';
import { failing } from '../frame/failing.ts';
import { continues, followed, notFollowed } from '../frame/following.ts';
import {
	byId,
	deletion,
	type OperationCall,
	type OperationRow,
	once,
	row,
} from '../frame/operationCommand.ts';
import { linesShown, type Shown } from '../frame/show.ts';
import { watched } from '../frame/watched.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';
import { batchOutput, runSeeds, seedsFlag } from './batches.ts';
import { outcome, prepareSaving, resultOf, saveFlag } from './runOutcome.ts';
import { showPictures } from './shownPictures.ts';
import { eachFlags, runEach } from './sweeps.ts';
import { watchRow } from './watchRuns.ts';

const ended = z.object({ run: runFact });
const started = z.looseObject({ plan: z.unknown() });
const showing = z.looseObject({ id: z.string(), wait: z.optional(z.boolean()) });
const wait = l10n.t('wait until it has ended (the default); with --no-wait, only until it is sent');
const starting = {
	opposites: ['wait', 'draws'],
	described: { wait },
	more: [saveFlag],
	output: outcome,
	run: startAndFollow,
} as const;
const inputs = l10n.t('the inputs as JSON text, or {0} for the text of a file', '@FILE');
const overrides = l10n.t(
	'inputs with other values as JSON text, or {0} for the text of a file; numbers keep their digits: {1} or {2}',
	'@FILE',
	'{"6.text": "a harbor"}',
	'{"6": {"inputs": {"text": "a harbor"}}}',
);
const paged = z.looseObject({ runs: z.unknown(), next: z.optional(z.string()) });
const columns = ['id', 'status', 'document', 'target', 'submittedAt'];

/** Returns runs as a table; the total and the next page if there are more. */
function shownRuns(page: unknown): Shown {
	const { runs, next } = z.parse(paged, page);
	return { list: 'runs', columns, ids: 'id', ...(next === undefined ? { as: { runs } } : {}) };
}

export const runRows: readonly OperationRow[] = [
	{
		...row(
			'run',
			'run.start',
			'workflow_api.json --on "Harbour (SD 1.5)" --set 6.text="a harbor" --seed random --save out',
		),
		places: { path: 'FILE' },
		preset: { path: undefined },
		renamed: { deployment: 'on' },
		...starting,
		described: {
			wait,
			overrides,
			path: l10n.t('the path of a workflow document; if omitted, the saved workflow of --on runs'),
		},
		fromFile: ['overrides'],
		more: [seedsFlag, ...eachFlags, saveFlag],
		output: z.object({ ...outcome.shape, ...batchOutput }),
		hidden: ['document', 'dryRun'],
		run(command) {
			const { each, seeds } = command.given.flags;
			if (each !== undefined) return runEach(command);
			return seeds === undefined ? startDocument(command) : runSeeds(command);
		},
	},
	{
		...row('runs list', 'run.list', '--since yesterday --state succeeded'),
		shown: shownRuns,
		lists: ['runs'],
	},
	{ ...byId('runs show', 'run.status', '--wait'), run: showAndFollow },
	{ ...byId('runs result', 'run.result', '--json'), run: showResult },
	{
		...byId('runs open', 'run.result', '--folder'),
		hidden: ['wait'],
		more: [switchFlag('folder', l10n.t('open the folder of its files instead of the first file'))],
		output: z.object({
			id: z.string(),
			/** The file or folder. */
			path: z.string(),
		}),
		run: openResult,
	},
	watchRow,
	{
		...row('runs cancel', 'run.cancelSeveral', 'ID'),
		moreExamples: ['easel runs cancel --all --deployment "Harbour (SD 1.5)" --dry-run'],
		places: { ids: 'ID' },
		more: [yesFlag],
		run: (command) =>
			forEach(command, 'outcome', (left, all) => l10n.t('{0} of {1} runs could not be canceled.', left, all)),
	},
	{
		...row('runs save', 'run.saveSeveral', 'ID --to out --sidecar'),
		moreExamples: ['easel runs save --all --since yesterday --starred --to out'],
		places: { ids: 'ID' },
		renamed: { folder: 'to' },
		run: (command) =>
			forEach(command, 'paths', (left, all) =>
				l10n.t('The files of {0} of {1} runs could not be saved.', left, all),
			),
	},
	{
		...byId('runs again', 'run.again', '--new-seed --set 6.text="a harbor" --save out'),
		...starting,
		renamed: { deployment: 'on' },
		described: { wait, overrides },
		fromFile: ['overrides'],
	},
	row('runs take', 'run.take', 'ID REQUEST', { id: 'ID', idOfService: 'REQUEST' }),
	byId('runs look', 'run.look'),
	byId('runs give-up', 'run.giveUp'),
	row('runs share', 'run.share', 'ID harbor.easelrun.json', { id: 'ID', path: 'FILE' }),
	row('runs import', 'run.import', 'harbor.easelrun.json', { path: 'FILE' }),
	{
		...byId('runs fetch', 'run.fetch'),
		hidden: ['wait', 'timeout'],
		preset: { wait: true },
		output: resultFact,
		run: fetchAgain,
	},
	{
		...byId('runs star', 'run.mark', '--note "the best of them"'),
		opposites: ['starred'],
		hidden: ['files'],
		run: star,
	},
	deletion('runs delete', 'run.delete'),
	{
		...row('webhooks events', 'webhook.events', '--state failed'),
		isLocal: () => true,
		shown: {
			list: 'events',
			columns: ['receivedAt', 'state', 'requestId', 'runId', 'files', 'error', 'duplicate', 'late'],
		},
	},
	{
		...row('deployments run', 'deployment.run', `ID --inputs '{"prompt": "a harbor"}'`),
		places: { id: 'ID' },
		...starting,
		described: { wait, inputs },
		fromFile: ['inputs'],
	},
	{
		...byId('models run', 'model.run', '--set prompt="a harbor" --save out'),
		...starting,
		described: { wait, inputs },
		fromFile: ['inputs'],
	},
];

/** Stars a run, unless the flags ask for something else. */
function star(command: OperationCall): Promise<number> {
	const { input } = command;
	const change = 'note' in input ? input : { starred: true, ...input };
	return once({ ...command, input: change });
}

/** Downloads files of a run again and shows its result with the files available then. */
async function fetchAgain(command: OperationCall): Promise<number> {
	const { operation, input, call, fail } = command;
	const fetched = await call(operation.id, input);
	return fetched.ok ? showOutcome(command, z.parse(ended, fetched.value).run.id) : fail(fetched.failure);
}

/** Starts a run of a document; a dry run shows its plan too. */
async function startDocument(command: OperationCall): Promise<number> {
	const { dry, input, call, fail } = command;
	if (dry !== undefined) {
		const planned = await call('run.start', { ...input, dryRun: true });
		if (!planned.ok) return fail(planned.failure);
		dry.planned(z.parse(started, planned.value).plan);
	}
	return startAndFollow(command);
}

/** Starts a run, and on request waits for it and saves its result. */
async function startAndFollow(command: OperationCall): Promise<number> {
	const { interrupts, services, operation, input, call, fail, show } = command;
	const { wait = true, ...rest } = input;
	await prepareSaving(command);
	const started = await interrupts.whileSending(() => call(operation.id, rest));
	if (!started.ok) return fail(started.failure);
	const { data } = z.safeParse(ended, started.value);
	if (data !== undefined && interrupts.signal.aborted) {
		const { id, state } = data.run;
		return interrupts.say(continues('run', id), undefined, { what: 'run', id, state });
	}
	if (data === undefined || wait !== true) {
		show(started.value);
		return statuses.done;
	}
	const { id } = data.run;
	const run = await followedRun(services, id);
	const orNotFollowed = (failure: Failure) => notFollowed(command, run, failure);
	const end = await followed(command, run);
	if (typeof end === 'number') return end;
	return end.ok ? showOutcome(command, id, orNotFollowed) : orNotFollowed(end.failure);
}

/** Shows the result of a run that has ended, and saves its files on request. */
async function showOutcome(command: OperationCall, id: string, fail = command.fail): Promise<number> {
	const came = await resultOf(command, id);
	if (!came.ok) return fail(came.failure);
	command.show(came.value.outcome);
	await showPictures(command, came.value.outcome.files);
	return came.value.isWhole ? statuses.done : statuses.failed;
}

/** Shows the result of a run; on request, waits for its end first. */
async function showResult(command: OperationCall): Promise<number> {
	const { id, wait } = z.parse(showing, command.input);
	const end = wait === true ? await followed(command, await followedRun(command.services, id)) : undefined;
	if (typeof end === 'number') return end;
	if (end?.ok === false) return command.fail(end.failure);
	return once({ ...command, input: { id } }, {}, (result) =>
		showPictures(command, z.parse(resultFact, result).files),
	);
}

/** Shows a run, with `--wait` at its end; its failure is that of the command then. */
async function showAndFollow(command: OperationCall): Promise<number> {
	const { services, input, call, fail, show } = command;
	const { id, wait } = z.parse(showing, input);
	const found = wait
		? await followed(command, await followedRun(services, id))
		: await call('run.status', { id });
	if (typeof found === 'number') return found;
	if (!found.ok) return fail(found.failure);
	show(found.value);
	return wait && z.parse(runFact, found.value).state !== 'succeeded' ? statuses.failed : statuses.done;
}

async function followedRun(services: OperationCall['services'], id: string) {
	return { id, noun: 'run', records: await services.runs(), describe: describeState } as const;
}

/** Prints the path of the result of a run, and opens it on a terminal with the system's default program. */
async function openResult({ io, given, input, call, fail, show }: OperationCall): Promise<number> {
	const found = await call('run.result', input);
	if (!found.ok) return fail(found.failure);
	const { run, files } = z.parse(resultFact, found.value);
	const path = files.find((file) => file.path !== undefined)?.path;
	if (path === undefined)
		return failing(
			io,
			'invalid-input',
			[
				files.length === 0
					? l10n.t('The run has no files.')
					: l10n.t(
							'Its files are not on this computer. Download them with: {0}',
							`easel runs fetch ${run.id}`,
						),
			],
			statuses.failed,
		);
	// A program or a script is not started.
	const isFolder = isOn(given, 'folder') || kindOfFile(path) === 'file';
	const target = isFolder ? dirname(path) : path;
	show({ id: run.id, path: target }, linesShown([target]));
	if (io.openFile === undefined || isOn(given, 'json') || (await io.openFile(target))) return statuses.done;
	return failing(io, 'system', [l10n.t('The system has no program to open it.')], statuses.failed);
}

const several = z.looseObject({
	runs: z.array(z.looseObject({ problem: z.optional(z.string()), missing: z.optional(z.array(z.string())) })),
	id: z.optional(z.string()),
});

/** Performs the act for each run and shows a row for each; for a single named run, the outcome. */
async function forEach(
	command: OperationCall,
	member: string,
	trouble: (left: string, all: string) => string,
): Promise<number> {
	const { io, operation, input, fail, show } = command;
	const acted = await watched<unknown, unknown>(command, operation, input);
	if (!acted.ok) return fail(acted.failure);
	const output = z.parse(several, acted.value);
	const { runs, ...whole } = output;
	const isOne = runs.length === 1 && input.all !== true;
	const table: Shown = { as: { runs }, list: 'runs', columns: ['id', 'document', member, 'problem'] };
	show(output, isOne ? { as: whole } : table);
	const left = runs.filter(({ problem, missing = [] }) => problem !== undefined || missing.length > 0);
	if (left.length === 0) return statuses.done;
	if (!isOne) io.err(`${printable(trouble(numberText(left.length), numberText(runs.length)))}\n`);
	return statuses.failed;
}
