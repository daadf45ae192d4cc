import type { SessionSource, SignedIn } from '../../core/account/session.ts';
import type { Result } from '../../core/base/failure.ts';
import { type DeploymentChange, DeploymentChangeTable } from '../../core/deployments/changeTable.ts';
import {
	type ChangeOutcome,
	type ChangeTarget,
	changeDeployment,
	removeDeployment,
} from '../../core/deployments/changing.ts';
import { getDeployment, type NewDeployment } from '../../core/deployments/client.ts';
import { createOnce } from '../../core/deployments/creating.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import { applyDeployment } from '../../core/deployments/file/apply.ts';
import type { DeploymentFile } from '../../core/deployments/file/deploymentFile.ts';
import type { DeploymentSettings } from '../../core/deployments/settings.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { LazyLedger } from '../shell/lazyLedger.ts';

interface DeploymentWorkOptions {
	readonly session: SessionSource;
	readonly store: DeploymentStore;
	readonly ledger: Pick<LazyLedger, 'open'>;
}

/** Makes, changes and deletes deployments of the current session; each change is kept, and the list shows it at once. */
export class DeploymentWork {
	readonly #options: DeploymentWorkOptions;

	constructor(options: DeploymentWorkOptions) {
		this.#options = options;
	}

	/** The account that is signed in now. */
	get current(): SignedIn | undefined {
		const { current } = this.#options.session;
		return current.state === 'signedIn' ? current : undefined;
	}

	/** Reads the record as the service has it now. */
	async read(owner: SignedIn, deploymentId: string): Promise<Result<Deployment>> {
		const read = await getDeployment(owner.service, deploymentId);
		if (read.ok) this.#show(owner, () => this.#options.store.replace(read.value));
		return read;
	}

	/** Creates a deployment; see `createOnce`. Of another one of its name the person knows where the list shows it. */
	async create(owner: SignedIn, deployment: NewDeployment): Promise<Result<Deployment>> {
		const { store, session, ledger } = this.#options;
		const besides = store.items.filter(({ name }) => name === deployment.name).map(({ id }) => id);
		const { leases } = (await ledger.open()).ledger;
		const created = await createOnce({ service: owner.service, leases, besides }, deployment);
		if (created.ok) this.#show(owner, () => store.add(created.value));
		else if (created.failure.kind === 'uncertain' && session.current === owner) await store.refresh();
		return created;
	}

	/** Changes a deployment; see `changeDeployment`. */
	async change(
		owner: SignedIn,
		deploymentId: string,
		wanted: DeploymentSettings,
		seen?: DeploymentSettings,
	): Promise<Result<ChangeOutcome>> {
		const target = { ...(await this.#target(owner)), deploymentId };
		const done = await changeDeployment(target, wanted, seen);
		if (done.ok) this.#show(owner, () => this.#options.store.replace(done.value.deployment));
		return done;
	}

	async remove(owner: SignedIn, deployment: Deployment): Promise<Result<undefined>> {
		const target = { ...(await this.#target(owner)), deploymentId: deployment.id };
		const done = await removeDeployment(target, deployment);
		if (done.ok) this.#show(owner, () => this.#options.store.remove(deployment.id));
		return done;
	}

	/** Applies a file; see `applyDeployment`. */
	async apply(
		owner: SignedIn,
		file: DeploymentFile,
		live: Deployment | undefined,
	): Promise<Result<Deployment>> {
		const { store, ledger } = this.#options;
		const { leases } = (await ledger.open()).ledger;
		const done = await applyDeployment({ ...(await this.#target(owner)), leases }, file, live);
		if (done.ok)
			this.#show(owner, () => (live === undefined ? store.add(done.value) : store.replace(done.value)));
		return done;
	}

	/** Reads the changes made with this editor, newest first: of one deployment, or of all of the account. */
	async changes(owner: SignedIn, deploymentId?: string): Promise<readonly DeploymentChange[]> {
		const table = await this.#table();
		return table.list(ownerOf(owner), 200, deploymentId);
	}

	/** Asks the service for the list again. */
	refresh(): Promise<void> {
		return this.#options.store.refresh();
	}

	async #target(owner: SignedIn): Promise<Omit<ChangeTarget, 'deploymentId'>> {
		const log = await this.#table();
		return { service: owner.service, history: { accountId: owner.account.id, log } };
	}

	async #table(): Promise<DeploymentChangeTable> {
		const { ledger } = await this.#options.ledger.open();
		return new DeploymentChangeTable(ledger);
	}

	/** Shows a result, unless another account is signed in by now: then it does not belong into the list. */
	#show(owner: SignedIn, show: () => void): void {
		if (this.#options.session.current === owner) show();
	}
}

function ownerOf({ connection, account }: SignedIn) {
	return { connectionId: connection.id, accountId: account.id };
}
