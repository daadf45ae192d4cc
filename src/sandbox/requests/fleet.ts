import { randomUUID } from 'node:crypto';
import type { DeploymentRecord } from '../deployments/records.ts';
import { hardwareFacts } from '../engine/hardware.ts';
import type { World } from '../world.ts';

/** A rented machine: starting until `readyAt`, then idle or busy with one request. */
export interface Instance {
	readonly id: string;
	readonly deploymentId: string;
	readonly readyAt: number;
	busyWith: string | undefined;
	/** True once the alarm that will stop it is set. */
	retiring: boolean;
	/** Calls off the alarm that would make it ready or stop it. */
	calmDown: () => void;
	/** Files that callers uploaded to it; gone with the instance. */
	readonly uploads: Map<string, Uint8Array>;
}

/** The live instances of all deployments. */
export class Fleet {
	readonly #world: World;
	readonly #live = new Map<string, Map<string, Instance>>();

	constructor(world: World) {
		this.#world = world;
	}

	of(deploymentId: string): readonly Instance[] {
		return [...(this.#live.get(deploymentId)?.values() ?? [])];
	}

	count(deploymentId: string): number {
		return this.#live.get(deploymentId)?.size ?? 0;
	}

	/** An instance that is up; undefined while it starts and after it has stopped. */
	running(deploymentId: string, instanceId: string): Instance | undefined {
		const instance = this.#live.get(deploymentId)?.get(instanceId);
		return instance !== undefined && instance.readyAt <= this.#world.clock.now() ? instance : undefined;
	}

	idle(deploymentId: string): Instance | undefined {
		const now = this.#world.clock.now();
		return this.of(deploymentId).find((each) => each.busyWith === undefined && each.readyAt <= now);
	}

	/** Begins a cold start; `ready` is called when it is over. */
	start(deployment: DeploymentRecord, ready: () => void): void {
		const readyAt = this.#world.clock.now() + hardwareFacts(deployment.hardware).coldStartMs;
		const instance = this.#add(randomUUID(), deployment.id, readyAt);
		this.#world.db.run('INSERT INTO instances VALUES (?, ?, ?, NULL)', instance.id, deployment.id, readyAt);
		instance.calmDown = this.#world.clock.at(readyAt, ready);
	}

	/** Brings back the instances that were alive when the sandbox ended. */
	restore(ready: (deploymentId: string) => void): void {
		for (const row of this.#world.db.all('SELECT * FROM instances WHERE stopped_at IS NULL')) {
			const deploymentId = String(row.deployment_id);
			const instance = this.#add(String(row.id), deploymentId, Number(row.ready_at));
			instance.calmDown = this.#world.clock.at(instance.readyAt, () => ready(deploymentId));
		}
	}

	stop(instance: Instance): void {
		instance.calmDown();
		this.#live.get(instance.deploymentId)?.delete(instance.id);
		const now = this.#world.clock.now();
		this.#world.db.run('UPDATE instances SET stopped_at = ? WHERE id = ?', now, instance.id);
	}

	/** Forgets everything without a word to the store. */
	clear(): void {
		for (const instances of this.#live.values()) for (const each of instances.values()) each.calmDown();
		this.#live.clear();
	}

	#add(id: string, deploymentId: string, readyAt: number): Instance {
		const instance: Instance = {
			id,
			deploymentId,
			readyAt,
			busyWith: undefined,
			retiring: false,
			calmDown: () => {},
			uploads: new Map(),
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
