import * as vscode from 'vscode';
import type { Disposable, Event } from '../../../core/base/emitter.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { ProgressSource } from '../../../core/runs/runProgress.ts';
import type { RunTargets } from '../../../core/runs/start/runTargets.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import type { AppServices } from '../../shell/appServices.ts';
import type { CommandId } from '../../shell/ids.ts';
import { labelText } from '../../shell/plainText.ts';
import type { LastDeployments } from './lastDeployments.ts';

/** What the lenses need of the runs of this account. */
interface ActiveRuns {
	/** Newest first. */
	active(): readonly Run[];
	readonly onChange: Event<Run>;
	/** How far they are on engines of one's own. */
	readonly progress: Pick<ProgressSource, 'of'>;
}

export interface RunLensDeps extends Pick<AppServices, 'session'> {
	readonly targets: Pick<RunTargets, 'byId' | 'onDidChange'>;
	readonly memory: LastDeployments;
	readonly workflows: WorkflowDocuments;
	readonly windowRuns: ActiveRuns;
}

/** Times change while a run is in progress. */
const tickMs = 1000;
/**
 * How long the editor may take to ask for what has changed. It asks after a delay that grows with the time its last question took, begins that
 * delay again with each change, and leaves out a change right before the text loses the focus.
 */
const patienceMs = 5000;

/** Run on top of every workflow document, saved or not; while a run of it is in progress, its state, Cancel and Show. */
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
			// By now the text has the focus, or has lost it and with it a change of before.
			vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
			deps.windowRuns.onChange((run) => run.documentUri !== undefined && this.refresh()),
		];
	}

	refresh(): void {
		this.#changed.fire();
	}

	async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
		if (this.#deps.workflows.get(document)?.kind !== 'api') return [];
		const { session, targets, memory, windowRuns } = this.#deps;
		const [last] = memory.deploymentsFor(document.uri.toString(), session.current.connection.id);
		const target = last === undefined ? undefined : targets.byId(last);
		const top = new vscode.Range(0, 0, 0, 0);
		const lens = (title: string, command: CommandId, argument: vscode.Uri | string = document.uri) =>
			new vscode.CodeLens(top, { title, command, arguments: [argument] });
		const uri = document.uri.toString();
		const [moving, ...others] = windowRuns.active().filter((run) => run.documentUri === uri);
		if (moving) this.#renewIn(tickMs);
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

	dispose(): void {
		clearTimeout(this.#renewal);
		for (const watch of this.#watches) watch.dispose();
		this.#changed.dispose();
	}

	/** Says after so many milliseconds that the time has changed, and again where nobody has asked since; once more when the last run has ended. */
	#renewIn(milliseconds: number): void {
		clearTimeout(this.#renewal);
		this.#renewal = setTimeout(() => {
			if (this.#deps.windowRuns.active().length > 0) this.#renewIn(patienceMs);
			this.refresh();
		}, milliseconds);
	}
}
