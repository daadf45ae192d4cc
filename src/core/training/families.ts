import * as l10n from '@vscode/l10n';
import { archOf } from './archs.ts';
import type { ProcessModel } from './configModel.ts';

/** The confidence that the service means this architecture by the name of a rule. */
export type Confidence = 'high' | 'medium' | 'low';

type Members = Readonly<Record<string, Confidence>>;

/**
 * The architectures that belong to each family. The names in the rules are blanked out, so this is inferred from the text of each rule and
 * the behavior of the toolkit; only `high` may become an error.
 */
const members = {
	modelA: { flux: 'high', flux2: 'high', flux2_klein_9b: 'medium', flux_kontext: 'low' },
	modelA1: { flux: 'high', flux_kontext: 'low' },
	modelA2: { flux2: 'high', flux2_klein_9b: 'medium', flux2_klein_4b: 'low' },
	modelBEdit: { qwen_image_edit: 'high', qwen_image_edit_plus: 'high' },
	modelCI2v: { wan21_i2v: 'high', wan22_14b_i2v: 'high' },
	modelC14b: { wan22_14b: 'high', wan22_14b_i2v: 'high', wan21_i2v: 'high', wan21: 'medium' },
	modelD: { ltx2: 'high', 'ltx2.3': 'high', 'ltx2.5': 'medium', wan22_5b: 'low', minimax_h3: 'low' },
	largeImage: {
		flux: 'low',
		flux2: 'low',
		flux_kontext: 'low',
		qwen_image: 'low',
		qwen_image_edit: 'low',
		qwen_image_edit_plus: 'low',
		hidream: 'low',
	},
} satisfies Readonly<Record<string, Members>>;

/** The families that the service's rules name without their models. */
export type Family = keyof typeof members;

/** The members of each family. */
export const families: Readonly<Record<Family, Members>> = members;

/**
 * Returns whether a model belongs to a family. `flex1` shares its loader with `flux` but is not gated and never counts;
 * `wan21` belongs to the 14B family only with 14B weights.
 */
export function membership(
	family: Family,
	{ archText = '', weights = '' }: Pick<ProcessModel, 'archText' | 'weights'>,
): Confidence | undefined {
	const known = archOf(archText);
	if (known === undefined || /^flex1\b/.test(archText)) return undefined;
	if (family === 'modelC14b' && known.arch === 'wan21' && !/14b/i.test(`${archText} ${weights}`))
		return undefined;
	return families[family][known.arch];
}

/** Returns the weaker of two confidences. */
export function weaker(one: Confidence, other: Confidence): Confidence {
	const order: readonly Confidence[] = ['low', 'medium', 'high'];
	return order.indexOf(one) < order.indexOf(other) ? one : other;
}

/** The sentence a finding carries when its family is not certain. */
export const uncertain = l10n.t(
	'The service does not publish which models this rule covers, so this is likely but not certain.',
);
