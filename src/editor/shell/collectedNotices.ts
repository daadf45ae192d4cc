import * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { quoted } from '../../core/base/language.ts';
import type { SettingId } from './ids.ts';
import { inform, warn } from './messages.ts';
import { writeSetting } from './settings.ts';

/** Milliseconds within which ends are reported together. */
const togetherMs = 1000;
/** Milliseconds since the latest end to wait for the others of a group in progress. */
const patienceMs = 60_000;

interface CollectedNoticesOptions<T> {
	/** Returns the group of an item; items of the same group are reported together. */
	groupOf(item: T): string;
	/** Returns whether others of a group are in progress, so that their ends may belong to the same message. */
	isUnderWay?(group: string): boolean;
	/**
	 * Returns whether the item is visible to the person, so that no message is needed; called at its end and before the
	 * message.
	 */
	isSeen?(item: T): boolean;
	/** Reports the ends; at least one. */
	say(items: readonly [T, ...T[]], group: string): Promise<unknown>;
	readonly clock: Clock;
}

interface Group<T> {
	readonly items: T[];
	/** The time when the latest of them ended. */
	latestAt: number;
	cancelTimer: () => void;
}

/** Reports ends: simultaneous ones in one message, except for those visible to the person. */
export class CollectedNotices<T> implements vscode.Disposable {
	readonly #options: CollectedNoticesOptions<T>;
	readonly #clock: Clock;
	readonly #groups = new Map<string, Group<T>>();
	/** Groups without messages in this window from now on. */
	readonly #muted = new Set<string>();

	constructor(options: CollectedNoticesOptions<T>) {
		this.#options = options;
		this.#clock = options.clock;
	}

	/** Notes that something has ended; a message about it follows soon. */
	add(item: T): void {
		const key = this.#options.groupOf(item);
		if (this.#muted.has(key) || this.#options.isSeen?.(item)) return;
		const group = this.#groups.get(key) ?? { items: [], latestAt: 0, cancelTimer: () => undefined };
		this.#groups.set(key, group);
		group.items.push(item);
		group.latestAt = this.#clock.now();
		this.#wait(key, group);
	}

	/** Hides the messages of a group until the window is closed. */
	mute(group: string): void {
		this.#muted.add(group);
	}

	/** Drops the notices that still wait, without showing them. */
	dispose(): void {
		for (const { cancelTimer } of this.#groups.values()) cancelTimer();
		this.#groups.clear();
	}

	#wait(key: string, group: Group<T>): void {
		group.cancelTimer();
		group.cancelTimer = this.#clock.after(togetherMs, () => this.#over(key, group));
	}

	#over(key: string, group: Group<T>): void {
		const waited = this.#clock.now() - group.latestAt;
		// A clock that was set back must not cause a wait of hours.
		if (waited >= 0 && waited < patienceMs && this.#options.isUnderWay?.(key)) {
			this.#wait(key, group);
			return;
		}
		this.#groups.delete(key);
		const [first, ...more] = group.items.filter((item) => !this.#options.isSeen?.(item));
		if (first !== undefined) void this.#options.say([first, ...more], key);
	}
}

/** Names that a message has room for. */
const mostNamed = 3;

/** Returns the first names of several, each in quotation marks. */
export function firstNames(names: readonly string[]): string {
	const shown = names.slice(0, mostNamed).map(quoted);
	return [...shown, ...(names.length > mostNamed ? ['…'] : [])].join(', ');
}

/** The choices next to a message's own buttons to get fewer messages. */
export interface Fewer {
	/** The subject for which the message is no longer shown in this window: "This Document". */
	readonly these: string;
	mute(): void;
	/** The subject of the setting that switches the messages off: "All Runs". */
	readonly all: string;
	readonly setting: Extract<
		SettingId,
		'easel.notifyWhenRunEnds' | 'easel.notifyAboutJobs' | 'easel.notifyAboutUploads'
	>;
}

/** Shows a message, as a warning if it is bad news; resolves with the selected one of the given buttons. */
export async function notice<Button extends string>(
	text: string,
	good: boolean,
	buttons: readonly Button[],
	fewer: Fewer,
): Promise<Button | undefined> {
	const less = vscode.l10n.t('Do Not Show Again...');
	const say = good ? inform : warn;
	const choice = await say<string>(text, ...buttons, less);
	if (choice === less) await showFewer(fewer);
	return buttons.find((button) => button === choice);
}

async function showFewer({ these, mute, all, setting }: Fewer): Promise<void> {
	const rows = [
		{
			label: these,
			description: vscode.l10n.t('until this window is closed'),
			run: async () => mute(),
		},
		{
			label: all,
			description: vscode.l10n.t('until you switch the setting {0} on again', setting),
			run: () => writeSetting(setting, false),
		},
	];
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Do Not Show Again'),
		placeHolder: vscode.l10n.t('Select the messages to hide'),
	});
	await chosen?.run();
}
