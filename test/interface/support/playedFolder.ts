import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { success } from '../../../src/core/base/failure.ts';
import { answerRequest, type RequestMessage } from '../../../src/core/base/panel/requests.ts';
import { CaptionFolder } from '../../../src/core/captions/captionFolder.ts';
import {
	type CaptionsProtocol,
	type CaptionsState,
	captionsProtocol,
} from '../../../src/core/captions/messages.ts';
import type { UploadCaptions } from '../../../src/core/captions/uploadCaptions.ts';
import type { ViewPage } from './viewPage.ts';

/** A real folder of captions behind a view in a plain browser page: handles each message as the panel's host does. */
export class PlayedFolder {
	readonly root: string;
	readonly folder: CaptionFolder;
	readonly #address: string;
	#view: ViewPage | undefined;
	#taken = 0;

	private constructor(root: string, folder: CaptionFolder, address: string) {
		this.root = root;
		this.folder = folder;
		this.#address = address;
		folder.onDidChange((ids) => {
			const rows = ids.flatMap((id) => folder.row(id) ?? []);
			void this.#view?.post('changed', { rows, history: folder.history() });
		});
		folder.onDidChangeList(() => void this.#view?.post('state', this.state()));
	}

	/** @param files captions and media by path; `address` is the origin from which the view loads media. */
	static async make(
		files: Readonly<Record<string, string | Uint8Array>>,
		address: string,
		uploads?: UploadCaptions,
	): Promise<PlayedFolder> {
		const root = await mkdtemp(join(tmpdir(), 'easel-captions-'));
		for (const [name, content] of Object.entries(files)) {
			await mkdir(dirname(join(root, name)), { recursive: true });
			await writeFile(join(root, name), content);
		}
		return new PlayedFolder(root, await CaptionFolder.open(root, uploads), address);
	}

	state(): CaptionsState {
		const { folder } = this;
		return {
			folder: 'harbour',
			address: this.#address,
			rows: [...folder.rows()],
			leftOut: folder.leftOut,
			history: folder.history(),
		};
	}

	/** Answers this view from now on; undefined for none. */
	serve(view: ViewPage | undefined): void {
		this.#view = view;
		this.#taken = 0;
	}

	/** Handles the requests of the view since the last time. */
	async answer(): Promise<void> {
		const view = this.#view;
		if (view === undefined) return;
		const sent = await view.sent();
		const fresh = sent.slice(this.#taken);
		this.#taken = sent.length;
		for (const message of fresh) await this.#handle(view, message.kind, message.payload);
	}

	/** Reads the text of a file. */
	read(name: string): Promise<string> {
		return readFile(join(this.root, name), 'utf8');
	}

	/** Writes a file as another program does, so that its time is another one too. */
	async changeElsewhere(name: string, text: string): Promise<void> {
		await writeFile(join(this.root, name), text);
		const later = new Date(Date.now() + 5000);
		await utimes(join(this.root, name), later, later);
		await this.folder.refresh();
	}

	async remove(): Promise<void> {
		await this.folder.settled();
		await rm(this.root, { recursive: true, force: true });
	}

	async #handle(view: ViewPage, kind: string, payload: unknown): Promise<void> {
		const { folder } = this;
		const { id = '', text } = (payload ?? {}) as { id?: string; text?: string };
		if (kind === 'draft') folder.draft(id, text);
		else if (kind === 'commit') await folder.commit(id, text ?? '');
		else if (kind === 'restore') await folder.restore((payload as { drafts: [] }).drafts);
		else if (kind === 'takeTheirs') await folder.takeTheirs(id);
		else if (kind === 'keepMine') await folder.keepMine(id);
		else if (kind === 'convert') await folder.convert(id);
		else if (kind === 'request') {
			const answer = await answerRequest<CaptionsProtocol['requests']>(
				captionsProtocol.requests,
				{
					apply: async ({ edits }) => success(await folder.apply(edits)),
					undo: async () => success(await folder.undo()),
					redo: async () => success(await folder.redo()),
				},
				payload as RequestMessage,
				new AbortController().signal,
				(error) => {
					throw error;
				},
			);
			await view.post('answer', answer);
		}
	}
}
