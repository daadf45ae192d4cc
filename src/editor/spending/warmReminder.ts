import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import { counted, numberText } from '../../core/base/language.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { runCommand } from '../shell/commands.ts';
import { warn } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';

const storageKey = 'easel.warmReminders';
/** Reminders that are remembered; the oldest are forgotten first. */
const mostRemembered = 1000;

/** Deployments that cost money while nothing runs. */
function warmDeployments(deployments: readonly Deployment[]): readonly Deployment[] {
	return deployments.filter(({ enabled, minInstances }) => enabled !== false && (minInstances ?? 0) > 0);
}

/** Reminds once for each deployment and account that it costs money while nothing runs. */
export async function remindOfWarm(
	memory: vscode.Memento,
	{ connection, account }: SignedIn,
	deployments: readonly Deployment[],
): Promise<void> {
	const known = memory.get<readonly string[]>(storageKey, []);
	const keyOf = ({ id }: Deployment) => JSON.stringify([connection.id, account.id, id]);
	const fresh = warmDeployments(deployments).filter((deployment) => !known.includes(keyOf(deployment)));
	const [first] = fresh;
	if (first === undefined) return;
	// Before the question, so that another window and the next refresh do not ask too.
	await memory.update(storageKey, [...known, ...fresh.map(keyOf)].slice(-mostRemembered));
	const count = first.minInstances ?? 0;
	const name = labelText(first.name, 80);
	const [edit, dismiss] = [vscode.l10n.t('Edit'), vscode.l10n.t('Dismiss')];
	const said =
		count === 1
			? vscode.l10n.t('"{0}" always keeps 1 instance running, which is billed even when idle.', name)
			: vscode.l10n.t(
					'"{0}" always keeps {1} instances running, which are billed even when idle.',
					name,
					numberText(count),
				);
	const more = fresh.length - 1;
	const others = counted(
		more,
		vscode.l10n.t('So does 1 more deployment; a flame marks it in the Deployments view.'),
		vscode.l10n.t('So do {0} more deployments; a flame marks them in the Deployments view.'),
	);
	const choice = await warn(more === 0 ? said : `${said} ${others}`, edit, dismiss);
	if (choice === edit) await runCommand('easel.editDeployment', { kind: 'deployment', deployment: first });
}
