import type * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { registerCommands } from '../shell/commands.ts';
import type { ComparisonView } from './compareView.ts';
import type { SavedWorkflow, SavedWorkflowFor } from './graphDeps.ts';
import { documentOfCommand } from './graphTarget.ts';

export interface ComparisonDeps {
	readonly log: Log;
	readonly savedWorkflow: SavedWorkflowFor;
	/** Asks for a deployment, for a document that belongs to none; the title says what for. */
	readonly chooseSaved: (title: string) => Promise<SavedWorkflow | undefined>;
}

/** Registers the comparison with a deployment's saved workflow. The view is loaded with the first comparison. */
export function registerComparison(context: vscode.ExtensionContext, deps: ComparisonDeps): void {
	let loading: Promise<ComparisonView> | undefined;
	const view = (): Promise<ComparisonView> => {
		loading ??= import('./compareView.ts').then((module) => {
			const made = new module.ComparisonView(deps);
			context.subscriptions.push(made);
			return made;
		});
		return loading;
	};
	context.subscriptions.push(
		registerCommands(deps.log, {
			'easel.compareWithSaved': async (target: unknown) => {
				const document = await documentOfCommand(target, 'Open a workflow document first, then compare it.');
				if (document !== undefined) await (await view()).compare(document);
			},
			'easel.showComparisonDiff': async () => (await view()).showDiff(),
			'easel.closeComparison': async () => (await view()).close(),
			'easel.revealChange': async (item: unknown) => (await view()).reveal(item),
		}),
	);
}
