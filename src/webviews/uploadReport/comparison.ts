import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import source from 'worker:./formWorker.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { counted, numberText } from '../../core/base/language.ts';
import { inParallel } from '../../core/base/parallel.ts';
import type { FindingKind } from '../../core/datasets/report/findingKinds.ts';
import type { UploadReportProtocol } from '../../core/datasets/report/messages.ts';
import type { Host } from '../shared/host.ts';
import { startWorker } from '../shared/startWorker.ts';
import { withTimeout } from '../shared/timeout.ts';
import type { FormAnswer, FormQuestion } from './formWorker.ts';

/** Number of compared pictures after which the report is updated. */
const atOnce = 256;

interface Events {
	changed(): void;
	say(text: string): void;
	/** Called if there are files of this kind of finding. */
	found(kind: FindingKind): void;
}

/** Compares the pictures of a report on request: the view reads them, because only a browser decodes every kind. */
export class Comparison {
	readonly #host: Host<UploadReportProtocol>;
	readonly #events: Events;
	#running: { readonly stop: AbortController; readonly total: number; done: number } | undefined;

	constructor(host: Host<UploadReportProtocol>, events: Events) {
		this.#host = host;
		this.#events = events;
	}

	/** @param toCompare how many pictures were not compared yet. */
	button(toCompare: number | undefined): TemplateResult | typeof nothing {
		const running = this.#running;
		if (running !== undefined)
			return html`<vscode-button secondary @click=${() => running.stop.abort()}
				>${l10n.t('Stop Comparing ({0} of {1})', numberText(running.done), numberText(running.total))}</vscode-button
			>`;
		if (toCompare === undefined) return nothing;
		return html`<vscode-button secondary @click=${() => this.#run(toCompare)}
			>${l10n.t('Find Similar Pictures')}</vscode-button
		>`;
	}

	async #run(total: number): Promise<void> {
		const stop = new AbortController();
		const running = { stop, total, done: 0 };
		this.#running = running;
		const forms = new PictureForms();
		const count = () => {
			running.done++;
			this.#events.changed();
		};
		this.#events.changed();
		try {
			while (!stop.signal.aborted) {
				const answer = await this.#host.request('pictures', { count: atOnce });
				if (!answer.ok) return this.#events.say(answer.failure.message);
				const { rows } = answer.value;
				if (rows.length === 0) break;
				const pictures = await forms.of(rows, count, stop.signal);
				if (pictures.length > 0) this.#host.send('compared', { pictures });
			}
		} finally {
			forms.dispose();
			this.#running = undefined;
			this.#events.changed();
		}
		if (!stop.signal.aborted) await this.#tell();
	}

	async #tell(): Promise<void> {
		const kind = 'alikePicture';
		const answer = await this.#host.request('files', { kind, filter: '', from: 0, count: 0 });
		if (!answer.ok) return;
		const { total } = answer.value;
		if (total > 0) this.#events.found(kind);
		this.#events.say(
			total === 0
				? l10n.t('No similar pictures found.')
				: counted(
						total,
						l10n.t('1 picture looks like another one.'),
						l10n.t('{0} pictures look like another one.'),
					),
		);
	}
}

interface PictureForm {
	readonly id: string;
	/** Absent for an unreadable picture, or one without a form. */
	readonly form?: number[];
}

/** Pictures that are decoded at the same time: each takes tens of megabytes. */
const decodedAtOnce = 4;
/** Milliseconds after which a picture counts as unreadable. */
const patience = 60_000;

/** Computes the forms of pictures in a worker, off the thread that draws. */
class PictureForms {
	readonly #worker = startWorker(source);
	readonly #answers = new Map<number, (form: readonly number[] | undefined) => void>();
	#last = 0;

	constructor() {
		this.#worker.addEventListener('message', ({ data }: MessageEvent<FormAnswer>) => {
			this.#answers.get(data.id)?.(data.form);
			this.#answers.delete(data.id);
		});
	}

	/**
	 * @param done is called after each picture.
	 * @param signal ends the work; pictures that are left are missing in the result.
	 */
	async of(
		pictures: readonly { readonly id: string; readonly address: string }[],
		done: () => void,
		signal: AbortSignal,
	): Promise<PictureForm[]> {
		const compared: PictureForm[] = [];
		await inParallel(pictures, decodedAtOnce, async ({ id, address }) => {
			if (signal.aborted) return;
			const made = withTimeout(this.#formOf(address, signal), patience, '');
			const form = await made.catch(() => undefined);
			if (signal.aborted) return;
			compared.push(form === undefined ? { id } : { id, form: [...form] });
			done();
		});
		return compared;
	}

	dispose(): void {
		this.#worker.terminate();
	}

	async #formOf(address: string, signal: AbortSignal): Promise<readonly number[] | undefined> {
		const reply = await fetch(address, { signal });
		if (!reply.ok) return undefined;
		const picture = await reply.blob();
		const id = ++this.#last;
		return new Promise((resolve) => {
			this.#answers.set(id, resolve);
			const question: FormQuestion = { id, picture };
			this.#worker.postMessage(question);
		});
	}
}
