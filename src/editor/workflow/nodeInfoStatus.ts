import * as vscode from 'vscode';
import { numberText } from '../../core/base/language.ts';
import type { NodeInfo } from '../../core/workflow/nodeInfo.ts';
import type { WorkflowChecks } from './workflowChecks.ts';

/** Shows, while a workflow is in the active editor, which description of the node classes it is checked against. */
export class NodeInfoStatus implements vscode.Disposable {
	readonly #checks: WorkflowChecks;
	readonly #subscriptions: vscode.Disposable[];
	#item: vscode.LanguageStatusItem | undefined;
	#shown: NodeInfo | undefined;

	constructor(checks: WorkflowChecks) {
		this.#checks = checks;
		this.#subscriptions = [
			checks.onDidCheck(() => this.#show()),
			vscode.window.onDidChangeActiveTextEditor(() => this.#show()),
		];
		this.#show();
	}

	#show(): void {
		const document = vscode.window.activeTextEditor?.document;
		const checked = document && this.#checks.last(document);
		// Checked after every key, and nearly always with the description that is shown already.
		if (checked?.nodeInfo === this.#shown) return;
		this.#shown = checked?.nodeInfo;
		if (!checked) {
			this.#item?.dispose();
			this.#item = undefined;
			return;
		}
		this.#item ??= vscode.languages.createLanguageStatusItem('easel.nodeInfo', [
			{ language: 'json' },
			{ language: 'jsonc' },
		]);
		this.#item.name = vscode.l10n.t('Easel Node Info');
		this.#item.text = statusText(checked.nodeInfo);
		this.#item.detail = statusDetail(checked.nodeInfo);
		this.#item.severity = vscode.LanguageStatusSeverity.Information;
	}

	dispose(): void {
		this.#item?.dispose();
		for (const subscription of this.#subscriptions) subscription.dispose();
	}
}

function statusText({ source }: NodeInfo): string {
	switch (source.kind) {
		case 'deployment':
		case 'engine':
			return vscode.l10n.t('Nodes of {0}', source.label);
		case 'file':
			return vscode.l10n.t('Nodes from {0}', source.label);
		default:
			return vscode.l10n.t('Built-in nodes, no packs');
	}
}

function statusDetail({ source, names }: NodeInfo): string {
	const count = numberText(names.length);
	if (source.kind === 'builtin') return `${count} ${source.label}`;
	return names.length === 1 ? vscode.l10n.t('1 node class') : vscode.l10n.t('{0} node classes', count);
}
