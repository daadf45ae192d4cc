import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { failed, type Result, success, wrongInput } from '../../../core/base/failure.ts';
import type { FieldSpec } from '../../../core/base/panel/formFields.ts';
import { pathOf } from '../../../core/base/panel/formFields.ts';
import { fittedPreset, setOfFitted } from '../../../core/operations/named/fittedPreset.ts';
import { likelyInputs } from '../../../core/operations/named/likelyInputs.ts';
import type { DocumentNames } from '../../../core/operations/named/namesOf.ts';
import { presetSave } from '../../../core/operations/named/presets.ts';
import type { InputValues } from '../../../core/requests/inputValues.ts';
import {
	changedInputs,
	fieldsOfNames,
	formOverrides,
	formSetOf,
	overridesOf,
} from '../../../core/runs/inputs/namedForm.ts';
import { endingsOf } from '../../../core/runs/plan/mediaInputs.ts';
import { whyNotRunnable } from '../../../core/runs/plan/runnable.ts';
import { titleOf } from '../../../core/runs/plan/summary.ts';
import type { Run } from '../../../core/runs/run.ts';
import { nameFrom } from '../../../core/runs/start/mediaPlace.ts';
import { presetsFileName } from '../../../core/workflow/named/fileName.ts';
import type { NamedInput } from '../../../core/workflow/named/namedInput.ts';
import { watchFiles } from '../../documents/watchFiles.ts';
import { runCommand } from '../../shell/commands.ts';
import { documentGoneText } from '../../shell/isThere.ts';
import { askForFile } from '../../shell/questions.ts';
import { askPresetName, choosePreset } from '../presets/ask.ts';
import { namesOfSource } from '../presets/namesOfSource.ts';
import { writeValues } from '../results/writeValues.ts';
import { revealInput, revealRange } from '../reveal.ts';
import { readSource, type WorkflowSource } from '../start/workflowSource.ts';
import type { InputFormsOptions } from './formOptions.ts';
import { readProblem } from './problem.ts';
import type { FormOwner, FormSubject, LoadedForm, SubjectHandlers } from './subject.ts';

/** Milliseconds that typing must rest before the form follows. */
const restMs = 300;

type Parts = Pick<InputFormsOptions, 'acts' | 'workflows' | 'nodeInfo' | 'windowRuns'>;

/** A document with the inputs of its form. */
interface ReadForm {
	readonly source: WorkflowSource;
	readonly names: DocumentNames;
	/** The named inputs or, without any, those that people change most. */
	readonly inputs: readonly NamedInput[];
	readonly fields: readonly FieldSpec[];
}

/** The named inputs of a workflow document. The document is changed only by Apply to Document. */
export class WorkflowSubject implements FormSubject {
	readonly #parts: Parts;
	readonly #uri: vscode.Uri;
	readonly #owner: FormOwner;
	readonly #watches: vscode.Disposable;
	#rest: NodeJS.Timeout | undefined;

	constructor(parts: Parts, uri: vscode.Uri, owner: FormOwner) {
		this.#parts = parts;
		this.#uri = uri;
		this.#owner = owner;
		const presets = vscode.Uri.joinPath(uri, '..', presetsFileName(uri.path.split('/').at(-1) ?? ''));
		const own = new Set([uri.toString(), presets.toString()]);
		const follow = (changed: vscode.Uri) => {
			if (!own.has(changed.toString())) return;
			clearTimeout(this.#rest);
			this.#rest = setTimeout(() => void owner.reload(), restMs);
		};
		const folder = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*.{json,jsonc,yaml}');
		this.#watches = vscode.Disposable.from(
			watchFiles(folder, follow),
			vscode.workspace.onDidChangeTextDocument(({ document }) => follow(document.uri)),
		);
	}

	dispose(): void {
		clearTimeout(this.#rest);
		this.#watches.dispose();
	}

	async load(): Promise<Result<LoadedForm>> {
		const read = await this.#read();
		if (!read.ok) return read;
		const { source, names, inputs, fields } = read.value;
		const lost = fittedPreset(
			source.document,
			names,
			names.lost.map(({ name }) => ({ name, words: '' })),
		);
		const notes = lost.missing.map(({ message }) => message);
		if (inputs.length === 0) notes.push(vscode.l10n.t('No input of the document has a name yet.'));
		else if (names.inputs.length === 0)
			notes.push(
				vscode.l10n.t(
					'No input of the document has a name yet. These are the ones that people change most; "Name Inputs..." in the menu of the document chooses others.',
				),
			);
		const places = inputs.map(({ name, places: [place] }) => {
			const node = source.document.nodeById.get(place.nodeId);
			const title = node === undefined ? '' : ` · ${titleOf(node)}`;
			return [pathOf([name]), `${place.nodeId}.${place.input}${title}`];
		});
		return success({
			name: source.name,
			form: { fields, notes },
			places: Object.fromEntries(places),
		});
	}

	problem = readProblem;

	price(): undefined {
		return undefined;
	}

	/** Runs the document with a preset, by the same command and with its review. */
	async run({ form }: LoadedForm, values: InputValues): Promise<Result<Run> | undefined> {
		const read = await this.#same(form.fields);
		if (!read.ok) return read;
		const { fields, inputs } = read.value;
		const overrides = overridesOf(changedInputs(fields, values, inputs));
		const id = await runCommand('easel.runWithPreset', this.#uri, { overrides });
		const run = typeof id === 'string' ? (await this.#parts.windowRuns.open()).get(id) : undefined;
		return run && success(run);
	}

	readonly handlers: SubjectHandlers = {
		copyAs: () => undefined,
		openInput: async ({ path }) => {
			const read = path === undefined ? undefined : await this.#read();
			const input = read?.ok ? read.value.inputs.find(({ name }) => pathOf([name]) === path) : undefined;
			if (input !== undefined) await revealInput(this.#parts.workflows, this.#uri, input.places[0]);
			else await revealRange(await vscode.workspace.openTextDocument(this.#uri));
		},
		chooseFile: ({ path }) => this.#chooseFile(path),
		savePreset: async () => {
			const read = await this.#told();
			if (read === undefined) return;
			const { source, fields, inputs } = read;
			if (this.#uri.scheme !== 'file')
				return this.#owner.notify(vscode.l10n.t('Save "{0}" in a folder first.', source.name));
			const name = await askPresetName(source.name);
			if (name === undefined) return;
			const overrides = formOverrides(fields, this.#owner.contents.current.inputs, inputs);
			const saved = await this.#parts.acts.done(presetSave, { path: this.#uri.fsPath, name, overrides });
			if (saved !== undefined) this.#owner.notify(vscode.l10n.t('Saved as the preset "{0}".', name));
		},
		loadPreset: () => this.loadPreset(),
		applyToDocument: async () => {
			const read = await this.#told();
			if (read === undefined) return;
			const { source, fields, inputs } = read;
			const set = changedInputs(fields, this.#owner.contents.current.inputs, inputs);
			if (set.values.length === 0)
				return this.#owner.notify(vscode.l10n.t('The document already has these values.'));
			await writeValues(await vscode.workspace.openTextDocument(this.#uri), source.document, set);
		},
	};

	/** Puts the values of a preset into the form, over those of the document. @param name by default, the person chooses */
	async loadPreset(name?: string): Promise<void> {
		const read = await this.#told();
		if (read === undefined) return;
		const { source, names, inputs } = read;
		const preset = await choosePreset(names.presets, source.name, name);
		if (preset === 'none') return this.#owner.notify(vscode.l10n.t('"{0}" has no presets yet.', source.name));
		if (preset === undefined) return;
		const fitted = fittedPreset(source.document, names, preset.values);
		const { set, without } = formSetOf(setOfFitted(fitted), inputs);
		this.#owner.contents.fill(set);
		this.#owner.refresh();
		const problems = [
			...fitted.missing.map(({ message }) => message),
			...without.map((place) => vscode.l10n.t('The form has no input {0}.', place)),
		];
		if (problems.length > 0) this.#owner.notify(problems.join(' '));
	}

	async #chooseFile(path: string): Promise<void> {
		const read = await this.#told();
		const field = read?.fields.find((each) => each.path === path);
		if (field?.kind !== 'media') return;
		const folder = this.#uri.scheme === 'file' ? dirname(this.#uri.fsPath) : undefined;
		const { accept, label } = field;
		const endings = accept === 'file' ? [] : endingsOf([accept]);
		const chosen = await askForFile({
			title: vscode.l10n.t('Choose a File for {0}', label),
			openLabel: vscode.l10n.t('Choose'),
			...compact({ defaultUri: folder === undefined ? undefined : vscode.Uri.file(folder) }),
			...(endings.length === 0 ? {} : { filters: { [vscode.l10n.t('Media')]: [...endings] } }),
		});
		if (chosen === undefined) return;
		const name = folder === undefined ? undefined : nameFrom(folder, chosen.fsPath);
		this.#owner.contents.enter(path, name ?? chosen.fsPath);
		this.#owner.refresh();
	}

	/** Reads the document, saved or not; reports why if it cannot be read. */
	async #told(): Promise<ReadForm | undefined> {
		const read = await this.#read();
		if (read.ok) return read.value;
		this.#owner.notify(`${read.failure.message} ${read.failure.nextStep}`);
		return undefined;
	}

	/** Reads the document if its form is unchanged; otherwise shows the new form. */
	async #same(shown: readonly FieldSpec[]): Promise<Result<ReadForm>> {
		const read = await this.#read();
		const paths = (fields: readonly FieldSpec[]) => JSON.stringify(fields.map(({ path }) => path));
		if (!read.ok || paths(read.value.fields) === paths(shown)) return read;
		await this.#owner.reload();
		return wrongInput(
			vscode.l10n.t('The inputs of the document have changed, so nothing was sent.'),
			vscode.l10n.t('Review the form, then press Run.'),
		);
	}

	async #read(): Promise<Result<ReadForm>> {
		const { workflows, nodeInfo: nodeInfoOf } = this.#parts;
		const source = await this.#source(() => readSource(workflows, this.#uri));
		if (!source.ok) return source;
		const { document } = source.value;
		const refusal = whyNotRunnable(document);
		if (refusal !== undefined) return failed(refusal);
		const { names, nodeInfo } = await namesOfSource(nodeInfoOf, source.value);
		const inputs = names.inputs.length > 0 ? names.inputs : likelyInputs(document, nodeInfo);
		return success({ source: source.value, names, inputs, fields: fieldsOfNames(document, inputs) });
	}

	async #source(read: () => Promise<WorkflowSource>): Promise<Result<WorkflowSource>> {
		try {
			return success(await read());
		} catch {
			const name = this.#uri.path.split('/').at(-1) ?? '';
			return wrongInput(
				documentGoneText(name),
				vscode.l10n.t('Open the document from its new place as a form.'),
			);
		}
	}
}
