import * as vscode from 'vscode';
import { publicBase } from '../../core/webhooks/address.ts';

/**
 * Returns the https address under which the editor makes a port of this computer public; `undefined` if it cannot. Asked only if the
 * extension host is remote: elsewhere the editor has nothing to forward.
 */
export async function forwardedBase(port: number): Promise<string | undefined> {
	if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) return undefined;
	try {
		const local = vscode.Uri.parse(`http://127.0.0.1:${port}/`);
		const external = await vscode.env.asExternalUri(local);
		const read = publicBase(external.with({ query: '', fragment: '' }).toString(true));
		return 'base' in read ? read.base : undefined;
	} catch {
		return undefined;
	}
}
