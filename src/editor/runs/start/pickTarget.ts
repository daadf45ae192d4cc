import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import { soon, systemClock } from '../../../core/base/clock.ts';
import { counted } from '../../../core/base/language.ts';
import { inParallel } from '../../../core/base/parallel.ts';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import { byDistance, type SavedDistance, savedDistance } from '../../../core/runs/plan/savedDistance.ts';
import type { OtherConnection, RunDestination } from '../../../core/runs/start/runSource.ts';
import { deploymentTarget, type RunTargets } from '../../../core/runs/start/runTargets.ts';
import type { SavedWorkflows } from '../../../core/runs/start/savedWorkflows.ts';
import type { TargetRequirements } from '../../../core/runs/start/targetRequirements.ts';
import type { WorkflowDocument } from '../../../core/workflow/document.ts';
import { canRun, type MissingRequirements } from '../../../core/workflow/missingRequirements.ts';
import { deploymentChoices } from '../../deployments/choices.ts';
import type { OtherConnections } from '../../shell/appServices.ts';
import { labelText } from '../../shell/plainText.ts';
import { rowRenewal } from '../../shell/trees/renewRows.ts';
import { lacksText } from './lacksText.ts';

export interface TargetChoice {
	readonly session: SignedIn;
	readonly store: DeploymentStore;
	readonly targets: Pick<RunTargets, 'state' | 'items' | 'refresh'>;
	readonly savedWorkflows: SavedWorkflows;
	readonly lacks: TargetRequirements;
	/** Without them, only the targets of the connection in use are offered. */
	readonly connections?: OtherConnections;
	readonly title: string;
	readonly document: WorkflowDocument;
	/** Ids of preferred deployments, best first. */
	readonly first: readonly string[];
}

interface TargetItem extends vscode.QuickPickItem {
	readonly target?: RunDestination | OtherConnection;
	/** Requests the facts about the target before it is chosen. */
	readonly learn?: () => Promise<Facts>;
}

/** The facts about a target for the document. */
interface Facts {
	/** From the workflow that the deployment has saved. */
	readonly distance?: SavedDistance | undefined;
	readonly lacks?: MissingRequirements | undefined;
}

/** Targets requested at the same time, and in total: a node info may be megabytes. */
const atOnce = 4;
const mostAsked = 12;

/** The rows wait for the facts of their order, but no longer than this, in milliseconds. */
const patienceMs = 1500;

/**
 * Lets the person choose the target of a document: the deployments or the engine of the connection in use, and other
 * connections. The deployment with the saved workflow nearest to the document comes first, disabled ones and those with
 * missing requirements last.
 */
export async function pickTarget(
	choice: TargetChoice,
): Promise<RunDestination | OtherConnection | undefined> {
	const { targets } = choice;
	if (targets.state.kind !== 'ready') await targets.refresh();
	const pick = vscode.window.createQuickPick<TargetItem>();
	pick.title = choice.title;
	pick.placeholder = vscode.l10n.t('Select where to run it');
	pick.matchOnDescription = true;
	pick.matchOnDetail = true;
	pick.busy = true;
	let open = true;
	const renew = rowRenewal(pick, ({ target }, old) => target !== undefined && target === old.target);
	void showRows(choice, (rows, complete) => {
		if (!open) return;
		renew(rows);
		pick.busy = !complete;
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

/** Shows the rows as soon as their order is known, and again with all facts: then they stay in place. */
async function showRows(
	choice: TargetChoice,
	show: (rows: readonly TargetItem[], complete: boolean) => void,
): Promise<void> {
	const known = new Map<TargetItem, Facts>();
	const own = [...engineItems(choice), ...deploymentItems(choice)];
	const others = connectionItems(choice);
	const learning = learnAll([...own, ...others], known);
	await soon(systemClock, learning, patienceMs);
	const inTime = new Set(known.keys());
	const ordered = ranked(own, known, choice.first);
	const rows = (): TargetItem[] => [
		separator(choice.session.connection.name),
		...ordered.map((item) => withFacts(item, known.get(item), inTime.has(item))),
		...(own.length > 0 ? [] : [{ label: `$(info) ${nothingHere(choice.targets.state)}` }]),
		...(others.length === 0 ? [] : [separator(vscode.l10n.t('Other Connections'))]),
		...others.map((item) => withFacts(item, known.get(item), inTime.has(item))),
	];
	const late = [...own, ...others].some((item) => item.learn !== undefined && !inTime.has(item));
	show(rows(), !late);
	if (!late) return;
	await learning;
	show(rows(), true);
}

function engineItems({
	session,
	targets,
	savedWorkflows,
	first,
	document,
	lacks,
}: TargetChoice): TargetItem[] {
	const lacksOf = lacks.for(document);
	return targets.items
		.filter(({ kind }) => kind === 'engine')
		.map((target) => ({
			label: labelText(target.name),
			description: first.includes(target.id) ? vscode.l10n.t('Used before for this document') : '',
			iconPath: new vscode.ThemeIcon('server-environment', new vscode.ThemeColor('charts.green')),
			target,
			learn: async () => ({ lacks: await lacksOf(await savedWorkflows.nodeInfoOf(session, target)) }),
		}));
}

function deploymentItems({
	session,
	store,
	savedWorkflows,
	first,
	document,
	lacks,
}: TargetChoice): TargetItem[] {
	const lacksOf = lacks.for(document);
	return deploymentChoices(store.items, { first, forWorkflow: true }).map(
		({ label, description, iconPath, detail, deployment }): TargetItem => ({
			label: labelText(label),
			description: joined(labelText(description), detail),
			iconPath,
			target: deploymentTarget(deployment),
			...(deployment.takesInputs
				? {}
				: {
						learn: async () => {
							const [saved, nodeInfo] = await Promise.all([
								savedWorkflows.of(session, deploymentTarget(deployment)),
								savedWorkflows.nodeInfoOf(session, deploymentTarget(deployment)),
							]);
							return { distance: savedDistance(document, saved), lacks: await lacksOf(nodeInfo) };
						},
					}),
		}),
	);
}

function connectionItems({
	session,
	connections,
	savedWorkflows,
	document,
	lacks,
}: TargetChoice): TargetItem[] {
	const lacksOf = lacks.for(document);
	return (connections?.all() ?? [])
		.filter(({ id }) => id !== session.connection.id)
		.map((other) => ({
			label: labelText(other.name),
			description: other.kind === 'engine' ? vscode.l10n.t('engine of your own') : '',
			detail: other.capabilities.deployments
				? vscode.l10n.t('Uses this connection from now on, and asks for the deployment there')
				: vscode.l10n.t('Uses this connection from now on'),
			target: { elsewhere: other },
			...(other.capabilities.engineRoutes
				? { learn: async () => ({ lacks: await lacksOf(await savedWorkflows.keptOfEngine(other)) }) }
				: {}),
		}));
}

function nothingHere(state: RunTargets['state']): string {
	return state.kind === 'failed'
		? labelText(state.failure.message, 200)
		: vscode.l10n.t('This account has no deployments yet. Create one with "New Deployment".');
}

function separator(label: string): TargetItem {
	return { label: labelText(label), kind: vscode.QuickPickItemKind.Separator };
}

/**
 * Sorts targets: those used before, then by the distance to their saved workflows; then those that lack something, are
 * disabled, or take no workflow.
 */
function ranked(
	items: readonly TargetItem[],
	known: ReadonlyMap<TargetItem, Facts>,
	first: readonly string[],
): readonly TargetItem[] {
	const group = (item: TargetItem) => {
		if (item.learn === undefined) return 3;
		if ((item.target as RunDestination).enabled === false) return 2;
		const lacks = known.get(item)?.lacks;
		return lacks === undefined || canRun(lacks) ? 0 : 1;
	};
	const used = (item: TargetItem) => {
		const at = first.indexOf((item.target as RunDestination).id);
		return at < 0 ? first.length : at;
	};
	return items.toSorted(
		(a, b) =>
			group(a) - group(b) || used(a) - used(b) || byDistance(known.get(a)?.distance, known.get(b)?.distance),
	);
}

/**
 * Returns the row with the known facts. Late facts do not increase the height of a row: the rows below would move away
 * under the pointer.
 */
function withFacts(item: TargetItem, facts: Facts | undefined, inTime: boolean): TargetItem {
	const { description, detail } = item;
	if (item.learn === undefined) return item;
	if (facts === undefined) return { ...item, description: joined(vscode.l10n.t('Checking...'), description) };
	const lacking = facts.lacks === undefined || canRun(facts.lacks) ? undefined : lacksText(facts.lacks);
	const distance = facts.distance && distanceText(facts.distance);
	return inTime || detail !== undefined
		? { ...item, description: joined(distance, description), detail: joined(lacking, detail) }
		: { ...item, description: joined(distance, lacking, description) };
}

function joined(...parts: readonly (string | undefined)[]): string {
	return parts.filter(Boolean).join(' · ');
}

function distanceText(distance: SavedDistance): string {
	switch (distance.kind) {
		case 'same':
			return vscode.l10n.t('Same as its saved workflow');
		case 'inputs':
			return counted(distance.count, vscode.l10n.t('1 input differs'), vscode.l10n.t('{0} inputs differ'));
		case 'other':
			return vscode.l10n.t('Other workflow: sent whole');
	}
}

/** Asks several targets at a time. Of those beyond `mostAsked`, and of one that fails, nothing is known. */
async function learnAll(items: readonly TargetItem[], known: Map<TargetItem, Facts>): Promise<void> {
	const waiting = items.filter(({ learn }) => learn !== undefined);
	for (const item of waiting.slice(mostAsked)) known.set(item, {});
	await inParallel(waiting.slice(0, mostAsked), atOnce, async (item) => {
		known.set(item, (await item.learn?.().then(undefined, () => undefined)) ?? {});
	});
}
