import * as vscode from 'vscode';
import type { WebhookEvent } from '../../core/webhooks/event.ts';
import type { EventLog } from '../../core/webhooks/eventLog.ts';
import {
	cameBack,
	Forwarder,
	type ForwardTarget,
	forwardTarget,
	type TargetProblem,
} from '../../core/webhooks/forward.ts';
import { readNetworkSettings } from '../account/network.ts';
import type { AppServices } from '../shell/appServices.ts';
import { confirm } from '../shell/messages.ts';
import { readSetting, writeSetting } from '../shell/settings.ts';
import type { ForwardFacts } from './nodes.ts';

/** Global state: hosts beyond this computer that the person has allowed. */
const allowedKey = 'webhooks.forwardHosts';

const addressOfApplication = 'http://localhost:3000/webhook';

interface ForwardingDeps extends Pick<AppServices, 'log'> {
	readonly events: EventLog;
	readonly state: vscode.Memento;
	/** Returns the port of the receiver, which must not forward to itself. */
	readonly ownPort: () => number | undefined;
}

/** Forwards events to the application of the setting; to a host that is not this computer only with the person's consent. */
export class Forwarding implements vscode.Disposable {
	readonly #deps: ForwardingDeps;
	readonly #forwarder: Forwarder;

	constructor(deps: ForwardingDeps) {
		this.#deps = deps;
		this.#forwarder = new Forwarder({
			network: readNetworkSettings,
			log: deps.log,
			onAnswer: (id, answer) => deps.events.answered(id, answer),
		});
	}

	facts(): ForwardFacts {
		const text = readSetting('easel.webhooks.forwardTo').trim();
		if (text === '') return {};
		const read = forwardTarget(text, this.#deps.ownPort());
		if ('problem' in read) return { isInvalid: true };
		const { host } = read.target;
		return this.#isAllowed(read.target) ? { host } : { host, isRefused: true };
	}

	/** Forwards a received event, if that is enabled and allowed, and if it was not forwarded before. Asks nothing. */
	async pass(event: WebhookEvent, body: string, forwarded = false): Promise<void> {
		const target = this.#target();
		if (!target || !this.#isAllowed(target)) return;
		if (forwarded) await this.#deps.events.answered(event.id, cameBack(target));
		else await this.#forwarder.forward({ event, body, target });
	}

	/** Sends events one after the other, for a person who waits for it. Returns the number of accepted ones. */
	async send(
		passings: readonly { readonly event: WebhookEvent; readonly body: string }[],
		target: ForwardTarget,
		resent: boolean,
	): Promise<readonly (string | undefined)[]> {
		const answers = await Promise.all(
			passings.map((passing) =>
				this.#forwarder.forward({ ...passing, target, ...(resent ? { resent: true as const } : {}) }),
			),
		);
		return answers.map(({ problem }) => problem);
	}

	/** Returns the application to send to now: asks for its address without one, and for a host that is not allowed yet. */
	async chosenTarget(): Promise<ForwardTarget | undefined> {
		const target = this.#target();
		if (target === undefined) return this.choose();
		return (await this.allow(target)) ? target : undefined;
	}

	/** Asks for the address of the application; without one, nothing is forwarded. */
	async choose(): Promise<ForwardTarget | undefined> {
		const { ownPort } = this.#deps;
		const text = await vscode.window.showInputBox({
			title: vscode.l10n.t('Forward Webhooks to an Application'),
			prompt: vscode.l10n.t(
				'Each event is forwarded to this address, in the order of arrival. Leave empty to forward nothing.',
			),
			placeHolder: addressOfApplication,
			value: readSetting('easel.webhooks.forwardTo'),
			ignoreFocusOut: true,
			validateInput(value) {
				if (value.trim() === '') return undefined;
				const read = forwardTarget(value, ownPort());
				return 'problem' in read ? problemText(read.problem) : undefined;
			},
		});
		if (text === undefined) return undefined;
		const read = text.trim() === '' ? undefined : forwardTarget(text, ownPort());
		const target = read && 'target' in read ? read.target : undefined;
		if (target && !(await this.allow(target))) return undefined;
		await writeSetting('easel.webhooks.forwardTo', target?.url ?? '');
		return target;
	}

	/** Returns whether events may go to an application; asks once for a host that is not this computer. */
	async allow(target: ForwardTarget): Promise<boolean> {
		if (this.#isAllowed(target)) return true;
		const sure = await confirm(vscode.l10n.t('Forward webhook events to "{0}"?', target.host), {
			detail: vscode.l10n.t(
				'It is not on this computer. Events contain the addresses of results: anyone who has one can download the file.',
			),
			action: vscode.l10n.t('Forward'),
		});
		if (sure) await this.#deps.state.update(allowedKey, [...this.#allowed(), target.host]);
		return sure;
	}

	/** Asks about the host in the setting, if a question is needed. */
	async askForSetting(): Promise<void> {
		const target = this.#target();
		if (target) await this.allow(target);
	}

	dispose(): void {
		this.#forwarder.dispose();
	}

	#target(): ForwardTarget | undefined {
		const read = forwardTarget(readSetting('easel.webhooks.forwardTo'), this.#deps.ownPort());
		return 'target' in read ? read.target : undefined;
	}

	#allowed(): readonly string[] {
		const hosts = this.#deps.state.get<unknown>(allowedKey);
		return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
	}

	#isAllowed({ isLocal, host }: ForwardTarget): boolean {
		return isLocal || this.#allowed().includes(host);
	}
}

function problemText(problem: TargetProblem): string {
	switch (problem) {
		case 'notAnAddress':
			return vscode.l10n.t('Enter a full address, such as http://localhost:3000/webhook.');
		case 'notHttp':
			return vscode.l10n.t('The address must begin with http:// or https://.');
		case 'credentials':
			return vscode.l10n.t('The address must not contain a user name or a password.');
		case 'ownAddress':
			return vscode.l10n.t('This is the address at which Easel listens. Enter that of your application.');
	}
}
