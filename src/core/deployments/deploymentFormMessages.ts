import * as z from 'zod/mini';
import { fieldSpec, formValues } from '../base/panel/formFields.ts';
import { nothing, type PanelProtocol } from '../base/panel/protocol.ts';

const mode = z.enum(['new', 'edit']);

/** A setting that differs, for a row of the summary. */
const change = z.object({
	label: z.string(),
	before: z.exactOptional(z.string()),
	after: z.string(),
});
export type ChangeRow = z.output<typeof change>;

const state = z.object({
	mode,
	/** The name of the deployment, or of the new one. */
	title: z.string(),
	/** The connection that it is sent to. */
	connection: z.exactOptional(z.string()),
	fields: z.readonly(z.array(fieldSpec)),
	/** The values to begin with: the deployment as it was read last, or the usual ones. */
	values: formValues,
	/** Deployments to begin a new one with. */
	templates: z.readonly(z.array(z.object({ id: z.string(), name: z.string(), values: formValues }))),
	/** The reason why nothing can be sent now, in one sentence or two. */
	trouble: z.exactOptional(z.string()),
	reading: z.boolean(),
});
export type DeploymentFormIdentity = z.output<DeploymentFormProtocol['identity']>;
export type DeploymentFormState = z.output<typeof state>;

export const deploymentFormProtocol = {
	/** `connectionId` and `deploymentId` for a deployment that is edited. */
	identity: z.union([
		z.object({ mode: z.literal('new') }),
		z.object({ mode: z.literal('edit'), connectionId: z.string(), deploymentId: z.string() }),
	]),
	memory: z.object({
		/** The typed values. */
		values: formValues,
		/** The values of the fields before anything was typed; a different current value was changed elsewhere. */
		base: formValues,
	}),
	toView: { state },
	toHost: { readAgain: nothing, close: nothing },
	requests: {
		/** Returns the request; for an edit, compared with the current record. Nothing is changed. */
		review: {
			params: z.object({ values: formValues, base: formValues }),
			result: z.object({
				changes: z.readonly(z.array(change)),
				/** Changes made elsewhere since the values were read. */
				elsewhere: z.readonly(z.array(change)),
				/** The values that would be sent: fields that were left alone follow the record. */
				values: formValues,
				/** The current record. */
				now: formValues,
				cost: z.exactOptional(z.string()),
			}),
		},
		/** Sends the differences from `now`, the record that the review showed. */
		save: {
			params: z.object({ values: formValues, now: formValues }),
			result: z.object({}),
			endsByItself: true,
		},
		create: {
			params: z.object({ values: formValues }),
			result: z.object({}),
			endsByItself: true,
		},
	},
} as const satisfies PanelProtocol;
export type DeploymentFormProtocol = typeof deploymentFormProtocol;
