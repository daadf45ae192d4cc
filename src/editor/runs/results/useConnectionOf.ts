import * as vscode from 'vscode';
import type { SessionSource } from '../../../core/account/session.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { OtherConnections } from '../../shell/appServices.ts';
import { warn } from '../../shell/messages.ts';

interface ConnectionDeps {
	readonly session: SessionSource;
	readonly connections: OtherConnections;
}

/** Returns whether the connection of a run is in use; otherwise shows a message that offers to switch. */
export async function useConnectionOf(
	{ connectionId }: Pick<Run, 'connectionId'>,
	{ session, connections }: ConnectionDeps,
): Promise<boolean> {
	const { connection } = session.current;
	if (connection.id === connectionId) return true;
	const own = connections.all().find(({ id }) => id === connectionId);
	if (own === undefined) {
		await warn(
			vscode.l10n.t(
				'This run was sent to a connection that no longer exists. Add it to the setting easel.connections again, or start a new run on another one.',
			),
		);
		return false;
	}
	const change = vscode.l10n.t('Switch and Run');
	const choice = await warn(
		vscode.l10n.t(
			'This run was sent to {0}, and {1} is in use. Switch to {0} to run it again there.',
			own.name,
			connection.name,
		),
		change,
	);
	return choice === change && connections.switchTo(own);
}
