import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import type { Failure } from '../../../core/base/failure.ts';
import { bodyOfInputs, type InputValues } from '../../../core/requests/inputValues.ts';
import { planInputs } from '../../../core/runs/inputs/plan.ts';
import { inputSnippet } from '../../../core/runs/inputs/snippet.ts';
import { loadInputTarget, priceText } from '../../../core/runs/inputs/target.ts';
import type { RunTarget } from '../../../core/runs/run.ts';
import type { InputFormsOptions } from './formOptions.ts';
import { formProblem } from './problem.ts';
import { runInputs } from './run.ts';
import type { FormOwner, FormSubject, LoadedForm, SubjectHandlers } from './subject.ts';

interface FormTarget extends RunTarget {
	readonly connectionId: string;
}

/** A target that takes inputs in place of a workflow. */
export class TargetSubject implements FormSubject {
	readonly #parts: Pick<InputFormsOptions, 'acts' | 'session' | 'windowRuns' | 'onStarted'>;
	readonly #target: FormTarget;
	readonly #owner: FormOwner;
	#loaded: LoadedForm | undefined;

	constructor(
		parts: Pick<InputFormsOptions, 'acts' | 'session' | 'windowRuns' | 'onStarted'>,
		target: FormTarget,
		owner: FormOwner,
	) {
		this.#parts = parts;
		this.#target = target;
		this.#owner = owner;
	}

	/** Returns the session, if it belongs to the connection of the form. */
	#session(): SignedIn | undefined {
		const { current } = this.#parts.session;
		return current.state === 'signedIn' && current.connection.id === this.#target.connectionId
			? current
			: undefined;
	}

	load(signal: AbortSignal) {
		const session = this.#session();
		if (session === undefined) return undefined;
		return loadInputTarget(session.service, this.#target, signal).then((reply) => {
			if (reply.ok) this.#loaded = reply.value;
			return reply;
		});
	}

	problem(failure: Failure | undefined) {
		return formProblem(this.#parts.session.current, this.#target.connectionId, failure);
	}

	price(loaded: LoadedForm): string | undefined {
		return priceText(loaded, this.#parts.windowRuns.opened?.estimates.fromEarlier(this.#target));
	}

	async run(loaded: LoadedForm, inputs: InputValues) {
		const session = this.#session();
		if (session === undefined) return undefined;
		const { kind, id } = this.#target;
		const outcome = await runInputs(this.#parts, session, {
			plan: await planInputs(loaded.form.fields, inputs, loaded.name),
			target: { kind, id, name: loaded.name },
		});
		if (outcome?.ok) this.#parts.onStarted(outcome.value);
		return outcome;
	}

	readonly handlers: SubjectHandlers = {
		copyAs: async ({ language }) => {
			const session = this.#session();
			if (session === undefined || this.#loaded === undefined) return;
			const body = bodyOfInputs(this.#loaded.form.fields, this.#owner.contents.current.inputs, 2);
			await vscode.env.clipboard.writeText(inputSnippet(session.connection, this.#target, body, language));
			this.#owner.notify(vscode.l10n.t('Copied. Put your token into EASEL_TOKEN before you run it.'));
		},
		openInput: () => undefined,
		chooseFile: () => undefined,
		savePreset: () => undefined,
		loadPreset: () => undefined,
		applyToDocument: () => undefined,
	};

	dispose(): void {}
}
