import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { type Failure, failed, mapped, type Result, success, yourFailure } from '../../base/failure.ts';
import { numberText } from '../../base/language.ts';
import { perUnit } from '../../base/money.ts';
import { getModel } from '../../catalog/client.ts';
import type { CatalogModel } from '../../catalog/model.ts';
import { getDeployment } from '../../deployments/client.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { Service } from '../../http/transport.ts';
import type { Json } from '../../json/exact.ts';
import { type Estimate, estimateText } from '../../records/estimate.ts';
import { fieldsOfSchema, type InputForm, schemaOfInputs } from '../../requests/inputSchema.ts';
import { unknownTargetFailure } from '../failures.ts';
import type { RunTargetId } from '../run.ts';

/** A target that takes a flat body of inputs, with its form. */
export interface InputTarget {
	readonly name: string;
	readonly description?: string;
	/** The price of a run before its inputs are known, as text. */
	readonly price?: string;
	/** The machine that it runs on, if it is selected. */
	readonly hardware?: string;
	/** Its page on the web, an https address. */
	readonly page?: string;
	readonly form: InputForm;
}

const controlImage = (title: string): Json => ({ type: 'string', format: 'image_uri', title });

/**
 * The inputs of a LoRA deployment if the service does not describe them (wire-facts.md, section 4): names of the flat body, with the ranges
 * of the reference server.
 */
const loraSchema: Json = {
	type: 'object',
	required: ['prompt'],
	properties: {
		prompt: { type: 'string', title: l10n.t('Prompt'), description: l10n.t('What to generate.') },
		neg: { type: 'string', title: l10n.t('Negative prompt'), description: l10n.t('What to avoid.') },
		ctrl_img: controlImage(l10n.t('Control image')),
		ctrl_img_1: controlImage(l10n.t('Control image 1')),
		ctrl_img_2: controlImage(l10n.t('Control image 2')),
		ctrl_img_3: controlImage(l10n.t('Control image 3')),
		width: { type: 'integer', minimum: 64, maximum: 4096 },
		height: { type: 'integer', minimum: 64, maximum: 4096 },
		guidance_scale: { type: 'number', minimum: 0, maximum: 20 },
		sample_steps: { type: 'integer', minimum: 1, maximum: 150 },
		network_multiplier: {
			type: 'number',
			minimum: -2,
			maximum: 2,
			title: l10n.t('LoRA strength'),
			description: l10n.t('How much the LoRA changes the model.'),
		},
		seed: {
			type: 'integer',
			minimum: -1,
			description: l10n.t('The same seed gives the same result; -1 picks a random one.'),
		},
		sampler: { type: 'string' },
		num_frames: { type: 'integer', minimum: 1, maximum: 1000, title: l10n.t('Frames') },
		fps: { type: 'integer', minimum: 1, maximum: 120, title: l10n.t('Frames per second') },
		resolution: { type: 'string', enum: ['Default', 'High'] },
	},
};

/** Asks the service for a target and the form of its inputs. Fails with kind `input` for a target that takes a workflow. */
export async function loadInputTarget(
	service: Service,
	{ kind, id }: RunTargetId,
	signal?: AbortSignal,
): Promise<Result<InputTarget>> {
	const options = { signal };
	if (kind === 'model') return mapped(await getModel(service, id, options), targetOfModel);
	if (kind === 'engine') return failed(unknownTargetFailure);
	const reply = await getDeployment(service, id, { includes: ['payload'], ...options });
	if (!reply.ok) return reply;
	return reply.value.takesInputs
		? success(targetOfDeployment(reply.value))
		: failed(takesWorkflow(reply.value));
}

/** Returns the form of a model; without a schema, a form made from the names of its inputs. */
export function targetOfModel(model: CatalogModel): InputTarget {
	const { name, description, price, url, inputs, requiredInputs } = model;
	const schema = model.inputSchema ?? schemaOfInputs(inputs, requiredInputs) ?? null;
	return {
		name,
		form: fieldsOfSchema(schema),
		...compact({ description, price: price && priceWords(price), page: url }),
	};
}

/**
 * Returns the price of a run of a target as text: its price, or its machine and the duration of earlier runs there.
 * Undefined if unknown.
 */
export function priceText(
	{ price, hardware }: InputTarget,
	estimate: Estimate | undefined,
): string | undefined {
	if (price !== undefined || hardware === undefined) return price;
	const took = estimate === undefined ? '' : estimateText(estimate);
	return took === '' ? hardware : l10n.t('{0}, {1} for a run', hardware, took);
}

function targetOfDeployment({ name, payload, hardware }: Deployment): InputTarget {
	const own = { name, ...compact({ hardware }) };
	if (payload?.inputSchema !== undefined) return { ...own, form: fieldsOfSchema(payload.inputSchema) };
	const note = l10n.t(
		'The service does not describe the inputs of this deployment. These are the usual ones of a LoRA deployment; others can be written as JSON.',
	);
	return { ...own, form: { fields: fieldsOfSchema(loraSchema).fields, notes: [note] } };
}

/** Describes a price: `0.57 USD per second. Audio costs extra.` */
function priceWords({ usd, unit, note }: NonNullable<CatalogModel['price']>): string {
	const amount = `${numberText(usd, { maximumFractionDigits: 6, minimumFractionDigits: 2 })} USD`;
	return [unit === undefined ? l10n.t('{0} per run', amount) : perUnit(amount, unit), note ?? '']
		.filter((part) => part !== '')
		.join('. ');
}

function takesWorkflow({ name }: Deployment): Failure {
	return yourFailure(
		'input',
		l10n.t('"{0}" runs workflows and takes no inputs of its own.', name),
		l10n.t('Run a workflow document on it.'),
	);
}
