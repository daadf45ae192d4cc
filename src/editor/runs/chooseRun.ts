import * as vscode from 'vscode';
import type { SessionSource } from '../../core/account/session.ts';
import { describeRun, describeState, runName } from '../../core/runs/describe.ts';
import type { Run } from '../../core/runs/run.ts';
import type { DeploymentsNode } from '../deployments/nodes.ts';
import { runOfFrontPanel } from '../shell/panels/frontPanel.ts';
import { labelText } from '../shell/plainText.ts';
import { chooseValue } from '../shell/questions.ts';
import type { HistoryNode } from './history/nodes.ts';
import type { WindowRuns } from './windowRuns.ts';

/** A row of a tree, a run id, or nothing: the argument of commands about a run. */
export type RunArgument = DeploymentsNode | HistoryNode | string | undefined;

/** Finds the runs that a command means. */
export class RunChooser {
	readonly #windowRuns: WindowRuns;
	readonly #session: SessionSource;

	constructor(windowRuns: WindowRuns, session: SessionSource) {
		this.#windowRuns = windowRuns;
		this.#session = session;
	}

	/** The sentence for a connection without a run to choose: each connection has its own history. */
	get nothingRan(): string {
		const { name } = this.#session.current.connection;
		return vscode.l10n.t(
			'Nothing has run on {0} from this computer yet. Open a workflow and press Run.',
			name,
		);
	}

	/**
	 * Returns the run that a command applies to. Called from the palette, this is the run in the front panel if it is a
	 * `wanted` one; else the person chooses among those.
	 */
	async one(
		argument: RunArgument,
		wanted: (run: Run) => boolean = () => true,
		none = this.nothingRan,
	): Promise<Run | undefined> {
		const front = namesRun(argument) ? undefined : runOfFrontPanel();
		const shown = front === undefined ? undefined : (await this.#windowRuns.open()).get(front);
		return shown !== undefined && wanted(shown) ? shown : this.given(argument, wanted, none);
	}

	/** Returns a command that does something with the run that `one` returns, if there is one. */
	command(
		act: (run: Run) => unknown,
		...among: [wanted?: (run: Run) => boolean, none?: string]
	): (argument: RunArgument) => Promise<void> {
		return async (argument) => {
			const run = await this.one(argument, ...among);
			if (run !== undefined) await act(run);
		};
	}

	/**
	 * Returns the run of an argument. Without one, the person chooses among the `wanted` runs, even if a run is shown
	 * in front.
	 */
	async given(
		argument: RunArgument,
		wanted: (run: Run) => boolean = () => true,
		none = this.nothingRan,
	): Promise<Run | undefined> {
		const runService = await this.#windowRuns.open();
		if (typeof argument === 'string') return runService.get(argument);
		if (argument?.kind === 'run') return runService.get(argument.run.id);
		const items = this.#windowRuns
			.latest(100)
			.filter(wanted)
			.map((run) => ({
				label: labelText(runName(run)),
				description: labelText([describeState(run), ...describeRun(run, Date.now())].join(' · ')),
				detail: labelText(run.target.name),
				value: run,
			}));
		if (items.length === 1) return items[0]?.value;
		return chooseValue(items, none, {
			title: vscode.l10n.t('Runs'),
			placeHolder: vscode.l10n.t('Select a run'),
			matchOnDescription: true,
		});
	}

	/**
	 * Returns the runs of the selected rows, including those of batches, in their order; without any, the one that the
	 * person chooses.
	 */
	async many(
		argument: RunArgument,
		selected: readonly HistoryNode[] | undefined,
		wanted?: (run: Run) => boolean,
	): Promise<readonly Run[]> {
		const runService = await this.#windowRuns.open();
		const rows = selected?.some(hasRuns)
			? selected
			: typeof argument === 'object' && argument.kind === 'batch'
				? [argument]
				: undefined;
		if (rows === undefined) {
			const run = await this.one(argument, wanted);
			return run === undefined ? [] : [run];
		}
		return [...new Set(rows.flatMap(runsOf).map(({ id }) => id))].flatMap((id) => runService.get(id) ?? []);
	}
}

/** Returns whether an argument identifies a run; the menu of a panel passes an address. */
export function namesRun(argument: RunArgument): boolean {
	return typeof argument === 'string' || argument?.kind === 'run';
}

function hasRuns({ kind }: HistoryNode): boolean {
	return kind === 'run' || kind === 'batch';
}

function runsOf(node: HistoryNode): readonly Run[] {
	if (node.kind === 'run') return [node.run];
	return node.kind === 'batch' ? node.runs : [];
}
