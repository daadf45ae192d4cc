import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, soon } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import { makeFolder } from '../base/disk/makeFolder.ts';
import { replaceFile } from '../base/disk/replaceFile.ts';
import { Emitter } from '../base/emitter.ts';
import { type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Service } from '../http/transport.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';
import { readJson } from '../json/tolerant.ts';
import { objectInfo, systemStats } from './engineClient.ts';

/** An engine's description of its node classes. */
export interface EngineNodeInfo {
	/** The text of its `object_info`. The same text object means the same description. */
	readonly text: string;
	/** Such as `0.3.64`; absent in very old engines. */
	readonly version?: string;
}

/** Milliseconds after which the engine's version is requested again; a reply of a few hundred bytes. */
const confirmAfterMs = 60_000;
/** Milliseconds after which the description is downloaded again: models and packs change without a new version. */
const freshForMs = 10 * 60_000;
/** Milliseconds to wait for the first description of an engine before continuing without it. */
const patienceMs = 4000;

interface Known {
	readonly info: EngineNodeInfo;
	/** The time when the text was received from the engine; milliseconds since 1970. */
	readonly fetchedAt: number;
}

interface Entry {
	known: Known | undefined;
	/** Reading the copy on disk. */
	readonly read: Promise<void>;
	confirmedAt: number;
	asking: Promise<Result<EngineNodeInfo>> | undefined;
}

interface NodeInfoStoreOptions {
	/** The folder of the copies, by address and version. */
	readonly folder: string;
	readonly log: Log;
	readonly clock: Clock;
}

/**
 * The node info of engines, kept in memory and on disk. Known info is returned immediately, and renewed in the
 * background: when the version changed, when it is older than ten minutes, and on request. If an engine does not
 * answer, the last description stays.
 */
export class NodeInfoStore {
	readonly #options: NodeInfoStoreOptions;
	readonly #entries = new Map<string, Entry>();
	readonly #changed = new Emitter<string>();
	/** Fires with the address of an engine when its description has changed. */
	readonly onDidChange = this.#changed.event;

	constructor(options: NodeInfoStoreOptions) {
		this.#options = options;
	}

	/** Returns the description of an engine; undefined while unknown. Waits for the first one, but not for long. */
	async of(service: Service): Promise<EngineNodeInfo | undefined> {
		const entry = this.#entry(service);
		await entry.read;
		const { clock } = this.#options;
		const age = clock.now() - entry.confirmedAt;
		const asking = age >= confirmAfterMs || age < 0 ? this.#confirm(service, entry) : entry.asking;
		if (entry.known === undefined && asking !== undefined)
			await soon(
				clock,
				asking.catch(() => undefined),
				patienceMs,
			);
		return entry.known?.info;
	}

	/** Returns the description that is known of an engine at an address, without asking it. */
	async kept(address: string): Promise<EngineNodeInfo | undefined> {
		const entry = this.#entries.get(address);
		await entry?.read;
		return (entry === undefined ? await this.#readCopy(address) : entry.known)?.info;
	}

	/** Downloads the description again, even if it is known. */
	async refresh(service: Service): Promise<Result<EngineNodeInfo>> {
		const entry = this.#entry(service);
		await entry.read;
		return this.#ask(service, entry, true);
	}

	dispose(): void {
		this.#changed.dispose();
	}

	#entry({ connection: { baseUrl } }: Service): Entry {
		const known = this.#entries.get(baseUrl);
		if (known !== undefined) return known;
		const entry: Entry = {
			known: undefined,
			confirmedAt: Number.NEGATIVE_INFINITY,
			asking: undefined,
			read: this.#readCopy(baseUrl).then((copy) => {
				entry.known = copy;
			}),
		};
		this.#entries.set(baseUrl, entry);
		return entry;
	}

	#confirm(service: Service, entry: Entry): Promise<Result<EngineNodeInfo>> {
		entry.confirmedAt = this.#options.clock.now();
		const asking = this.#ask(service, entry, false);
		asking.then(
			(result) => {
				if (!result.ok)
					this.#options.log.debug(
						`The node info of the engine could not be refreshed: ${result.failure.message}`,
					);
			},
			(cause: unknown) => this.#options.log.warn('The node info of the engine could not be saved', cause),
		);
		return asking;
	}

	#ask(service: Service, entry: Entry, always: boolean): Promise<Result<EngineNodeInfo>> {
		if (entry.asking !== undefined && !always) return entry.asking;
		const asking = this.#renewed(service, entry, always).finally(() => {
			if (entry.asking === asking) entry.asking = undefined;
		});
		entry.asking = asking;
		return asking;
	}

	async #renewed(service: Service, entry: Entry, always: boolean): Promise<Result<EngineNodeInfo>> {
		const system = await systemStats(service);
		if (!system.ok) return system;
		const { version } = system.value;
		const { known } = entry;
		const age = this.#options.clock.now() - (known?.fetchedAt ?? 0);
		if (!always && known !== undefined && known.info.version === version && age >= 0 && age < freshForMs)
			return success(known.info);
		const reply = await objectInfo(service);
		if (!reply.ok) return reply;
		const { connection } = service;
		const same = known !== undefined && known.info.text === reply.value && known.info.version === version;
		const info = same ? known.info : { text: reply.value, ...compact({ version }) };
		entry.known = { info, fetchedAt: this.#options.clock.now() };
		if (!same) this.#changed.fire(connection.baseUrl);
		await this.#keepCopy(connection.baseUrl, entry.known, known?.info.version);
		return success(info);
	}

	/**
	 * Reads the copy of an engine's description from two files: the last seen version with its time, and the text of
	 * that version.
	 */
	async #readCopy(address: string): Promise<Known | undefined> {
		try {
			const last = recordOf(readJson(await readFile(this.#path(address), 'utf8')));
			const version = textOf(memberOf(last, 'version'));
			const at = memberOf(last, 'fetchedAt');
			const text = await readFile(this.#path(address, version ?? ''), 'utf8');
			const info = { text, ...compact({ version }) };
			return { info, fetchedAt: typeof at === 'number' ? at : 0 };
		} catch {
			// Nothing has been kept yet.
			return undefined;
		}
	}

	async #keepCopy(address: string, known: Known, before: string | undefined): Promise<void> {
		try {
			const { text, version } = known.info;
			await makeFolder(this.#options.folder);
			await replaceFile(this.#path(address, version ?? ''), text);
			await replaceFile(this.#path(address), JSON.stringify({ version, fetchedAt: known.fetchedAt }));
			if (before !== undefined && before !== version) await rm(this.#path(address, before), { force: true });
		} catch (cause) {
			this.#options.log.warn('The node info of the engine could not be saved', cause);
		}
	}

	#path(...key: readonly string[]): string {
		const digest = createHash('sha256').update(JSON.stringify(key)).digest('hex');
		return join(this.#options.folder, `engine-${digest}.json`);
	}
}
