import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import type { FieldSpec } from '../../base/panel/formFields.ts';
import { withAdapter } from '../../requests/checkpointReference.ts';
import {
	bodyOfInputs,
	type InputValues,
	initialValues,
	readInputs,
	shownFields,
} from '../../requests/inputValues.ts';
import { keptInputs, keptJson } from '../../requests/keptInputs.ts';
import type { InputSet } from '../../workflow/inputSet.ts';
import { bodyOfSet } from './bodySet.ts';
import { type InputFormContents, inputViews } from './messages.ts';

/** The part of a form that is remembered between windows. */
export const rememberedInputs = z.object({
	/** The inputs as JSON text, without the values that must not be kept; absent if too large. */
	body: z.exactOptional(z.string()),
	view: z.enum(inputViews),
	/** JSON text that could not be read. */
	draft: z.exactOptional(z.string()),
	/** The latest run. */
	runId: z.exactOptional(z.string()),
});
export type RememberedInputs = z.output<typeof rememberedInputs>;

interface ContentsMemory {
	inputsFor(key: string): RememberedInputs | undefined;
	noteInputs(key: string, inputs: RememberedInputs): Promise<void>;
}

/** Largest kept inputs, in UTF-16 units. */
const largest = 200_000;

/** Milliseconds without typing after which the contents are written down. */
const pauseMs = 400;

/** An adapter (`checkpoint:job/file`), and the intended field; without one, the first that takes one. */
export interface WantedAdapter {
	readonly adapter: string;
	readonly path?: string;
}

interface FormAsks {
	/** Called when they have become too large to be kept, or can be kept again. */
	onFits(fits: boolean): void;
	/** Asks whether other values may replace those in the form. */
	mayReplace(): Promise<boolean>;
	onReplaced(): void;
	/** True if the defaults are values of a document; the form follows them until something else is entered. */
	readonly followsDefaults?: boolean;
}

/** The contents of a form and its latest run, kept for hidden views and other windows if small enough. */
export class FormContents {
	readonly #memory: ContentsMemory;
	readonly #key: string;
	readonly #asks: FormAsks;
	#fits = true;
	#fields: readonly FieldSpec[] | undefined;
	#contents: InputFormContents = { inputs: { values: {} }, view: 'form' };
	#revision = 0;
	#runId: string | undefined;
	#pause: NodeJS.Timeout | undefined;
	/** Values to apply when the fields are known. */
	#filling: InputSet | undefined;
	/** Adapters to put when the fields are known. */
	#adapters: WantedAdapter[] = [];

	constructor(memory: ContentsMemory, key: string, asks: FormAsks) {
		this.#memory = memory;
		this.#key = key;
		this.#asks = asks;
		this.#runId = memory.inputsFor(key)?.runId;
	}

	get current(): InputFormContents {
		return this.#contents;
	}

	/** Changes whenever the contents were changed here and not by the person in the view. */
	get revision(): number {
		return this.#revision;
	}

	/** True if the content of the form is small enough to be kept for other windows. */
	get fits(): boolean {
		return this.#fits;
	}

	get runId(): string | undefined {
		return this.#runId;
	}

	/** Shows the kept values, or the defaults, once the fields are known. */
	show(fields: readonly FieldSpec[]): void {
		this.#fields = fields;
		const kept = this.#memory.inputsFor(this.#key);
		const reading = kept?.body === undefined ? undefined : readInputs(fields, kept.body);
		const known = reading !== undefined && 'inputs' in reading;
		this.#change({
			inputs: known ? this.#withDefaults(reading.inputs) : initialValues(fields),
			view: kept?.view ?? (fields.length === 0 ? 'json' : 'form'),
			...compact({ draft: kept?.draft }),
		});
		this.#fill();
	}

	/**
	 * Shows the fields, with the same values if others were shown before: a value that was not entered follows its default, and one without a
	 * field stays among the others.
	 */
	follow(fields: readonly FieldSpec[]): void {
		if (this.#fields === undefined) {
			this.show(fields);
			return;
		}
		const { inputs, ...others } = this.#contents;
		const reading = readInputs(fields, this.#entered(inputs));
		this.#fields = fields;
		if ('inputs' in reading) this.#change({ ...others, inputs: this.#withDefaults(reading.inputs) });
		this.#fill();
	}

	/**
	 * Replaces the content of the form by a set of values, immediately or as soon as the fields are known. No value is
	 * lost, and other values in the form are replaced only if the person agrees.
	 */
	fill(inputs: InputSet): void {
		this.#filling = inputs;
		this.#fill();
	}

	/** Notes that the person has changed something; it is saved as soon as they pause. */
	edited(contents: InputFormContents): void {
		this.#contents = contents;
		clearTimeout(this.#pause);
		this.#pause = setTimeout(() => void this.keep(), pauseMs);
	}

	enter(path: string, value: string): void {
		const { inputs, view } = this.#contents;
		this.#change({ view, inputs: { ...inputs, values: { ...inputs.values, [path]: value } } });
		void this.keep();
	}

	reset(): void {
		const { view } = this.#contents;
		this.#change({ inputs: initialValues(this.#fields ?? []), view });
		void this.keep();
	}

	showRun(runId: string): void {
		this.#runId = runId;
		void this.keep();
	}

	/**
	 * Puts an adapter into a field, immediately or as soon as the fields are known (`putAdapters`).
	 * @returns whether every adapter has a field; adapters that wait count.
	 */
	useAdapter(wanted: WantedAdapter): boolean {
		this.#adapters.push(wanted);
		return this.putAdapters();
	}

	/** Puts the adapters that waited for the fields. */
	putAdapters(): boolean {
		const fields = this.#fields;
		if (fields === undefined || this.#adapters.length === 0) return true;
		const adapters = this.#adapters;
		this.#adapters = [];
		const taking = shownFields(fields, this.#contents.inputs).filter((each) => each.adapter !== undefined);
		let hasPlace = true;
		for (const { adapter, path } of adapters) {
			const field = taking.find((each) => path === undefined || each.path === path);
			if (field === undefined) {
				hasPlace = false;
				continue;
			}
			const before = this.#contents.inputs.values[field.path];
			this.enter(field.path, withAdapter(field, typeof before === 'string' ? before : '', adapter));
		}
		return hasPlace;
	}

	/** Saves the content of the form, if it may be kept. */
	async keep(): Promise<void> {
		clearTimeout(this.#pause);
		if (this.#fields === undefined) return;
		const { inputs, view, draft } = this.#contents;
		const kept: InputValues = keptInputs(shownFields(this.#fields, inputs), inputs);
		const body = this.#entered(kept);
		const keptDraft = draft === undefined ? undefined : keptJson(draft);
		const fits = body.length + (keptDraft?.length ?? 0) <= largest;
		if (fits !== this.#fits) {
			this.#fits = fits;
			this.#asks.onFits(fits);
		}
		const contents = fits ? { body, ...compact({ draft: keptDraft }) } : {};
		await this.#memory.noteInputs(this.#key, { view, ...contents, ...compact({ runId: this.#runId }) });
	}

	#fill(): void {
		if (this.#fields === undefined || this.#filling === undefined) return;
		const reading = readInputs(this.#fields, bodyOfSet(this.#filling));
		this.#filling = undefined;
		if (!('inputs' in reading)) return;
		const inputs = this.#withDefaults(reading.inputs);
		if (this.#wouldLose(this.#fields, inputs)) void this.#replace(inputs);
		else this.#put(inputs);
	}

	/** Returns the values as JSON text, without those of a document that the form follows. */
	#entered(inputs: InputValues): string {
		const fields = this.#fields ?? [];
		if (!this.#asks.followsDefaults) return bodyOfInputs(fields, inputs);
		const entered = fields.filter(
			({ path, default: initial }) =>
				inputs.asJson?.includes(path) === true || inputs.values[path] !== initial,
		);
		return bodyOfInputs(entered, inputs);
	}

	#withDefaults(inputs: InputValues): InputValues {
		if (!this.#asks.followsDefaults) return inputs;
		return { ...inputs, values: { ...initialValues(this.#fields ?? []).values, ...inputs.values } };
	}

	/** Returns whether the form contains anything that is absent from the values. */
	#wouldLose(fields: readonly FieldSpec[], next: InputValues): boolean {
		if (this.#contents.draft !== undefined) return true;
		const body = bodyOfInputs(fields, this.#contents.inputs);
		return body !== bodyOfInputs(fields, initialValues(fields)) && body !== bodyOfInputs(fields, next);
	}

	async #replace(inputs: InputValues): Promise<void> {
		if (!(await this.#asks.mayReplace())) return;
		this.#put(inputs);
		this.#asks.onReplaced();
	}

	#put(inputs: InputValues): void {
		this.#change({ inputs, view: this.#contents.view });
		void this.keep();
	}

	#change(contents: InputFormContents): void {
		this.#contents = contents;
		this.#revision++;
	}
}
