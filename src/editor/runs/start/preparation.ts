import * as vscode from 'vscode';
import { type Balance, fetchBalance, formatBalance } from '../../../core/account/balance.ts';
import type { SignedIn } from '../../../core/account/session.ts';
import { travelsReadable } from '../../../core/base/loopback.ts';
import { profilePage } from '../../../core/connection/connections.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import { laidOutJson } from '../../../core/json/indented.ts';
import {
	type MediaScan,
	type ScanOptions,
	scanMedia,
	scanServiceDocument,
} from '../../../core/runs/plan/media.ts';
import { type PlanMode, planRun, type RunPlan } from '../../../core/runs/plan/plan.ts';
import { minimumBalance } from '../../../core/wire/limits.ts';
import type { WorkflowDocument } from '../../../core/workflow/document.ts';
import { deploymentScheme } from '../../deployments/scheme.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { ask } from '../../shell/messages.ts';
import { fileReader, mediaFolders } from './files.ts';
import type { SavedWorkflows } from './savedWorkflows.ts';
import type { WorkflowSource } from './workflowSource.ts';

/** All that is known before anything is sent. */
export interface Preparation {
	readonly saved: WorkflowDocument | undefined;
	/** The deployment takes inputs of its own, so no workflow can run on it. */
	readonly takesInputs: boolean;
	readonly media: MediaScan;
	readonly balance: Balance | undefined;
}

/** Gathers, at the same time: the saved workflow, local media files and the balance. The options are those of reading files. */
export async function prepare(
	session: SignedIn,
	source: WorkflowSource,
	deployment: Deployment,
	savedWorkflows: SavedWorkflows,
	workflows: WorkflowDocuments,
	options: ScanOptions,
): Promise<Preparation> {
	const isEngine = session.connection.engine === true;
	const [savedText, takesInputs, media, balance] = await Promise.all([
		savedWorkflows.of(session, deployment.id),
		savedWorkflows.takesInputs(session, deployment.id),
		source.uri.scheme === deploymentScheme
			? scanServiceDocument(source.document)
			: scanMedia(source.document, mediaFolders(source), fileReader, { ...options, forEngine: isEngine }),
		isEngine ? undefined : fetchBalance(session.service),
	]);
	return {
		saved: savedText === undefined ? undefined : workflows.ofText(savedText),
		takesInputs,
		media,
		balance: balance?.ok ? balance.value : undefined,
	};
}

/** Plans the run for one way of sending. It depends only on its inputs, so it can be called again for the other way. */
export function planFor(
	session: SignedIn,
	source: WorkflowSource,
	preparation: Preparation,
	mode: PlanMode | 'auto',
	partnerKey: string | undefined,
): ReturnType<typeof planRun> {
	const keyStays = partnerKey !== undefined && travelsReadable(session.connection.baseUrl);
	return planRun({
		document: source.document,
		...(preparation.saved ? { saved: preparation.saved } : {}),
		mode,
		media: preparation.media,
		...(partnerKey && !keyStays ? { partnerKey } : {}),
		keyStays,
		dialect: session.connection.dialect,
		engine: session.connection.engine === true,
	});
}

/** Says before sending that the balance is too low, with the page where it can be topped up; true to continue. An unknown balance is left to the service. */
export async function balanceSuffices(
	{ connection }: SignedIn,
	balance: Balance | undefined,
): Promise<boolean> {
	if (!balance || balance.microdollars >= minimumBalance.deployment) return true;
	const [page, send] = [vscode.l10n.t('Open Profile Page'), vscode.l10n.t('Send Anyway')];
	const answer = await ask(
		vscode.l10n.t('Your balance is {0}. The service starts no run below 1.00 USD.', formatBalance(balance)),
		vscode.l10n.t('Top up in the web console. A run sent now will most likely be refused.'),
		page,
		send,
	);
	if (answer === page) await vscode.env.openExternal(vscode.Uri.parse(profilePage(connection)));
	return answer === send;
}

/** The request body for reading: the plan's own text, laid out, with the partner key taken out. */
export function readableBody(plan: RunPlan, partnerKey: string | undefined): string {
	const laidOut = laidOutJson(plan.bodyText) ?? plan.bodyText;
	const shortened = laidOut.replaceAll(
		/"data:([^;"]{1,80});base64,[^"]{200,}"/g,
		`"data:$1;base64,… (${vscode.l10n.t('embedded file')})"`,
	);
	return partnerKey
		? shortened.replaceAll(JSON.stringify(partnerKey), `"(${vscode.l10n.t('your key')})"`)
		: shortened;
}
