import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Session, SignedIn } from '../account/session.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Disposable } from '../base/emitter.ts';
import type { TableChanges } from '../ledger/recordTable.ts';
import { TransferTable } from '../transfers/transferTable.ts';
import { interruptedNotice, signInNotice } from './notices.ts';
import { Pursuit } from './pursuit.ts';
import { hasEnded, type Run } from './run.ts';
import { RunTable } from './runTable.ts';
import { Telling } from './telling.ts';
import type { TrackerOptions } from './tracker.ts';
import { notSubmitted, withNotice } from './transitions.ts';

/** How often this window looks into the ledger for what others did, in milliseconds. Costs no network. */
const watchMs = 1000;

/** How long a window that vanished keeps the others from polling. */
const pollLeaseMs = 15_000;
const pollLeaseRenewalMs = 5000;

/** How long after its window vanished a submission counts as interrupted. */
const submitLeaseMs = 30_000;

/** Runs remembered as already told to listeners. */
const seenLimit = 2000;

/**
 * The windows' work together: through leases in the ledger one of them polls for an account, all of them see every change,
 * and what a vanished window left behind is taken over.
 */
export class Crew {
	readonly runs: RunTable;
	readonly #options: TrackerOptions;
	readonly #transfers: TransferTable;
	readonly #clock: Clock;
	/** Editors give the same name to several windows, so the name alone does not tell them apart. */
	readonly #owner: string;
	readonly #telling: Telling;
	readonly #listeners = new Set<(run: Run) => void>();
	readonly #removeListeners = new Set<(runId: string) => void>();
	readonly #seen = new Map<string, Run>();
	readonly #submitting = new Set<string>();
	#revision = 0;
	#pursuit: Pursuit | undefined;
	/** The session whose sign-in the service refused; nothing is polled until it is replaced. */
	#refused: Session | undefined;
	#leaseUntil = 0;
	#leaseName: string | undefined;
	#cancelTimer: (() => void) | undefined;
	#sessionWatch: Disposable | undefined;
	#begun = false;
	#taking = false;
	#disposed = false;

	constructor(options: TrackerOptions) {
		this.#options = options;
		this.runs = new RunTable(options.ledger);
		this.#transfers = new TransferTable(options.ledger);
		this.#clock = options.clock ?? systemClock;
		this.#owner = `${options.windowId}/${randomUUID()}`;
		this.#telling = new Telling(options.ledger.leases, this.#clock, this.#owner);
	}

	now(): number {
		return this.#clock.now();
	}

	/** Starts watching (once) and looks at once. */
	begin(): void {
		if (this.#disposed) return;
		if (!this.#begun) {
			this.#begun = true;
			this.#revision = this.runs.revision();
			this.#sessionWatch = this.#options.session.onDidChange(() => {
				this.#stepDown();
				this.#look();
			});
		}
		this.#look();
	}

	/**
	 * Writes a run that is about to be submitted and marks it as being in this window's hands. False when it could not be
	 * written: nobody would find the request again.
	 */
	async beginSubmission(run: Run): Promise<boolean> {
		const { leases } = this.#options.ledger;
		this.#submitting.add(run.id);
		await leases.lease(submissionLease(run.id), this.#owner, submitLeaseMs);
		if (!(await this.runs.put(run))) {
			this.#submitting.delete(run.id);
			await leases.release(submissionLease(run.id), this.#owner);
			return false;
		}
		this.#telling.begin(run.id);
		this.#tell(run);
		return true;
	}

	async endSubmission(id: string): Promise<void> {
		this.#submitting.delete(id);
		await this.#options.ledger.leases.release(submissionLease(id), this.#owner);
		const run = this.runs.get(id);
		if (run) this.#pursuit?.add(run);
	}

	/** Changes a run in the ledger and tells listeners if that made a difference. The run afterwards. */
	async update(id: string, change: (run: Run) => Run): Promise<Run | undefined> {
		let changed = false;
		const guarded = (run: Run) => {
			const next = change(run);
			changed = !isDeepStrictEqual(next, run);
			return changed ? next : run;
		};
		const after = (await this.runs.update(id, guarded)) ?? (await this.#restore(id, guarded));
		// Another window may have written since, and its change may have been passed on already.
		if (after && changed) this.#tell(this.runs.get(id) ?? after);
		return after;
	}

	async remove(id: string): Promise<void> {
		await this.runs.remove(id);
		this.#forget(id);
	}

	/** The service took a call of this session, so its sign-in is good (again). */
	accepted(session: Session): void {
		if (this.#refused === session) this.#refused = undefined;
	}

	/** Not while the submission is under way: whoever pressed Run gets its outcome as the answer. */
	async speaksFor(id: string): Promise<boolean> {
		return !this.#submitting.has(id) && (await this.#telling.speaksFor(id));
	}

	hurry(id: string): void {
		this.#pursuit?.hurry(id);
	}

	onChange(listener: (run: Run) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	onRemove(listener: (runId: string) => void): () => void {
		this.#removeListeners.add(listener);
		return () => this.#removeListeners.delete(listener);
	}

	dispose(): void {
		this.#disposed = true;
		this.#cancelTimer?.();
		this.#sessionWatch?.dispose();
		this.#stepDown();
		this.#telling.leave();
		this.#listeners.clear();
		this.#removeListeners.clear();
	}

	/** A look into the ledger: what others did, whether this window polls, and what was left behind. */
	#look(): void {
		if (this.#disposed) return;
		this.#cancelTimer?.();
		this.#cancelTimer = this.#clock.after(watchMs, () => this.#look());
		this.#takeIn(this.runs.changedSince(this.#revision));
		this.#telling.renew();
		for (const id of this.#submitting) {
			void this.#options.ledger.leases.lease(submissionLease(id), this.#owner, submitLeaseMs);
		}
		if (this.#taking) return;
		this.#taking = true;
		void this.#takeOn().finally(() => {
			this.#taking = false;
		});
	}

	/** Becomes, stays or ceases to be the window that polls, and polls what is in flight. */
	async #takeOn(): Promise<void> {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') {
			this.#stepDown();
			return;
		}
		const unfinished = this.runs.unfinished(current.connection.id, current.account.id);
		for (const run of unfinished) this.#note(run);
		if (current === this.#refused || unfinished.length === 0 || !(await this.#elected(current))) {
			this.#stepDown();
			return;
		}
		// What happened during the election counts more than its outcome.
		if (this.#disposed || this.#options.session.current !== current || current === this.#refused) {
			this.#stepDown();
			return;
		}
		this.#pursuit ??= this.#pursue(current);
		for (const run of unfinished) {
			if (run.state === 'submitting') await this.#checkSubmission(run);
			else this.#pursuit?.add(run);
		}
	}

	#takeIn(changes: TableChanges<Run>): void {
		// A ledger that begins again replaced a damaged one: what this window knows goes into it.
		if (changes.revision < this.#revision) for (const run of this.#seen.values()) void this.runs.restore(run);
		this.#revision = changes.revision;
		for (const run of changes.changed) {
			const before = this.#seen.get(run.id);
			this.#tell(run);
			if (run.cancelRequested && !before?.cancelRequested) this.#pursuit?.hurry(run.id);
		}
		for (const id of changes.removed) this.#forget(id);
	}

	/** Takes or keeps the lease of the account; true while this window is the one that polls. */
	async #elected(session: SignedIn): Promise<boolean> {
		const name = JSON.stringify(['poll', session.connection.id, session.account.id]);
		const now = this.#clock.now();
		if (this.#leaseName === name && this.#leaseUntil - now > pollLeaseMs - pollLeaseRenewalMs) return true;
		if (!(await this.#options.ledger.leases.lease(name, this.#owner, pollLeaseMs))) return false;
		this.#leaseName = name;
		this.#leaseUntil = now + pollLeaseMs;
		return true;
	}

	#stepDown(): void {
		this.#pursuit?.stop();
		this.#pursuit = undefined;
		if (this.#leaseName !== undefined) void this.#options.ledger.leases.release(this.#leaseName, this.#owner);
		this.#leaseName = undefined;
		this.#leaseUntil = 0;
	}

	#pursue(session: SignedIn): Pursuit {
		return new Pursuit({
			service: session.service,
			runs: this.runs,
			transfers: this.#transfers,
			clock: this.#clock,
			archiveFolder: this.#options.archiveFolder,
			secrets: async () => (await this.#options.secretsOf?.(session.connection)) ?? [],
			update: (id, change) => this.update(id, change),
			mayPoll: async () => this.#clock.now() < this.#leaseUntil || (await this.#elected(session)),
			onUnauthorized: () => this.#pause(session),
		});
	}

	#pause(session: SignedIn): void {
		if (this.#refused === session) return;
		this.#refused = session;
		this.#options.log.warn(
			'The service refused the sign-in; runs are not followed until the session changes.',
		);
		this.#stepDown();
		for (const run of this.runs.unfinished(session.connection.id, session.account.id)) {
			void this.update(run.id, (current) => withNotice(current, signInNotice));
		}
	}

	/** A run that is in nobody's hands while it is being submitted was interrupted. */
	async #checkSubmission(run: Run): Promise<void> {
		if (this.#submitting.has(run.id) || this.#options.ledger.leases.leased(submissionLease(run.id))) return;
		await this.update(run.id, (current) =>
			notSubmitted(current, 'uncertain', interruptedNotice, this.#clock.now()),
		);
	}

	/** The ledger lost a run that this window knows (its file was damaged): what is known goes into the new one. */
	async #restore(id: string, change: (run: Run) => Run): Promise<Run | undefined> {
		this.#takeIn(this.runs.changedSince(this.#revision));
		const known = this.#seen.get(id);
		if (!known) return undefined;
		const next = change(known);
		return (await this.runs.put(next)) ? next : undefined;
	}

	/** Remembers a run that was there before this window looked; nobody needs to be told of it. */
	#note(run: Run): void {
		if (this.#seen.has(run.id)) return;
		this.#seen.set(run.id, run);
		this.#telling.witness(run);
	}

	#tell(run: Run): void {
		if (isDeepStrictEqual(this.#seen.get(run.id), run)) return;
		this.#telling.witness(run);
		this.#seen.delete(run.id);
		this.#seen.set(run.id, run);
		if (this.#seen.size > seenLimit) {
			for (const [id, seen] of this.#seen) {
				if (this.#seen.size <= seenLimit) break;
				if (hasEnded(seen)) this.#seen.delete(id);
			}
		}
		for (const listener of this.#listeners) this.#safely(() => listener(run));
	}

	#forget(id: string): void {
		this.#seen.delete(id);
		for (const listener of this.#removeListeners) this.#safely(() => listener(id));
	}

	/** A listener that fails must not stop the following. */
	#safely(call: () => void): void {
		try {
			call();
		} catch (error) {
			this.#options.log.error('A listener of runs failed.', error);
		}
	}
}

function submissionLease(runId: string): string {
	return JSON.stringify(['submit', runId]);
}
