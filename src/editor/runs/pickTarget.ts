import * as vscode from 'vscode';
import type { SignedIn } from '../../core/account/session.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import { deploymentChoices } from '../deployments/choices.ts';
import { labelText } from '../shell/plainText.ts';
import { rowRenewal } from '../shell/renewRows.ts';
import type { SavedWorkflows, TargetNodeInfo } from './savedWorkflows.ts';
import { lacksText, type TargetLacks } from './targetLacks.ts';

/** The person chose another connection to run on. */
export interface Elsewhere {
	readonly elsewhere: Connection;
}

/** The connections that there are, and the way to another one. */
export interface OtherConnections {
	all(): readonly Connection[];
	/** Uses another connection from now on; true when someone is signed in there afterwards. */
	switchTo(connection: Connection): Promise<boolean>;
}

export interface TargetChoice {
	readonly session: SignedIn;
	readonly store: DeploymentStore;
	readonly savedWorkflows: SavedWorkflows;
	readonly lacks: TargetLacks;
	readonly connections: OtherConnections;
	readonly title: string;
	readonly document: WorkflowDocument;
	/** Ids of deployments that come first, best first. */
	readonly first: readonly string[];
}

interface TargetItem extends vscode.QuickPickItem {
	readonly target?: Deployment | Elsewhere;
	/** What the line says beside what the target lacks. */
	readonly said?: string;
	/** The node info of the target; without it nothing is said of what it lacks. */
	readonly describe?: () => Promise<TargetNodeInfo | undefined>;
}

/** Targets whose node info is asked for at the same time, and in all: each may be megabytes. */
const atOnce = 3;
const mostAsked = 12;

/**
 * Lets the person choose where a document runs: the deployments or the engine of the connection in use, and other connections. What
 * each lacks for the document is added as soon as it is known.
 */
export async function pickTarget(choice: TargetChoice): Promise<Deployment | Elsewhere | undefined> {
	const { store } = choice;
	if (store.state.kind !== 'ready') await store.refresh();
	const pick = vscode.window.createQuickPick<TargetItem>();
	pick.title = choice.title;
	pick.placeholder = vscode.l10n.t('Select where to run it');
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	const items = itemsOf(choice);
	pick.items = items.map((item) =>
		item.describe ? withLine(item, vscode.l10n.t('Looking at what it has...')) : item,
	);
	let open = true;
	const renew = rowRenewal(pick, ({ target }, old) => target !== undefined && target === old.target);
	// Each line is there from the start: rows that grew would move away under the pointer.
	void addLacks(choice, items, (changed) => {
		if (open) renew(changed);
	});
	return new Promise((resolve) => {
		pick.onDidAccept(() => {
			const [item] = pick.selectedItems;
			if (item?.target === undefined) return;
			resolve(item.target);
			pick.hide();
		});
		pick.onDidHide(() => {
			open = false;
			resolve(undefined);
			pick.dispose();
		});
		pick.show();
	});
}

function itemsOf({ session, store, savedWorkflows, connections, first }: TargetChoice): TargetItem[] {
	const { connection } = session;
	const own = deploymentChoices(store.items, { first, forWorkflow: true }).map(
		({ label, description, iconPath, detail, deployment }): TargetItem => ({
			label: labelText(label),
			description: labelText(description),
			iconPath,
			...(detail === undefined ? {} : { detail, said: detail }),
			target: deployment,
			...(deployment.takesInputs ? {} : { describe: () => savedWorkflows.nodeInfoOf(session, deployment) }),
		}),
	);
	const { state } = store;
	const others = connections
		.all()
		.filter(({ id }) => id !== connection.id)
		.map((other): TargetItem => {
			const said = other.engine
				? vscode.l10n.t('Uses this connection from now on')
				: vscode.l10n.t('Uses this connection from now on, and asks for the deployment there');
			return {
				label: labelText(other.name),
				description: other.engine ? vscode.l10n.t('engine of your own') : '',
				detail: said,
				said,
				target: { elsewhere: other },
				...(other.engine ? { describe: () => savedWorkflows.keptOfEngine(other) } : {}),
			};
		});
	return [
		separator(connection.name),
		...own,
		...(own.length > 0 ? [] : [{ label: `$(info) ${nothingHere(state)}` }]),
		...(others.length === 0 ? [] : [separator(vscode.l10n.t('Other Connections')), ...others]),
	];
}

function nothingHere(state: DeploymentStore['state']): string {
	return state.kind === 'failed'
		? labelText(state.failure.message, 200)
		: vscode.l10n.t('This account has no deployments yet. Create one with "New Deployment".');
}

function separator(label: string): TargetItem {
	return { label: labelText(label), kind: vscode.QuickPickItemKind.Separator };
}

function withLine(item: TargetItem, line: string): TargetItem {
	return { ...item, detail: [line, item.said].filter((part) => part !== undefined).join(' · ') };
}

/** Completes the lines, all at once: a list that changes again and again cannot be read. */
async function addLacks(
	{ document, lacks }: TargetChoice,
	items: readonly TargetItem[],
	show: (items: readonly TargetItem[]) => void,
): Promise<void> {
	const shown = [...items];
	const of = lacks.for(document);
	const waiting = items.flatMap((item, at) => (item.describe ? [{ item, at }] : []));
	let asked = 0;
	const next = async (): Promise<void> => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
			const { item, at } = one;
			const found = ++asked <= mostAsked ? await item.describe?.().then(of, () => undefined) : undefined;
			shown[at] = withLine(item, lacksText(found));
		}
	};
	await Promise.all(Array.from({ length: atOnce }, next));
	if (items.some((item) => item.describe)) show(shown);
}
