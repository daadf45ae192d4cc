import type { JsonObject } from '../../core/json/value.ts';
import { minimumBalance } from '../../core/wire/limits.ts';
import type { Accounts } from '../account/accounts.ts';
import type { Meter } from '../account/meter.ts';
import type { SandboxContext } from '../base/context.ts';
import type { DeploymentRecord, Deployments } from '../deployments/records.ts';
import { type Engine, leave, runErrorCodes } from '../engine/engine.ts';
import { type RunError, runError } from '../engine/outcome.ts';
import { Fleet, type Instance } from './fleet.ts';
import type { Ending, RequestRecord, Requests } from './records.ts';
import { RunningRequests } from './running.ts';
import { WarmTime } from './warmTime.ts';

export type RequestEvent = 'queued' | 'in_progress' | 'ended';

/** Simulated milliseconds between the request to cancel a running request and its end. */
const cancelDelayMs = 400;

interface Parts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly meter: Meter;
	readonly deployments: Deployments;
	readonly requests: Requests;
	readonly engine: Engine;
	readonly announce: (event: RequestEvent, requestId: string) => void;
}

/** Brings requests and instances together: queue, cold start, keep-warm, bounds, cancel, and the end of each request. */
export class Scheduler {
	readonly #parts: Parts;
	readonly fleet: Fleet;
	readonly #warmTime: WarmTime;
	readonly #waiting = new Map<string, string[]>();
	readonly #running: RunningRequests;
	/** `extra_data` by request: lives here only, and only until the request ends. */
	readonly #extraData = new Map<string, JsonObject>();
	#closed = false;
	/** Called with an instance that is up and has no request to run. */
	onFree: (instance: Instance) => void = () => {};
	onStopped: (instance: Instance) => void = () => {};

	constructor(parts: Parts) {
		this.#parts = parts;
		this.fleet = new Fleet(parts.sandbox);
		this.#running = new RunningRequests({
			...parts,
			onEnd: (requestId, ending, cost) => this.#finish(requestId, ending, cost),
		});
		this.#warmTime = new WarmTime(parts.sandbox, parts.meter, parts.engine.forward !== undefined);
	}

	/** Resumes the stored state: live instances, waiting requests, and interrupted ones. */
	resume(): void {
		this.fleet.restore((deploymentId) => this.#settle(deploymentId));
		for (const request of this.#parts.requests.open()) {
			if (request.cancelRequested) {
				if (request.state === 'in_progress') this.#parts.engine.stop?.(request.id);
				this.#finish(request.id, { state: 'canceled' });
			} else if (!this.#continueOn(request)) this.#queueOf(request.deploymentId).push(request.id);
		}
		for (const deploymentId of this.#waiting.keys()) this.#settle(deploymentId);
		for (const deployment of this.#parts.deployments.enabled()) this.#settle(deployment.id);
	}

	/** Puts an accepted request into the queue of its deployment. */
	enqueue(request: RequestRecord, extraData: JsonObject | undefined): void {
		if (extraData !== undefined) this.#extraData.set(request.id, extraData);
		this.#queueOf(request.deploymentId).push(request.id);
		this.#parts.announce('queued', request.id);
		this.#settle(request.deploymentId);
	}

	/** Returns the number of requests that will start before this one; undefined if it is not waiting. */
	position(request: RequestRecord): number | undefined {
		const index = this.#queueOf(request.deploymentId).indexOf(request.id);
		return index < 0 ? undefined : index;
	}

	/** Cancels a request. False if it has already ended. */
	cancel(request: RequestRecord): boolean {
		if (request.state !== 'in_queue' && request.state !== 'in_progress') return false;
		if (request.cancelRequested) return true;
		this.#parts.requests.requestCancel(request.id);
		if (request.state === 'in_queue') {
			this.#finish(request.id, { state: 'canceled' });
			return true;
		}
		const { clock } = this.#parts.sandbox;
		clock.at(clock.now() + cancelDelayMs, () => this.#finish(request.id, { state: 'canceled' }));
		return true;
	}

	/** Applies the bounds of a deployment, or tears it down when it is disabled or deleted. Call it after a deployment has changed. */
	deploymentChanged(id: string): void {
		const deployment = this.#parts.deployments.get(id);
		if (deployment === undefined) return;
		if (deployment.enabled && deployment.deletedAt === undefined) {
			for (const instance of this.fleet.of(id)) {
				instance.retiring = false;
				this.#retireLater(deployment, instance);
			}
			this.#settle(id);
			return;
		}
		this.#tearDown(
			id,
			deployment.deletedAt !== undefined
				? runError(
						'DeletedDeployment',
						'The deployment was deleted before the request ended.',
						runErrorCodes.deleted,
					)
				: runError(
						'DisabledDeployment',
						'The deployment was disabled before the request ended.',
						runErrorCodes.disabled,
					),
		);
	}

	/** Disables and tears down the deployments of an account that have instances: its balance is used up. */
	balanceExhausted(accountId: string): void {
		const { deployments } = this.#parts;
		const details =
			'The balance of the account was used up before the request ended, so the deployment was disabled.';
		for (const { id } of deployments.enabledOf(accountId)) {
			if (this.fleet.count(id) === 0) continue;
			deployments.tearDown(id);
			this.#tearDown(id, runError('InsufficientFunds', details, runErrorCodes.insufficientFunds));
		}
	}

	/** Starts the requests that an account could not pay for until now. */
	balanceRestored(accountId: string): void {
		const { deployments } = this.#parts;
		const listed = deployments.enabled().map(({ id }) => id);
		for (const id of new Set([...listed, ...this.#waiting.keys()])) {
			if (deployments.get(id)?.accountId === accountId) this.#settle(id);
		}
	}

	/** Lets something else than a request use an instance; false when it is busy, not up yet, or has stopped. */
	occupy(instance: Instance, id: string): boolean {
		const up = this.fleet.running(instance.deploymentId, instance.id);
		if (up === undefined || instance.busyWith !== undefined) return false;
		instance.cancelAlarm();
		instance.retiring = false;
		instance.busyWith = id;
		return true;
	}

	release(instance: Instance): void {
		instance.busyWith = undefined;
		this.#settle(instance.deploymentId);
	}

	/** Ends a running request as the engine does when it is interrupted on the machine itself. */
	interrupt(requestId: string): void {
		const details = 'The run was interrupted on its instance.';
		const error = runError('InterruptProcessingException', details, runErrorCodes.nodeFailed);
		this.#finish(requestId, { state: 'failed', error });
	}

	#tearDown(id: string, error: RunError): void {
		for (const request of this.#parts.requests.open()) {
			if (request.deploymentId === id) this.#finish(request.id, { state: 'failed', error });
		}
		for (const instance of this.fleet.of(id)) this.#stop(instance);
	}

	/** Returns the number of instances of a deployment that are up or starting. */
	liveInstances(deploymentId: string): number {
		return this.fleet.count(deploymentId);
	}

	#stop(instance: Instance): void {
		this.fleet.stop(instance);
		this.#countWarm(instance.deploymentId);
		this.onStopped(instance);
	}

	/** Drops all work without ending any request; the store still knows it. `returns`: another sandbox will continue it. */
	halt(returns: boolean): void {
		this.#closed = true;
		this.forget(returns ? leave : undefined);
	}

	/** Forgets everything in memory. Call it after the store was emptied. */
	forget(reason?: symbol): void {
		this.#running.drop(reason);
		for (const instance of this.fleet.all()) this.onStopped(instance);
		this.#waiting.clear();
		this.#extraData.clear();
		this.fleet.clear();
	}

	#queueOf(deploymentId: string): string[] {
		let queue = this.#waiting.get(deploymentId);
		if (queue === undefined) {
			queue = [];
			this.#waiting.set(deploymentId, queue);
		}
		return queue;
	}

	/** Gives waiting requests to idle instances, then starts instances while the queue or the floor asks for them. */
	#settle(deploymentId: string): void {
		const deployment = this.#parts.deployments.get(deploymentId);
		if (this.#closed || deployment === undefined || !deployment.enabled || deployment.deletedAt !== undefined)
			return;
		const queue = this.#queueOf(deploymentId);
		for (
			let idle = this.fleet.idle(deploymentId);
			idle && queue.length > 0;
			idle = this.fleet.idle(deploymentId)
		) {
			const requestId = queue.shift();
			if (requestId !== undefined) this.#begin(requestId, idle);
		}
		for (const instance of this.fleet.of(deploymentId)) {
			if (instance.busyWith === undefined && instance.readyAt <= this.#parts.sandbox.clock.now())
				this.onFree(instance);
		}
		while (this.#wantsInstance(deployment, queue.length)) {
			this.fleet.start(deployment, () => this.#settle(deploymentId));
		}
		for (const instance of this.fleet.of(deploymentId)) this.#retireLater(deployment, instance);
		this.#countWarm(deploymentId);
	}

	#countWarm(deploymentId: string): void {
		const deployment = this.#parts.deployments.get(deploymentId);
		if (deployment !== undefined) this.#warmTime.count(deployment, this.fleet.count(deploymentId));
	}

	/**
	 * Returns whether one more instance is needed and the account may start it: warm ones take the work of starting
	 * ones.
	 */
	#wantsInstance(deployment: DeploymentRecord, waiting: number): boolean {
		const live = this.fleet.count(deployment.id);
		const belowFloor = live < deployment.minInstances;
		const crowded = live < deployment.maxInstances && waiting > 0 && waiting > deployment.queueSize * live;
		if (!belowFloor && !crowded) return false;
		const balance = this.#parts.accounts.get(deployment.accountId)?.balance ?? 0;
		return (crowded && balance > 0) || (belowFloor && balance >= minimumBalance.deployment);
	}

	/** Stops an idle instance above the floor after the keep-warm time, and one above the ceiling immediately. */
	#retireLater(deployment: DeploymentRecord, instance: Instance): void {
		const { clock } = this.#parts.sandbox;
		if (instance.busyWith !== undefined || instance.retiring || instance.readyAt > clock.now()) return;
		instance.cancelAlarm();
		const live = this.fleet.count(deployment.id);
		if (live > deployment.maxInstances) this.#stop(instance);
		else if (live > deployment.minInstances) {
			const at = clock.now() + deployment.keepWarmSeconds * 1000;
			instance.retiring = true;
			instance.cancelAlarm = clock.at(at, () => {
				const current = this.#parts.deployments.get(deployment.id);
				if (current && this.fleet.count(current.id) > current.minInstances) this.#stop(instance);
			});
		}
	}

	#begin(requestId: string, instance: Instance): void {
		const request = this.#parts.requests.get(requestId);
		if (request === undefined || request.finishedAt !== undefined) return;
		this.#parts.requests.start(requestId, instance.id);
		this.#parts.announce('in_progress', requestId);
		this.#work(request, instance);
	}

	/** Runs an interrupted request again on the instance that had it. */
	#continueOn(request: RequestRecord): boolean {
		const instance = this.fleet.of(request.deploymentId).find((each) => each.id === request.instanceId);
		if (request.state !== 'in_progress' || instance === undefined) return false;
		this.#work(request, instance, true);
		return true;
	}

	#work(request: RequestRecord, instance: Instance, resumed = false): void {
		instance.cancelAlarm();
		instance.retiring = false;
		instance.busyWith = request.id;
		this.#running.start(request, instance, this.#extraData.get(request.id), resumed);
	}

	/** Ends a request. Its end and its cost, in millionths of a US dollar, are written together. */
	#finish(requestId: string, ending: Ending, cost = 0): void {
		const { sandbox, accounts, requests, announce } = this.#parts;
		const request = requests.get(requestId);
		// First of all: if it cannot be written, the request is still running, and the caller may end it otherwise.
		const ended = sandbox.db.transaction(() => {
			if (request === undefined || !requests.finish(requestId, ending)) return false;
			if (cost > 0) accounts.take(request.accountId, cost);
			return true;
		});
		const instance = this.#running.end(requestId);
		this.#extraData.delete(requestId);
		if (request === undefined) return;
		const queue = this.#queueOf(request.deploymentId);
		const index = queue.indexOf(requestId);
		if (index >= 0) queue.splice(index, 1);
		if (ended) announce('ended', requestId);
		if (instance !== undefined) instance.busyWith = undefined;
		if (ended && cost > 0) accounts.taken(request.accountId);
		this.#settle(request.deploymentId);
	}
}
