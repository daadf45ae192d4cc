import * as vscode from 'vscode';
import type { Disposable, Event } from '../../../core/base/emitter.ts';
import type { DocumentFacts } from '../../../core/runs/documentFacts.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { ProgressSource } from '../../../core/runs/runProgress.ts';
import type { RunTargets } from '../../../core/runs/start/runTargets.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import type { AppServices } from '../../shell/appServices.ts';
import type { CommandId } from '../../shell/ids.ts';
import { labelText } from '../../shell/plainText.ts';

/** Times change while a run is in progress. */
const tickMs = 1000;
/**
 * Milliseconds that the editor may take to request changed lenses. It requests them after a delay that grows with the
 * duration of its last request, restarts that delay with each change, and skips a change right before the text loses
 * the focus.
 */
const patienceMs = 5000;

/** The part of the runs of this account that the lenses need. */
interface ActiveRuns {
	/** Returns the runs in progress, newest first. */
	active(): readonly Run[];
	readonly onDidChange: Event<Run>;
	/** The progress of runs on the user's own engines. */
	readonly progress: Pick<ProgressSource, 'of'>;
}

export interface RunLensDeps extends Pick<AppServices, 'session'> {
	readonly targets: Pick<RunTargets, 'byId' | 'onDidChange'>;
	readonly documents: () => Promise<Pick<DocumentFacts, 'deploymentsFor'>>;
	readonly workflows: WorkflowDocuments;
	readonly windowRuns: ActiveRuns;
}

/** Provides Run on top of every workflow document, saved or not; while it runs, its state, Cancel and Show. */
export class RunLenses implements vscode.CodeLensProvider, vscode.Disposable {
	readonly #changed = new vscode.EventEmitter<void>();
	readonly onDidChangeCodeLenses = this.#changed.event;
	readonly #deps: RunLensDeps;
	readonly #watches: readonly Disposable[];
	#renewal: NodeJS.Timeout | undefined;

	constructor(deps: RunLensDeps) {
		this.#deps = deps;
		this.#watches = [
			deps.session.onDidChange(() => this.refresh()),
			deps.targets.onDidChange(() => this.refresh()),
			// By now the text has the focus, or has lost it together with an earlier change.
			vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
			deps.windowRuns.onDidChange((run) => run.documentUri !== undefined && this.refresh()),
		];
	}

	refresh(): void {
		this.#changed.fire();
	}

	async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
		if (this.#deps.workflows.get(document)?.kind !== 'api') return [];
		const uri = document.uri.toString();
		const moving = this.#deps.windowRuns.active().filter((run) => run.documentUri === uri);
		if (moving.length > 0) this.#renewIn(tickMs);
		return runLenses(document.uri, moving, this.#deps);
	}

	dispose(): void {
		clearTimeout(this.#renewal);
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
	}

	/**
	 * Reports after this number of milliseconds that the time has changed, and again if it was not read since; one last time when the last
	 * run has ended.
	 */
	#renewIn(milliseconds: number): void {
		clearTimeout(this.#renewal);
		this.#renewal = setTimeout(() => {
			if (this.#deps.windowRuns.active().length > 0) this.#renewIn(patienceMs);
			this.refresh();
		}, milliseconds);
	}
}

/**
 * Returns the lenses of a workflow document: the newest of its runs that are in progress, then Run.
 * @param moving the runs of the document that are in progress, newest first
 */
async function runLenses(
	document: vscode.Uri,
	[moving, ...others]: readonly Run[],
	{ session, targets, documents, windowRuns }: RunLensDeps,
): Promise<vscode.CodeLens[]> {
	const { current } = session;
	const last =
		current.state === 'signedIn'
			? (await documents()).deploymentsFor(document.toString(), current.connection.id)[0]
			: undefined;
	const target = last === undefined ? undefined : targets.byId(last);
	const top = new vscode.Range(0, 0, 0, 0);
	const lens = (title: string, command: CommandId, argument: vscode.Uri | string = document) =>
		new vscode.CodeLens(top, { title, command, arguments: [argument] });
	const state = moving && (await import('../../features.ts')).describeMoving;
	return [
		...(moving && state
			? [
					lens(
						`$(sync~spin) ${state(moving, others.length, Date.now(), windowRuns.progress.of(moving.id))}`,
						'easel.showRun',
						moving.id,
					),
					lens(
						moving.state === 'fetching' ? vscode.l10n.t('Stop Downloading') : vscode.l10n.t('Cancel'),
						'easel.cancelRun',
						moving.id,
					),
					lens(vscode.l10n.t('Show'), 'easel.showRun', moving.id),
				]
			: []),
		lens(
			`$(play) ${target ? vscode.l10n.t('Run on {0}', labelText(target.name, 40)) : vscode.l10n.t('Run')}`,
			'easel.run',
		),
		...(target ? [lens(vscode.l10n.t('Run On...'), 'easel.runWith')] : []),
	];
}
