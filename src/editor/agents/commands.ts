import * as vscode from 'vscode';
import type { Connection } from '../../core/connection/connection.ts';
import { runcomfyConnection, sandboxId } from '../../core/connection/connections.ts';
import { indentedJson } from '../../core/json/indented.ts';
import type { HandlersOf } from '../shell/commands.ts';
import type { agentsCommandIds } from '../shell/ids.ts';
import { inform } from '../shell/messages.ts';
import type { AgentsDeps } from './register.ts';

/** The forms of a configuration, by client: they name its members differently. */
const forms = {
	vscode: (server: object) => ({ servers: { easel: { type: 'stdio', ...server } } }),
	others: (server: object) => ({ mcpServers: { easel: server } }),
};

/** Returns the commands around agents. */
export function agentCommands({ session }: Pick<AgentsDeps, 'session'>): HandlersOf<typeof agentsCommandIds> {
	return {
		async 'easel.mcpConfiguration'() {
			const chosen = await vscode.window.showQuickPick(
				[
					{ form: forms.vscode, label: 'VS Code', description: '.vscode/mcp.json' },
					{
						form: forms.others,
						label: vscode.l10n.t('Other Clients'),
						description: '.mcp.json, .cursor/mcp.json',
					},
				],
				{ placeHolder: vscode.l10n.t('Copy the configuration of the MCP server for') },
			);
			if (chosen === undefined) return;
			const server = { command: 'easel', args: ['mcp', ...argumentsFor(session.current.connection)] };
			await vscode.env.clipboard.writeText(`${indentedJson(chosen.form(server))}\n`);
			await inform(
				vscode.l10n.t(
					'Copied. It starts "easel mcp" of the command line, which is installed on its own and signed in with "easel login". It holds no token.',
				),
			);
		},
	};
}

/** Returns the command line arguments for a connection. They contain no token. */
function argumentsFor(connection: Connection): readonly string[] {
	const { id, name, capabilities, baseUrl, modelApiUrl, webUrl, trainerUrl } = connection;
	if (id === runcomfyConnection.id) return [];
	if (id === sandboxId) return ['--sandbox'];
	// Addresses alone are enough for a service with accounts; anything else is in the file of connections of the command line.
	if (!capabilities.account) return ['--connection', name];
	const others = { '--model-api-url': modelApiUrl, '--web-url': webUrl, '--trainer-url': trainerUrl };
	return [
		...['--base-url', baseUrl],
		...Object.entries(others).flatMap(([flag, address]) => (address === baseUrl ? [] : [flag, address])),
	];
}
