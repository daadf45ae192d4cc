import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import { compact } from '../../../core/base/compact.ts';
import { type Failure, failed, type Result, success } from '../../../core/base/failure.ts';
import type { FormValues } from '../../../core/base/panel/formFields.ts';
import type { RequestHandlers } from '../../../core/base/panel/requests.ts';
import { dialectOf } from '../../../core/connection/dialects.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import { deploymentFields, formValuesOf, settingsOfForm } from '../../../core/deployments/deploymentForm.ts';
import {
	type DeploymentFormIdentity,
	type DeploymentFormProtocol,
	type DeploymentFormState,
	deploymentFormProtocol,
} from '../../../core/deployments/deploymentFormMessages.ts';
import {
	changedSince,
	hardwareChoices,
	settingChanges,
	settingsOf,
	standingCost,
	usualSettings,
} from '../../../core/deployments/settings.ts';
import { deploymentCreate, deploymentUpdate } from '../../../core/operations/deployments/deployments.ts';
import { deploymentGet } from '../../../core/operations/deployments/show.ts';
import { wasNotSubmitted } from '../../../core/records/submissions.ts';
import { failureText } from '../../shell/failures.ts';
import { confirm, inform } from '../../shell/messages.ts';
import type { PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { labelText } from '../../shell/plainText.ts';
import type { DeploymentServices } from '../services.ts';

interface DeploymentFormParts
	extends Pick<DeploymentServices, 'acts' | 'log' | 'session' | 'ready' | 'extensionUri' | 'store'> {
	/** Selects a deployment in the view, if that is visible. */
	readonly reveal: (deployment: Deployment) => Promise<void>;
}

/** Reads the state of a panel from before the window was reloaded. */
export const savedDeploymentForm = identityReader(deploymentFormProtocol);

/** Creates the panel of a form; an edited deployment is read immediately. */
export function createDeploymentForm(
	parts: DeploymentFormParts,
	identity: DeploymentFormIdentity,
	place: PanelPlace,
): Panel<DeploymentFormProtocol> {
	const form = new DeploymentForm(parts, identity);
	const panel: Panel<DeploymentFormProtocol> = createPanel({
		viewType: 'easel.deployment',
		protocol: deploymentFormProtocol,
		extensionUri: parts.extensionUri,
		log: parts.log,
		title: () => form.title,
		identity: form.identity,
		roots: [],
		state: () => form.state,
		handlers: () => ({ readAgain: () => form.read(), close: () => panel.close() }),
		requests: () => form.answers(() => panel.close()),
		...place,
	});
	const watch = form.start(() => panel.refresh());
	panel.onDidDispose(() => watch.dispose());
	return panel;
}

/** The form of a deployment: its content and its requests. */
export class DeploymentForm {
	readonly identity: DeploymentFormIdentity;
	readonly #parts: DeploymentFormParts;
	/** The failure after which it is unknown whether a deployment was created. */
	#uncertain: Failure | undefined;
	#deployment: Deployment | undefined;
	#trouble: string | undefined;
	#reading = false;
	#changed: () => void = () => undefined;

	constructor(parts: DeploymentFormParts, identity: DeploymentFormIdentity) {
		this.#parts = parts;
		this.identity = identity;
		if (identity.mode === 'edit') this.#deployment = parts.store.byId(identity.deploymentId);
	}

	get title(): string {
		if (this.identity.mode === 'new') return vscode.l10n.t('New Deployment');
		return this.#deployment === undefined
			? vscode.l10n.t('Edit Deployment')
			: vscode.l10n.t('Edit "{0}"', labelText(this.#deployment.name, 60));
	}

	get state(): DeploymentFormState {
		const { store, session } = this.#parts;
		const { mode } = this.identity;
		const owner = this.#owner();
		const { machines } = dialectOf(session.current.connection);
		const usual = usualSettings(machines);
		const values = mode === 'new' ? usual : this.#deployment && settingsOf(this.#deployment);
		const present = [...store.items, ...(this.#deployment ? [this.#deployment] : [])];
		const trouble = owner.ok ? this.#trouble : failureText(owner.failure);
		return {
			mode,
			title: this.#deployment?.name ?? '',
			...(owner.ok ? { connection: session.current.connection.name } : {}),
			fields: deploymentFields(
				mode,
				hardwareChoices(
					present.map(({ hardware }) => hardware),
					machines,
				),
				store.items,
				machines,
			),
			values: values === undefined ? {} : formValuesOf(mode, values),
			templates:
				mode === 'edit'
					? []
					: store.items.slice(0, 200).map((each) => ({
							id: each.id,
							name: each.name,
							values: formValuesOf('new', { ...usual, ...settingsOf(each) }),
						})),
			...compact({ trouble }),
			reading: this.#reading,
		};
	}

	/** Begins to follow the account and the list; `onChange` is called whenever the state is another one. */
	start(onChange: () => void): { dispose(): void } {
		this.#changed = onChange;
		const { session, store } = this.#parts;
		const watches = [
			session.onDidChange(() => void this.read()),
			...(this.identity.mode === 'new' ? [store.onDidChange(onChange)] : []),
		];
		void this.read();
		return {
			dispose() {
				for (const watch of watches) watch.dispose();
			},
		};
	}

	async read(): Promise<void> {
		const { identity } = this;
		const { ready, acts, store } = this.#parts;
		this.#reading = identity.mode === 'edit' && this.#deployment === undefined;
		this.#trouble = undefined;
		await ready();
		const owner = this.#owner();
		if (owner.ok && identity.mode === 'edit') {
			const read = await acts.run(deploymentGet, { id: identity.deploymentId });
			if (read.ok) this.#deployment = read.value;
			else this.#trouble = failureText(read.failure);
		} else if (owner.ok && store.state.kind !== 'ready') void store.refresh();
		this.#reading = false;
		this.#changed();
	}

	answers(close: () => void): RequestHandlers<DeploymentFormProtocol['requests']> {
		const { mode } = this.identity;
		return {
			review: async ({ values, base }) => {
				if (mode === 'new') {
					const owner = this.#owner();
					if (!owner.ok) return owner;
					const wanted = settingsOfForm(mode, values);
					const changes = settingChanges({}, wanted).map(rowOf);
					return success({
						changes,
						elsewhere: [],
						values,
						now: base,
						...compact({ cost: standingCost(wanted) }),
					});
				}
				const present = await this.#present();
				if (!present.ok) return present;
				const before = settingsOf(present.value);
				const now = formValuesOf(mode, before);
				const merged = mergedValues(values, base, now);
				const wanted = settingsOfForm(mode, merged);
				const cost = standingCost({ ...before, ...wanted });
				return success({
					changes: settingChanges(before, wanted).map(rowOf),
					elsewhere: changedSince(settingsOfForm(mode, base), before).map(rowOf),
					values: merged,
					now,
					...compact({ cost }),
				});
			},
			save: async ({ values, now }) => {
				const owner = this.#owner();
				if (!owner.ok) return owner;
				const { deploymentId } = this.identity as Extract<DeploymentFormIdentity, { mode: 'edit' }>;
				const wanted = settingsOfForm(mode, values);
				const reviewed = settingChanges(settingsOfForm(mode, now), wanted);
				const done = await this.#parts.acts.run(
					deploymentUpdate,
					{ id: deploymentId, ...wanted },
					{
						answers: {
							confirmChange: async (asked) =>
								'changes' in asked && isDeepStrictEqual(asked.changes, reviewed),
							confirmSpending: async () => true,
						},
					},
				);
				if (!done.ok && done.failure.kind === 'canceled')
					return failed({
						kind: 'conflict',
						message: vscode.l10n.t('Someone else has just changed this deployment.'),
						nextStep: vscode.l10n.t('Review the changes again.'),
						fixer: 'you',
					});
				if (!done.ok) return placedAt(done, 'workflow_version');
				void inform(vscode.l10n.t('Changed "{0}".', done.value.name));
				close();
				return success({});
			},
			create: async ({ values }) => {
				const owner = this.#owner();
				if (!owner.ok) return owner;
				if (this.#uncertain && !(await this.#confirmDuplicate())) return failed(this.#uncertain);
				const { name = '', workflowId = '', workflowVersion = '', ...more } = settingsOfForm(mode, values);
				const done = await this.#parts.acts.run(
					deploymentCreate,
					{ name, workflowId, workflowVersion, ...more },
					{ answers: { confirmSpending: async () => true } },
				);
				this.#uncertain = done.ok || wasNotSubmitted(done.failure) ? undefined : done.failure;
				if (!done.ok) return placedAt(done, 'workflow_id');
				void inform(vscode.l10n.t('Created "{0}".', done.value.name));
				close();
				void this.#showNew(done.value);
				return success({});
			},
		};
	}

	#confirmDuplicate(): Promise<boolean> {
		return confirm(vscode.l10n.t('Create the deployment again?'), {
			detail: vscode.l10n.t(
				'The first request got no response, so the deployment may already exist. Check the Deployments view first.',
			),
			action: vscode.l10n.t('Create Again'),
		});
	}

	/** Reveals a new deployment in the list, which has its own order. */
	async #showNew(deployment: Deployment): Promise<void> {
		await this.#parts.store.refresh();
		await this.#parts.reveal(deployment);
	}

	async #present(): Promise<Result<Deployment>> {
		const owner = this.#owner();
		if (!owner.ok) return owner;
		const { deploymentId } = this.identity as Extract<DeploymentFormIdentity, { mode: 'edit' }>;
		return this.#parts.acts.run(deploymentGet, { id: deploymentId });
	}

	/** Returns the account of the form, or the reason why nothing can be sent. */
	#owner(): Result<SignedIn> {
		const { identity } = this;
		const { current } = this.#parts.session;
		if (current.state === 'signedOut')
			return failed({
				kind: 'auth',
				message: vscode.l10n.t('You are not signed in.'),
				nextStep: vscode.l10n.t('Sign in. Your input is kept.'),
				fixer: 'you',
			});
		if (identity.mode === 'edit' && identity.connectionId !== current.connection.id)
			return failed({
				kind: 'auth',
				message: vscode.l10n.t('This deployment belongs to another connection.'),
				nextStep: vscode.l10n.t('Switch the connection. Your input is kept.'),
				fixer: 'you',
			});
		return success(current);
	}
}

/** Merges typed values with the current record: typed ones stay, and an untouched field follows changes made elsewhere. */
function mergedValues(values: FormValues, base: FormValues, now: FormValues): FormValues {
	const typed = Object.entries(values).filter(([path, value]) => value !== base[path]);
	return { ...now, ...Object.fromEntries(typed) };
}

function rowOf({ label, before, after }: { label: string; before?: string; after: string }) {
	return { label, after, ...compact({ before }) };
}

/** Adds the field to a failure, since the service does not name the field of a missing workflow or version. */
function placedAt<T extends Extract<Result<unknown>, { ok: false }>>(result: T, path: string) {
	const { failure } = result;
	if (failure.kind !== 'notFound') return result;
	const words = failure.details?.[0] ?? failure.message;
	return failed({ ...failure, details: [`${path}: ${words}`] });
}
