import * as vscode from 'vscode';
import type { NetworkSettings } from '../../core/http/network.ts';

/** Reads the editor's own network settings, which the transport cannot read. */
export function readNetworkSettings(): NetworkSettings {
	const http = vscode.workspace.getConfiguration('http');
	if (http.get<string>('proxySupport') === 'off') return { ...trust(http), environment: {} };
	const proxy = http.get<string>('proxy')?.trim();
	const noProxy = http.get<unknown>('noProxy');
	return {
		...trust(http),
		...(proxy ? { proxy } : {}),
		...(Array.isArray(noProxy) ? { noProxy: noProxy.filter((host) => typeof host === 'string') } : {}),
		environment: proxyVariables(),
	};
}

export function onNetworkChange(listener: () => void): vscode.Disposable {
	return vscode.workspace.onDidChangeConfiguration((event) => {
		if (event.affectsConfiguration('http')) listener();
	});
}

function trust(
	http: vscode.WorkspaceConfiguration,
): Pick<NetworkSettings, 'strictSsl' | 'systemCertificates'> {
	return {
		strictSsl: http.get('proxyStrictSSL', true),
		systemCertificates: http.get('systemCertificates', true),
	};
}

/** Returns only the variables that the transport reads, so that comparing two settings means something. */
function proxyVariables(): NetworkSettings['environment'] {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => /^(https?|all|no)_proxy$/i.test(name)),
	);
}
