import * as l10n from '@vscode/l10n';

/** Returns a node for people, as engines and the service name it: `Node 3 (KSampler)`. */
export function namedNode(nodeId: string, className: string | undefined): string {
	return className === undefined ? l10n.t('Node {0}', nodeId) : l10n.t('Node {0} ({1})', nodeId, className);
}
