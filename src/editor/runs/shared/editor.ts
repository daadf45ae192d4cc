import type * as vscode from 'vscode';
import { runCommand } from '../../shell/commands.ts';

/** Tells when it is shown: the editor does not bear that the view of a file is closed before that. */
const page = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-shown'">
<script nonce="shown">acquireVsCodeApi().postMessage('shown')</script>`;

/** Opens a shared run in the panel for results: the file has no view of its own. */
export const sharedRunEditor: vscode.CustomReadonlyEditorProvider = {
	openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
	resolveCustomEditor({ uri }, panel) {
		const { webview } = panel;
		webview.options = { enableScripts: true, localResourceRoots: [] };
		webview.onDidReceiveMessage(() => {
			panel.dispose();
			void runCommand('easel.openSharedRun', uri);
		});
		webview.html = page;
	},
};
