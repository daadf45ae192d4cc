import type * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { registerCommands } from '../shell/commands.ts';
import type { ComparisonDeps } from './compareView.ts';

/** Registers the comparison with a deployment's saved workflow. The view is loaded with the first comparison. */
export function registerComparison(context: vscode.ExtensionContext, deps: ComparisonDeps): void {
	const view = lazy(
		async () => {
			const [{ ComparisonView }] = await Promise.all([
				import('./compareView.ts'),
				deps.documents.workflows.load(),
			]);
			return new ComparisonView(deps);
		},
		(made) => made.dispose(),
	);
	context.subscriptions.push(
		view,
		registerCommands(deps.log, {
			'easel.compareWithSaved': async (target: unknown) => (await view.get()).compare(target),
			'easel.showComparisonDiff': async () => (await view.get()).showDiff(),
			'easel.closeComparison': async () => (await view.get()).close(),
			'easel.revealChange': async (item: unknown) => (await view.get()).reveal(item),
		}),
	);
}
