import * as vscode from 'vscode';
import type { WorkflowDocument } from '../../../core/workflow/document.ts';
import { canRun, copyOf, type Lacks, lacksOf } from '../../../core/workflow/lacks.ts';
import { type NodeInfo, readNodeInfoGently } from '../../../core/workflow/nodeInfo.ts';
import { numberText } from '../../shell/numbers.ts';
import { labelText } from '../../shell/plainText.ts';
import type { TargetNodeInfo } from './savedWorkflows.ts';

/** Descriptions that were read and are kept, the latest ones. */
const keptInfos = 6;
/** Names in one line. */
const mostNamed = 3;

/** What targets lack for a document, each by its own node info. */
export class TargetLacks {
	readonly #infos: { readonly text: string; readonly info: Promise<NodeInfo | undefined> }[] = [];

	/** Answers for one document. */
	for(document: WorkflowDocument): (info: TargetNodeInfo | undefined) => Promise<Lacks | undefined> {
		let own: WorkflowDocument | undefined;
		return async (described) => {
			const info = described && (await this.#read(described));
			if (info === undefined) return undefined;
			own ??= copyOf(document);
			return lacksOf(own, info);
		};
	}

	#read({ text, kind, label, version }: TargetNodeInfo): Promise<NodeInfo | undefined> {
		const known = this.#infos.find((one) => one.text === text);
		if (known !== undefined) return known.info;
		const info = readNodeInfoGently(text, { kind, label }, { engineVersion: version });
		this.#infos.push({ text, info });
		if (this.#infos.length > keptInfos) this.#infos.shift();
		return info;
	}
}

/** One line about what a target lacks: `Lacks MagicNode, b.safetensors and 2 more`; empty where it lacks nothing. */
export function lacksText(lacks: Lacks | undefined): string {
	if (lacks === undefined) return vscode.l10n.t('Not known whether it can run this');
	if (canRun(lacks)) return '';
	const names = [...lacks.classes, ...[...lacks.models, ...lacks.values].map(({ value }) => value)];
	const shown = names.slice(0, mostNamed).map((name) => labelText(name, 40));
	const more = names.length - shown.length;
	if (names.length === 0) {
		return lacks.errors === 1
			? vscode.l10n.t('Cannot run this: 1 error')
			: vscode.l10n.t('Cannot run this: {0} errors', numberText(lacks.errors));
	}
	return more > 0
		? vscode.l10n.t('Lacks {0} and {1} more', shown.join(', '), numberText(more))
		: vscode.l10n.t('Lacks {0}', shown.join(', '));
}

/** The icon that goes with the line. */
export function lacksIcon(lacks: Lacks | undefined): string {
	if (lacks === undefined) return '$(question)';
	return canRun(lacks) ? '$(check)' : '$(warning)';
}
