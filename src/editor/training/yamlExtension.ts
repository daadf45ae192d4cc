import * as vscode from 'vscode';
import type { Finding } from '../../core/base/findings.ts';
import type { Log } from '../../core/base/log.ts';
import { editorRange } from '../shell/findings.ts';

const extensionId = 'redhat.vscode-yaml';
const schemaUri = 'easel://schemas/training';

/**
 * The schema with which the YAML extension reports nothing itself: it names the document and sets no rule, since
 * Easel's checks, completion and hover are more specific. Without it, a schema that matches by file name alone might
 * apply.
 */
const schema = () =>
	JSON.stringify({
		$schema: 'http://json-schema.org/draft-07/schema#',
		title: vscode.l10n.t('Training configuration, checked by Easel'),
		type: 'object',
	});

interface YamlExtension {
	registerContributor(
		name: string,
		requestSchema: (resource: string) => string | undefined,
		requestContent: (uri: string) => string | undefined,
		label?: string,
	): boolean;
}

/** Returns whether the YAML extension of Red Hat is installed and enabled. */
export function hasYamlExtension(): boolean {
	return vscode.extensions.getExtension(extensionId) !== undefined;
}

/** Gives the YAML extension the schema for training configurations, if it is installed. */
export function offerToYamlExtension(isTraining: (document: vscode.TextDocument) => boolean, log: Log): void {
	const extension = vscode.extensions.getExtension<YamlExtension>(extensionId);
	if (extension === undefined) return;
	const offer = async () => {
		const api = await extension.activate();
		const find = (resource: string) =>
			vscode.workspace.textDocuments.find((each) => each.uri.toString() === resource);
		api?.registerContributor?.(
			'easel-training',
			(resource) => {
				const document = find(resource);
				return document !== undefined && isTraining(document) ? schemaUri : undefined;
			},
			(uri) => (uri === schemaUri ? schema() : undefined),
			'Easel',
		);
	};
	offer().catch((cause) => log.warn('The YAML extension did not accept the schema', cause));
}

/** Findings that a YAML reader makes as well as we do. */
const general = /^(42253 |duplicate-key$)/;

/** Returns whether another YAML checker already reports the same on the same line. */
export function repeatsForeign(
	document: vscode.TextDocument,
	finding: Finding,
	others: readonly vscode.Diagnostic[],
): boolean {
	if (!general.test(finding.code) || others.length === 0) return false;
	const { start, end } = editorRange(document, finding.range);
	return others.some(
		(each) =>
			each.source?.startsWith('YAML') === true &&
			each.range.start.line <= end.line &&
			each.range.end.line >= start.line,
	);
}
