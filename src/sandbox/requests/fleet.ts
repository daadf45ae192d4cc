import { randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import type { DeploymentRecord } from '../deployments/records.ts';
import { hardwareFacts } from '../engine/hardware.ts';
import type { Blobs } from '../store/blobs.ts';

/** A rented machine: starting until `readyAt`, then idle or busy with one request. */
export interface Instance {
	readonly id: string;
	readonly deploymentId: string;
	readonly readyAt: number;
	busyWith: string | undefined;
	/** True once the alarm that will stop it is set. */
	retiring: boolean;
	/** Cancels the alarm that would make it ready or stop it. */
	cancelAlarm: () => void;
	/** Files that callers uploaded to it; lost with the instance. */
	readonly uploads: Uploads;
}

/** The live instances of all deployments. */
export class Fleet {
	readonly #sandbox: SandboxContext;
	readonly #live = new Map<string, Map<string, Instance>>();

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
	}

	of(deploymentId: string): readonly Instance[] {
		return [...(this.#live.get(deploymentId)?.values() ?? [])];
	}

	all(): readonly Instance[] {
		return [...this.#live.values()].flatMap((instances) => [...instances.values()]);
	}

	count(deploymentId: string): number {
		return this.#live.get(deploymentId)?.size ?? 0;
	}

	/** Returns a running instance; undefined while it starts and after it has stopped. */
	running(deploymentId: string, instanceId: string): Instance | undefined {
		const instance = this.#live.get(deploymentId)?.get(instanceId);
		return instance !== undefined && instance.readyAt <= this.#sandbox.clock.now() ? instance : undefined;
	}

	idle(deploymentId: string): Instance | undefined {
		const now = this.#sandbox.clock.now();
		return this.of(deploymentId).find((each) => each.busyWith === undefined && each.readyAt <= now);
	}

	/** Begins a cold start; `ready` is called at its end. */
	start(deployment: DeploymentRecord, ready: () => void): void {
		const readyAt = this.#sandbox.clock.now() + hardwareFacts(deployment.hardware).coldStartMs;
		const instance = this.#add(randomUUID(), deployment.id, readyAt);
		this.#sandbox.db.run('INSERT INTO instances VALUES (?, ?, ?, NULL)', instance.id, deployment.id, readyAt);
		instance.cancelAlarm = this.#sandbox.clock.at(readyAt, ready);
	}

	/** Brings back the instances that were alive when the sandbox ended. */
	restore(ready: (deploymentId: string) => void): void {
		for (const row of this.#sandbox.db.all('SELECT * FROM instances WHERE stopped_at IS NULL')) {
			const deploymentId = String(row.deployment_id);
			const instance = this.#add(String(row.id), deploymentId, Number(row.ready_at));
			instance.cancelAlarm = this.#sandbox.clock.at(instance.readyAt, () => ready(deploymentId));
		}
	}

	stop(instance: Instance): void {
		instance.cancelAlarm();
		this.#live.get(instance.deploymentId)?.delete(instance.id);
		instance.uploads
			.clear()
			.catch((error: unknown) => this.#sandbox.log(`uploads could not be removed: ${String(error)}`));
		const now = this.#sandbox.clock.now();
		this.#sandbox.db.run('UPDATE instances SET stopped_at = ? WHERE id = ?', now, instance.id);
	}

	/** Forgets everything without a note in the store. */
	clear(): void {
		for (const instances of this.#live.values()) for (const each of instances.values()) each.cancelAlarm();
		this.#live.clear();
	}

	#add(id: string, deploymentId: string, readyAt: number): Instance {
		const instance: Instance = {
			id,
			deploymentId,
			readyAt,
			busyWith: undefined,
			retiring: false,
			cancelAlarm: () => {},
			uploads: new Uploads(this.#sandbox.uploads, id),
		};
		let instances = this.#live.get(deploymentId);
		if (instances === undefined) {
			instances = new Map();
			this.#live.set(deploymentId, instances);
		}
		instances.set(id, instance);
		return instance;
	}
}

/** Files that callers uploaded to one instance; on disk, so that they exist as long as the instance, including restarts. */
class Uploads {
	readonly #blobs: Blobs;
	readonly #instanceId: string;

	constructor(blobs: Blobs, instanceId: string) {
		this.#blobs = blobs;
		this.#instanceId = instanceId;
	}

	/** Reads the file under the name by which nodes call it: `subfolder/name`, with ` [temp]` or ` [output]` outside the inputs. */
	get(name: string): Promise<Uint8Array | undefined> {
		return this.#blobs.read(this.#instanceId, name);
	}

	set(name: string, bytes: Uint8Array): Promise<void> {
		return this.#blobs.write(this.#instanceId, name, bytes);
	}

	async clear(): Promise<void> {
		await this.#blobs.remove(this.#instanceId);
	}
}
