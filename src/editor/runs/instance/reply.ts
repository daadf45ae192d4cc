import { basename } from 'node:path';
import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { InstanceCall, InstanceReply } from '../../../core/deployments/instanceProxy.ts';
import { laidOutJson } from '../../../core/json/indented.ts';
import { safeFileName } from '../../../core/transfers/names.ts';
import { inform } from '../../shell/messages.ts';
import type { RequestBodies } from '../start/requestBodies.ts';

/** Shows the answer of a route: a text as a document, anything else as a file to save. */
export async function showReply(
	{ status, contentType, bytes }: InstanceReply,
	{ method, path }: Pick<InstanceCall, 'method' | 'path'>,
	documents: Pick<RequestBodies, 'showText'>,
): Promise<void> {
	const route = path.trim().replace(/^\//, '');
	const [place = '', query = ''] = route.split('?', 2);
	if (bytes.byteLength === 0) {
		await inform(vscode.l10n.t('{0} {1} answered {2} without a body.', method, place, String(status)));
		return;
	}
	const text = replyText(bytes, contentType);
	if (text !== undefined) {
		const json = laidOutJson(text);
		await documents.showText(
			`${method} ${place}`,
			json === undefined ? 'txt' : 'json',
			json === undefined ? text : `${json}\n`,
		);
		return;
	}
	const name = safeFileName(new URLSearchParams(query).get('filename') ?? basename(place), 'reply');
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t('Save the Reply'),
		...compact({ defaultUri: folder && vscode.Uri.joinPath(folder, name) }),
	});
	if (!target) return;
	await vscode.workspace.fs.writeFile(target, bytes);
	await vscode.commands.executeCommand('vscode.open', target, { preview: true });
}

/** Returns the text of a reply; undefined if it is not text, whatever its declared type. */
function replyText(bytes: Uint8Array, contentType: string): string | undefined {
	if (/^(?:image|audio|video|font)\//.test(contentType) && contentType !== 'image/svg+xml') return undefined;
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return text.includes('\u0000') ? undefined : text;
	} catch {
		return undefined;
	}
}
