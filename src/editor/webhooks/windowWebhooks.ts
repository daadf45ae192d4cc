import * as vscode from 'vscode';
import { compact } from '../../core/base/compact.ts';
import { type Disposable, Emitter } from '../../core/base/emitter.ts';
import type { Result } from '../../core/base/failure.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { WindowCoordinator } from '../../core/following/windowCoordinator.ts';
import type { Leases } from '../../core/ledger/ledger.ts';
import type { Webhook } from '../../core/requests/request.ts';
import { runName } from '../../core/runs/describe.ts';
import type { Run } from '../../core/runs/run.ts';
import type { RunService } from '../../core/runs/runService.ts';
import {
	localAddress,
	newSecret,
	publicBase,
	type ReceiverAddresses,
	webhookOfRun,
} from '../../core/webhooks/address.ts';
import { askSoon } from '../../core/webhooks/askSoon.ts';
import type { EventLog } from '../../core/webhooks/eventLog.ts';
import { Listener, type ListeningPlace } from '../../core/webhooks/listener.ts';
import type { AppServices } from '../shell/appServices.ts';
import { setContext } from '../shell/contextKeys.ts';
import { onSettingChange, readSetting } from '../shell/settings.ts';
import { eventDocumentText } from './documents.ts';
import { Forwarding } from './forwarding.ts';
import { listeningKey } from './listeningKey.ts';
import type { ReceiverFacts, WebhooksNode } from './nodes.ts';
import { WebhooksTree } from './tree.ts';

/** Workspace state: new runs report to the receiver of this window. */
const forRunsKey = 'webhooks.forRuns';
/** Milliseconds that a window that opens waits for the one before it, which may have crashed. */
const patienceMs = 30_000;

interface WindowWebhooksOptions extends Pick<AppServices, 'log' | 'session'> {
	readonly context: vscode.ExtensionContext;
	readonly events: EventLog;
	readonly coordinator: WindowCoordinator;
	readonly leases: Leases;
	readonly runs: RunService;
	readonly view: vscode.TreeView<WebhooksNode>;
}

/** The webhooks of this window: the receiver, its events, and their forwarding. */
export class WindowWebhooks implements vscode.Disposable {
	readonly events: EventLog;
	readonly runs: RunService;
	readonly forwarding: Forwarding;
	readonly #options: WindowWebhooksOptions;
	readonly #listener: Listener;
	readonly #changed: Emitter<void>;
	readonly #watches: readonly Disposable[];
	/** The public address of the forwarded port, if the editor gave one. */
	#forwardedBase: string | undefined;
	#wasElsewhere = false;
	#tree: WebhooksTree | undefined;

	constructor(options: WindowWebhooksOptions) {
		const { context, log, events, coordinator, leases, runs } = options;
		this.#options = options;
		this.events = events;
		this.runs = runs;
		this.#changed = new Emitter((error) => log.error('The view of webhook events failed.', error));
		this.#listener = new Listener({
			leases,
			owner: coordinator.owner,
			clock: coordinator.clock,
			log,
			onDelivery: ({ name, forwarded, ...delivered }) => {
				events
					.receive({ ...delivered, ...compact({ runId: name }) })
					.then((event) => this.forwarding.pass(event, delivered.text, forwarded))
					.catch((cause: unknown) => log.error('A webhook event could not be received', cause));
			},
		});
		this.forwarding = new Forwarding({
			log,
			events,
			state: context.globalState,
			ownPort: () => this.#listener.place?.port,
		});
		this.#watches = [
			events.onDidReceive((event) => void askSoon(event, { runs, coordinator }).catch(() => undefined)),
			events.onDidChange(() => this.#changed.fire()),
			this.#listener.onDidChange(() => this.#show()),
			coordinator.onDidTick(() => this.#look()),
			options.session.onDidChange(() => this.#changed.fire()),
			onSettingChange(['easel.webhooks.forwardTo', 'easel.webhooks.publicAddress'], () => {
				this.#changed.fire();
				if (this.#listener.place) void this.forwarding.askForSetting().then(() => this.#changed.fire());
			}),
		];
		// Events of other windows are read with each look; without this call, looking begins with the first run.
		coordinator.begin();
		this.#show();
	}

	get place(): ListeningPlace | undefined {
		return this.#listener.place;
	}

	/** The addresses of the receiver, while it is on. */
	get addresses(): ReceiverAddresses | undefined {
		const { place } = this;
		if (!place) return undefined;
		const base = this.#publicBase();
		const local = localAddress(place.port, place.secret);
		return base === undefined ? { local } : { local, public: `${base}/${place.secret}` };
	}

	/** True if new runs are to report to the receiver. */
	get runsReport(): boolean {
		return this.#options.context.workspaceState.get(forRunsKey) === true;
	}

	/** The filter and the pages of the tree. */
	get tree(): WebhooksTree | undefined {
		return this.#tree;
	}

	/** Returns the webhook of a run that is about to be submitted. */
	webhookOf(run: Pick<Run, 'id'>, connection: Connection): Webhook | undefined {
		const { addresses } = this;
		if (!addresses || !this.runsReport) return undefined;
		return webhookOfRun(addresses, connection, run.id, readSetting('easel.webhooks.intermediate'));
	}

	/** Begins to listen at the person's request, until they stop it or the window ends. */
	async listen(patience = 0): Promise<Result<ListeningPlace>> {
		const { context } = this.#options;
		const started = await this.#listener.start(await receiverAddress(context.secrets), patience);
		if (!started.ok) return started;
		await Promise.all([rememberAddress(context.secrets, started.value), this.#remember(listeningKey, true)]);
		this.#forwardedBase = await forwardedBase(started.value.port);
		this.#changed.fire();
		return started;
	}

	/** Continues after a restart of the window. */
	async continueListening(): Promise<void> {
		const started = await this.listen(patienceMs);
		if (!started.ok) this.#options.log.warn(`Webhooks are not received: ${started.failure.message}`);
	}

	async stop(): Promise<void> {
		await this.#remember(listeningKey, false);
		await this.#listener.stop();
	}

	async setRunsReport(report: boolean): Promise<void> {
		await this.#remember(forRunsKey, report);
		this.#show();
	}

	runName(runId: string): string | undefined {
		const run = this.runs.get(runId);
		return run && runName(run);
	}

	async makeTree(): Promise<WebhooksTree> {
		const { events } = this;
		this.#tree = new WebhooksTree({
			of: (query) => events.table.of(query),
			count: (filter) => events.table.count(filter),
			receiver: () => this.#facts(),
			isElsewhere: () => this.#listener.isElsewhere,
			forward: () => this.forwarding.facts(),
			runName: (runId) => this.runName(runId),
			onDidChange: this.#changed.event,
		});
		return this.#tree;
	}

	documentText(uri: vscode.Uri): string {
		return eventDocumentText(this.events, uri);
	}

	dispose(): void {
		for (const watch of this.#watches) watch.dispose();
		this.#listener.dispose();
		this.forwarding.dispose();
		this.events.dispose();
		this.#changed.dispose();
	}

	/** Remembers something for this workspace, so that it continues after a restart of the window. */
	async #remember(key: string, isOn: boolean): Promise<void> {
		await this.#options.context.workspaceState.update(key, isOn || undefined);
	}

	#facts(): ReceiverFacts | undefined {
		const { place, addresses } = this;
		if (!place || !addresses) return undefined;
		const { connection } = this.#options.session.current;
		const reachable = webhookOfRun(addresses, connection, '', true) !== undefined;
		const publicHost = addresses.public === undefined ? undefined : new URL(addresses.public).host;
		return {
			port: place.port,
			...compact({ publicHost }),
			runs: this.runsReport ? (reachable ? 'report' : 'unreachable') : 'off',
			connectionName: connection.name,
		};
	}

	/**
	 * Returns the public address: the one that the person has entered, otherwise that of the port forwarded by the
	 * editor.
	 */
	#publicBase(): string | undefined {
		const read = publicBase(readSetting('easel.webhooks.publicAddress'));
		return 'base' in read ? read.base : this.#forwardedBase;
	}

	#look(): void {
		this.events.look();
		const { isElsewhere } = this.#listener;
		if (isElsewhere === this.#wasElsewhere) return;
		this.#wasElsewhere = isElsewhere;
		this.#changed.fire();
	}

	#show(): void {
		const { view } = this.#options;
		const { place } = this;
		setContext('easel.listening', place !== undefined);
		setContext('easel.runsReport', this.runsReport);
		view.description = place === undefined ? '' : vscode.l10n.t('listening on port {0}', String(place.port));
		this.#changed.fire();
	}
}

/**
 * Returns the https address under which the editor makes a port of this computer public; `undefined` if it cannot. Asked only if the
 * extension host is remote: elsewhere the editor has nothing to forward.
 */
async function forwardedBase(port: number): Promise<string | undefined> {
	if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) return undefined;
	try {
		const local = vscode.Uri.parse(`http://127.0.0.1:${port}/`);
		const external = await vscode.env.asExternalUri(local);
		const read = publicBase(external.with({ query: '', fragment: '' }).toString(true));
		return 'base' in read ? read.base : undefined;
	} catch {
		return undefined;
	}
}

/** Secret storage: who knows this address can post to the receiver. */
const key = 'webhooks.address';

/** Returns the address of the receiver on this computer: the port that was used last, and a secret that stays the same. */
async function receiverAddress(
	secrets: vscode.SecretStorage,
): Promise<{ readonly port?: number; readonly secret: string }> {
	const text = await secrets.get(key);
	const [, port = '', secret = ''] = /^(\d{1,5})\/([\w-]{43})$/.exec(text ?? '') ?? [];
	return secret === '' ? { secret: newSecret() } : { port: Number(port), secret };
}

async function rememberAddress(
	secrets: vscode.SecretStorage,
	{ port, secret }: ListeningPlace,
): Promise<void> {
	await secrets.store(key, `${port}/${secret}`);
}
