import type { Failure, Result } from '../../../core/base/failure.ts';
import type { Handlers } from '../../../core/base/panel/protocol.ts';
import type { InputValues } from '../../../core/requests/inputValues.ts';
import type { FormContents } from '../../../core/runs/inputs/contents.ts';
import type { InputFormProtocol, InputFormState } from '../../../core/runs/inputs/messages.ts';
import type { InputTarget } from '../../../core/runs/inputs/target.ts';
import type { Run } from '../../../core/runs/run.ts';

export type LoadedForm = InputTarget & Pick<InputFormState, 'places'>;

export type SubjectHandlers = Pick<
	Handlers<InputFormProtocol['toHost']>,
	'copyAs' | 'openInput' | 'chooseFile' | 'savePreset' | 'loadPreset' | 'applyToDocument'
>;

/** The part of a panel for its subject. */
export interface FormOwner {
	readonly contents: FormContents;
	/** Shows a sentence in the view. */
	notify(text: string): void;
	reload(): Promise<void>;
	/** Shows other contents. */
	refresh(): void;
}

/** The subject of a form: a target that takes inputs, or the named inputs of a document. */
export interface FormSubject {
	readonly handlers: SubjectHandlers;
	/** Reads the form; undefined while it cannot be read. */
	load(signal: AbortSignal): Promise<Result<LoadedForm>> | undefined;
	/** Returns the reason why nothing can be run, and the next step. @param failure of reading the form */
	problem(failure: Failure | undefined): InputFormState['problem'];
	price(loaded: LoadedForm): string | undefined;
	/** Begins a run. Undefined if the person stopped, or if they know already why it was refused. */
	run(loaded: LoadedForm, inputs: InputValues): Promise<Result<Run> | undefined>;
	/** Fills in the form with a preset, if the subject has presets. */
	loadPreset?(name: string): Promise<void>;
	dispose(): void;
}
