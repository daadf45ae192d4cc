import * as z from 'zod/mini';
import { fieldSpec } from '../../base/panel/formFields.ts';
import { nothing } from '../../base/panel/protocol.ts';
import { snippetLanguages } from '../../catalog/snippets.ts';
import { inputValues } from '../../requests/inputValues.ts';
import { resultsProtocol, runViewProtocol } from '../results/messages.ts';
import { targetKinds } from '../runSchema.ts';

/*
 * The protocol between the form of inputs and its host. The host keeps the content of the form, and the view shows the latest run with the
 * parts of the results panel, so it asks the same questions about results as that panel.
 */

export const inputViews = ['form', 'json'] as const;

/**
 * A form belongs to a target that takes inputs, or to the named inputs of a workflow document; the id of the latter is
 * its address.
 */
const target = z.object({ kind: z.enum([...targetKinds, 'workflow']), id: z.string(), name: z.string() });

const edited = z.object({
	inputs: inputValues,
	view: z.enum(inputViews),
	/** The JSON text as typed, if it cannot be read. */
	draft: z.exactOptional(z.string()),
});

const state = z.object({
	/** The host's clock when this was sent, in milliseconds since 1970. */
	now: z.number(),
	opensOutside: z.boolean(),
	target,
	description: z.exactOptional(z.string()),
	price: z.exactOptional(z.string()),
	hasPage: z.boolean(),
	/** State of the inputs; if `failed`, `problem` has the reason. */
	phase: z.enum(['loading', 'ready', 'failed']),
	/** The reason why nothing can be run at the moment, and the next step. */
	problem: z.exactOptional(
		z.object({ message: z.string(), nextStep: z.string(), action: z.enum(['signIn', 'reload']) }),
	),
	fields: z.array(fieldSpec),
	notes: z.array(z.string()),
	contents: edited,
	/** Descriptions of the inputs of a workflow document, by the paths of their fields; absent for a target. */
	places: z.exactOptional(z.record(z.string(), z.string())),
	/** The known trigger words of LoRAs in the inputs, by the name of their job. */
	triggerWords: z.record(z.string(), z.string()),
	/** Changes whenever the host has changed the contents. */
	revision: z.number(),
	sending: z.boolean(),
	/** The reason why the latest attempt began no run. */
	refusal: z.exactOptional(
		z.object({
			attempt: z.number(),
			message: z.string(),
			nextStep: z.string(),
			details: z.exactOptional(z.array(z.string())),
		}),
	),
	/** The latest run of this form that is still in the history. */
	run: resultsProtocol.toView.state.shape.run,
});

export const inputFormProtocol = {
	/** The target by connection, kind and id, with the name that it had. */
	identity: z.object({ connectionId: z.string(), ...target.shape }),
	memory: nothing,
	toView: {
		state,
		...runViewProtocol.toView,
	},
	toHost: {
		...runViewProtocol.toHost,
		edited,
		run: edited,
		reset: nothing,
		signIn: nothing,
		reload: nothing,
		openPage: nothing,
		showResult: nothing,
		/** For the form of a document: goes to an input in the text, or to the text alone. */
		openInput: z.object({ path: z.exactOptional(z.string()) }),
		chooseFile: z.object({ path: z.string() }),
		savePreset: nothing,
		loadPreset: nothing,
		applyToDocument: nothing,
		copyAs: z.object({ language: z.enum(snippetLanguages) }),
		/** The host lets the person choose, and puts the checkpoint into the field. */
		chooseCheckpoint: z.object({ path: z.string() }),
	},
	requests: {},
};

export type InputFormProtocol = typeof inputFormProtocol;
export type InputFormIdentity = z.output<InputFormProtocol['identity']>;
export type InputFormState = z.output<typeof state>;
export type InputFormContents = z.output<typeof edited>;
