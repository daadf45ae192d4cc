import type * as vscode from 'vscode';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import { recognizeTraining } from '../../core/training/recognize.ts';
import type { TrainingDocument } from '../../core/training/yaml/document.ts';
import type { ParsedTexts } from './parsedTexts.ts';
import { mayBeTraining } from './scope.ts';

/** Parses training configurations; loaded with the YAML parser. */
export type TrainingTexts = Pick<ParsedTexts<TrainingDocument>, 'get' | 'count'>;

/**
 * The training configurations of this window. Recognizing one is cheap and always possible; the reader is loaded by the first
 * that asks for `texts`, and from then on each configuration is parsed at most once for each of its versions.
 */
export class TrainingDocuments {
	readonly #isNamed: (document: vscode.TextDocument) => boolean;
	readonly #texts: Lazy<ParsedTexts<TrainingDocument>>;
	#known = new WeakMap<vscode.TextDocument, { readonly version: number; readonly training: boolean }>();

	/** `isNamed`: the person's settings declare this file a configuration, whatever its content. */
	constructor(isNamed: (document: vscode.TextDocument) => boolean) {
		this.#isNamed = isNamed;
		this.#texts = lazy(async () => (await import('./trainingTexts.ts')).createTrainingTexts());
	}

	/**
	 * Returns whether a document is a training configuration; the only place that decides it. Cheap enough for every
	 * keystroke.
	 */
	is(document: vscode.TextDocument): boolean {
		if (!mayBeTraining(document)) return false;
		const before = this.#known.get(document);
		if (before?.version === document.version) return before.training;
		const training = this.#isNamed(document) || recognizeTraining(document.getText());
		this.#known.set(document, { version: document.version, training });
		return training;
	}

	/** Returns the reader, loaded with its first use. */
	texts(): Promise<TrainingTexts> {
		return this.#texts.get();
	}

	/** Parses the current configuration; undefined for other documents. */
	async read(document: vscode.TextDocument): Promise<TrainingDocument | undefined> {
		if (!this.is(document)) return undefined;
		return (await this.#texts.get()).get(document);
	}

	/** Recognizes documents again after the setting that names files has changed. Called by the owner of the editor's events. */
	recognizeAgain(): void {
		this.#known = new WeakMap();
	}

	forget(document: vscode.TextDocument): void {
		this.#known.delete(document);
		this.#texts.value?.forget(document);
	}
}
