import * as vscode from 'vscode';
import type { Event } from '../../../core/base/emitter.ts';
import type { DocumentFacts } from '../../../core/runs/documentFacts.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { ProgressSource } from '../../../core/runs/runProgress.ts';
import type { RunTargets } from '../../../core/runs/start/runTargets.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import type { AppServices } from '../../shell/appServices.ts';
import type { CommandId } from '../../shell/ids.ts';
import { labelText } from '../../shell/plainText.ts';

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

/**
 * Returns the lenses of a workflow document: the newest of its runs that are in progress, then Run.
 * @param moving the runs of the document that are in progress, newest first
 */
export async function runLenses(
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
