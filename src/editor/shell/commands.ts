import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { Log } from '../../core/base/log.ts';
import type { CommandId, ViewId } from './ids.ts';
import { fail } from './messages.ts';
import { mayRun } from './trust.ts';

// biome-ignore lint/suspicious/noExplicitAny: the editor passes whatever the menu or caller supplies; each handler narrows it.
export type CommandHandler = (...args: any[]) => unknown;
export type CommandHandlers = Partial<Record<CommandId, CommandHandler>>;
export type HandlersOf<Ids extends readonly CommandId[]> = Record<Ids[number], CommandHandler>;

/**
 * Registers handlers under their ids: the only place that calls the editor's own registration. A handler that throws is logged and answered
 * with one message; it never fails silently. One that sends content of the workspace is called only if that is trusted, which `mayRun`
 * decides.
 */
export function registerCommands(
	log: Log,
	handlers: CommandHandlers,
	mayRun: (id: string) => Promise<boolean> = whereTrusted,
): vscode.Disposable {
	const registrations = Object.entries(handlers).map(([id, handler]) =>
		vscode.commands.registerCommand(id, async (...args: unknown[]) => {
			try {
				if (!(await mayRun(id))) return undefined;
				return await handler(...args);
			} catch (cause) {
				await reportUnfinished(log, `${id} failed`, cause);
				return undefined;
			}
		}),
	);
	return vscode.Disposable.from(...registrations);
}

async function whereTrusted(id: string): Promise<boolean> {
	return vscode.workspace.isTrusted || mayRun(id);
}

/**
 * Reports an action of the person that threw: one entry in the log under `what`, and one message. Cancellations by the person are not
 * reported.
 */
export async function reportUnfinished(log: Log, what: string, cause: unknown): Promise<void> {
	if (cause instanceof vscode.CancellationError) return;
	log.error(what, cause);
	const showLog = vscode.l10n.t('Show Log');
	const reason = cause instanceof Error ? cause.message : String(cause);
	const text = isInternal(cause, reason)
		? vscode.l10n.t('Easel cannot finish this because of an internal error. The log has the details.')
		: vscode.l10n.t('Easel cannot finish this. {0}', reason);
	const choice = await fail(text, showLog);
	if (choice === showLog) await runCommand('easel.showLog');
}

/** Returns whether an error message is about code, of Easel or of the editor, and helps only its authors. */
function isInternal(cause: unknown, words: string): boolean {
	return (
		[TypeError, ReferenceError, RangeError, SyntaxError].some((kind) => cause instanceof kind) ||
		/^(?:assertion failed|illegal (?:argument|state))/i.test(words)
	);
}

/** Registers handlers with code that is loaded when the first of them is used; `load` is called once, and again after a failure. */
export function registerLazyCommands<Id extends CommandId>(
	log: Log,
	ids: readonly Id[],
	load: () => Promise<Record<Id, CommandHandler>>,
): vscode.Disposable {
	const loaded = lazy(load);
	const handlers = ids.map((id) => {
		const handler: CommandHandler = async (...args) => (await loaded.get())[id](...args);
		return [id, handler] as const;
	});
	return registerCommands(log, Object.fromEntries(handlers));
}

/** Runs one of our own commands by its checked id. */
export function runCommand(id: CommandId, ...args: unknown[]): Thenable<unknown> {
	return vscode.commands.executeCommand(id, ...args);
}

/** Shows one of our own views and gives it the focus, even if it is collapsed or its side bar is closed. */
export function showView(id: ViewId): Thenable<unknown> {
	return vscode.commands.executeCommand(`${id}.focus`);
}
