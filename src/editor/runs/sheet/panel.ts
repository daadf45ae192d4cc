import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { describeMomentBriefly } from '../../../core/base/ages.ts';
import { compact } from '../../../core/base/compact.ts';
import { type Result, success } from '../../../core/base/failure.ts';
import { counted } from '../../../core/base/language.ts';
import { itemCost } from '../../../core/batches/itemCost.ts';
import { runFetch, runMark } from '../../../core/operations/runs/history.ts';
import { runName } from '../../../core/runs/describe.ts';
import type { Run } from '../../../core/runs/run.ts';
import type { RunService } from '../../../core/runs/runService.ts';
import {
	type PicturePlace,
	type SheetProtocol,
	type SheetRun,
	type SheetSelection,
	sheetProtocol,
} from '../../../core/runs/sheet/messages.ts';
import { dayOf } from '../../../core/runs/sheet/selectionKey.ts';
import { isSelected, sheetRun } from '../../../core/runs/sheet/view.ts';
import { runCommand } from '../../shell/commands.ts';
import { documentOf } from '../../shell/panels/frontPanel.ts';
import type { PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { bytesOf, saveBytes } from '../../shell/saveBytes.ts';
import { saveFolder } from '../../shell/saveFiles.ts';
import { saveRunFiles } from '../history/saveRunFiles.ts';
import type { SheetDeps, SheetPanel } from './panels.ts';

export { sheetCommands } from './command.ts';

interface SheetParts extends SheetDeps {
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
	readonly selection: SheetSelection;
	readonly place: PanelPlace;
}

/** Runs that are read from the history at a time; between two reads the window does other things. */
const pageSize = 500;
/** Changes that come faster than this become one message, in milliseconds. */
const changePause = 100;

/** Reads the state of a panel from before the window was reloaded. */
export const savedSheet = identityReader(sheetProtocol);

/** Makes the panel of a selection. It may load the result files of runs and nothing else. */
export async function createSheet(parts: SheetParts): Promise<SheetPanel> {
	const { context, log, windowRuns, selection, place } = parts;
	const service = await windowRuns.open();
	const sheet = new Sheet(parts, service);
	const panel = createPanel({
		viewType: 'easel.sheet',
		protocol: sheetProtocol,
		extensionUri: context.extensionUri,
		log,
		title: () => sheet.title,
		document: () => documentOf(selection),
		identity: selection,
		roots: [windowRuns.archive],
		state: (self) => sheet.state(self),
		handlers: (self) => ({
			star: ({ pictures, starred }) => sheet.star(self, pictures, starred),
			save: ({ pictures, sidecar }) => sheet.save(self, pictures, sidecar),
			compare: ({ pictures }) =>
				runCommand(
					'easel.comparePictures',
					pictures.map(({ run, key: fileKey }) => ({ runId: run, fileKey })),
				),
			openRun: ({ run }) => runCommand('easel.showRun', run),
			saveGrid: ({ data }) => sheet.saveGrid(self, data),
			fetch: ({ pictures }) => sheet.fetch(self, pictures),
		}),
		requests: () => ({
			isThere: async (wanted) => success(await sheet.isThere(wanted)),
		}),
		...place,
	});
	sheet.begin(panel);
	panel.onDidDispose(() => sheet.dispose());
	return Object.assign(panel, { shows: (run: Run) => sheet.shows(run) });
}

/** The runs of a selection, read in pages and followed while the panel is open. */
class Sheet {
	readonly #parts: SheetParts;
	readonly #service: RunService;
	readonly #selection: SheetSelection;
	readonly #runs = new Map<string, SheetRun>();
	readonly #ends: { dispose(): unknown }[] = [];
	/** The rows that have changed since the view was last sent some. */
	readonly #changed = new Set<string>();
	#panel: Panel<SheetProtocol> | undefined;
	/** The cursor of the next page of the history; undefined once all is read. */
	#next: number | undefined;
	#disposed = false;
	/** Counts the readings; one that is out of date ends. */
	#turn = 0;
	#timer: NodeJS.Timeout | undefined;
	#documentName: string | undefined;

	constructor(parts: SheetParts, service: RunService) {
		this.#parts = parts;
		this.#service = service;
		this.#selection = parts.selection;
		this.#next = this.#readPage(undefined);
	}

	get title(): string {
		const { runIds, documentUri, day } = this.#selection;
		if (runIds !== undefined)
			return counted(
				runIds.length,
				vscode.l10n.t('Contact Sheet of 1 Run'),
				vscode.l10n.t('Contact Sheet of {0} Runs'),
			);
		if (documentUri !== undefined)
			return vscode.l10n.t('Contact Sheet of {0}', this.#documentName ?? nameOf(documentUri));
		if (day === undefined) return vscode.l10n.t('Contact Sheet of All Runs');
		return dayOf(day).start === dayOf(Date.now()).start
			? vscode.l10n.t('Contact Sheet of Today')
			: vscode.l10n.t('Contact Sheet of {0}', describeMomentBriefly(day, Date.now()));
	}

	state(panel: Panel<SheetProtocol>) {
		this.#changed.clear();
		return {
			folder: panel.uriFor(this.#parts.windowRuns.archive),
			runs: [...this.#runs.values()],
			reading: this.#next !== undefined,
		};
	}

	shows(run: Run): boolean {
		return isSelected(this.#selection, run) && this.#parts.windowRuns.isOfAccount(run);
	}

	begin(panel: Panel<SheetProtocol>): void {
		const { windowRuns } = this.#parts;
		this.#panel = panel;
		this.#ends.push(
			windowRuns.onDidChange((run) => this.#note(run)),
			windowRuns.onDidChangeMarks(({ id }) => {
				const run = this.#runs.has(id) ? this.#service.get(id) : undefined;
				if (run) this.#note(run);
			}),
			windowRuns.onDidRemove((id) => this.#drop(id)),
			windowRuns.onDidChangeSession(() => this.#readAgain()),
		);
		void this.#readRest(this.#turn);
	}

	async star(
		panel: Panel<SheetProtocol>,
		pictures: readonly PicturePlace[],
		starred: boolean,
	): Promise<void> {
		for (const [runId, files] of Map.groupBy(pictures, ({ run }) => run)) {
			const change = { files: Object.fromEntries(files.map(({ key }) => [key, starred])) };
			if (!isDone(panel, await this.#parts.acts.run(runMark, { id: runId, ...change }))) return;
		}
	}

	async save(
		panel: Panel<SheetProtocol>,
		pictures: readonly PicturePlace[],
		sidecar: boolean,
	): Promise<void> {
		const { context, windowRuns, log } = this.#parts;
		const files = pictures.flatMap(({ run: id, key }) => {
			const run = this.#service.get(id);
			const file = run?.files.find((candidate) => candidate.key === key);
			return run && file ? [{ run, file }] : [];
		});
		await saveRunFiles(files, {
			state: context.workspaceState,
			archive: windowRuns.archive.fsPath,
			log,
			...(sidecar ? { sidecar } : {}),
			notify: (text) => panel.post('notify', { text }),
		});
	}

	async saveGrid(panel: Panel<SheetProtocol>, data: string): Promise<void> {
		const { workspaceState: state } = this.#parts.context;
		const text = await saveBytes(bytesOf(data), {
			filters: { [vscode.l10n.t('PNG picture')]: ['png'] },
			defaultUri: vscode.Uri.joinPath(saveFolder(state), `${this.#documentName ?? 'sweep'}.grid.png`),
		});
		if (text !== undefined) panel.post('notify', { text });
	}

	async fetch(panel: Panel<SheetProtocol>, pictures: readonly PicturePlace[]): Promise<void> {
		for (const id of new Set(pictures.map(({ run }) => run))) {
			if (!isDone(panel, await this.#parts.acts.run(runFetch, { id }))) return;
		}
	}

	async isThere({ run: id, key }: PicturePlace): Promise<boolean> {
		const run = this.#service.get(id);
		const name = run?.files.find((file) => file.key === key)?.archivedAs;
		if (run === undefined || name === undefined) return false;
		const { fsPath } = vscode.Uri.joinPath(vscode.Uri.file(this.#service.archivePath(run)), name);
		return stat(fsPath).then(
			(found) => found.isFile(),
			() => false,
		);
	}

	dispose(): void {
		this.#disposed = true;
		clearTimeout(this.#timer);
		for (const end of this.#ends) end.dispose();
	}

	/** Reads one page of the history, the newest runs first; `undefined` at the end. */
	#readPage(before: number | undefined): number | undefined {
		const { runIds, documentUri, day } = this.#selection;
		if (runIds !== undefined) {
			for (const id of runIds) this.#take(this.#service.get(id));
			return undefined;
		}
		const { start, end } = day === undefined ? { start: 0, end: undefined } : dayOf(day);
		const upTo = before ?? end;
		const runs = this.#parts.windowRuns.page({
			limit: pageSize,
			...compact({ documentUri, before: upTo }),
		});
		for (const run of runs) this.#take(run);
		const oldest = runs.at(-1);
		if (oldest === undefined || runs.length < pageSize || oldest.submittedAt < start) return undefined;
		// Runs of the same time may be on both sides of a page boundary.
		const border = oldest.submittedAt + 1;
		return before === undefined || border < before ? border : oldest.submittedAt;
	}

	async #readRest(turn: number): Promise<void> {
		while (this.#next !== undefined) {
			await new Promise(setImmediate);
			if (this.#disposed || turn !== this.#turn) return;
			this.#next = this.#readPage(this.#next);
			this.#send();
		}
	}

	/** Reads the history again after the account or the connection has changed. */
	#readAgain(): void {
		this.#turn++;
		this.#runs.clear();
		this.#next = this.#readPage(undefined);
		this.#panel?.refresh();
		void this.#readRest(this.#turn);
	}

	#take(run: Run | undefined): void {
		if (run === undefined || !isSelected(this.#selection, run)) return;
		this.#documentName ??= runName(run);
		const batch = run.batchId === undefined ? undefined : this.#parts.batches.get(run.batchId);
		const shown = sheetRun(run, this.#service.marks.of(run.id), itemCost(run, batch).microdollars);
		if (shown === undefined) return;
		this.#runs.set(run.id, shown);
		this.#changed.add(run.id);
	}

	#note(run: Run): void {
		if (!this.shows(run)) return;
		this.#take(run);
		this.#sendSoon();
	}

	#drop(id: string): void {
		if (!this.#runs.delete(id)) return;
		this.#changed.add(id);
		this.#sendSoon();
	}

	#sendSoon(): void {
		this.#timer ??= setTimeout(() => this.#send(), changePause);
	}

	#send(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		const ids = [...this.#changed];
		this.#changed.clear();
		this.#panel?.setTitle(this.title);
		this.#panel?.post('changed', {
			runs: ids.flatMap((id) => this.#runs.get(id) ?? []),
			removed: ids.filter((id) => !this.#runs.has(id)),
			reading: this.#next !== undefined,
		});
	}
}

/** Returns whether an act has succeeded; shows the failure in the view. */
function isDone(panel: Panel<SheetProtocol>, ended: Result<unknown>): boolean {
	if (!ended.ok) panel.post('notify', { text: `${ended.failure.message} ${ended.failure.nextStep}` });
	return ended.ok;
}

function nameOf(documentUri: string): string {
	return runName({ documentName: vscode.Uri.parse(documentUri).path.split('/').at(-1) ?? '' });
}
