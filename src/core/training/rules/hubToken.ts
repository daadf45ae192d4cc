import * as l10n from '@vscode/l10n';
import { type Fix, fix } from '../../base/findings.ts';
import { variantOf } from '../archs.ts';
import type { ProcessModel } from '../configModel.ts';
import type { CheckContext } from '../context.ts';
import { membership } from '../families.ts';
import { tokenHolders } from '../hubToken.ts';
import { hubVariable } from '../hubVariable.ts';
import { placeholder, setKey } from '../yaml/edits.ts';
import { entryOf, placeOfEntry } from '../yaml/node.ts';

/** Goes to the place where a person stores the token. */
const setToken: Fix = { title: l10n.t('Set Model Hub Token'), edits: [], act: 'setHubToken' };

const token = placeholder(hubVariable);
const storeIt = l10n.t(
	'Store a token with access to the weights with Easel: Set Model Hub Token. It replaces {0} when the job is sent.',
	token,
);

/** Checks that gated weights have a model-hub token, and that a variable in its place has one that is stored. */
export function checkHubToken(context: CheckContext, process: ProcessModel): void {
	const { arch, model } = process;
	const holders = tokenHolders(context.config.root);
	const isStored = context.local ? true : context.options.hasHubToken;
	const unfilled = isStored === false ? holders.find(({ isVariable }) => isVariable) : undefined;
	const isGiven = holders.some(({ isVariable }) => !isVariable || isStored !== false);
	const entry = entryOf(model, 'arch');
	const need = context.partial ? undefined : needOf(process);
	if (need === undefined || isGiven || entry === undefined || arch === undefined) {
		if (unfilled === undefined) return;
		context.own('placeholder', 'warning', {
			range: unfilled.range,
			path: unfilled.path,
			message: l10n.t(
				'No model-hub token is stored for this connection, so the service would receive {0} as is.',
				token,
			),
			remedy: storeIt,
			fixes: [setToken],
		});
		return;
	}
	const added =
		model === undefined
			? []
			: fix(l10n.t('Add hf_token: {0}', token), setKey(context.text, model, 'hf_token', token, entry));
	const remark =
		unfilled === undefined
			? {
					range: placeOfEntry(entry),
					path: `${process.path}.model`,
					remedy: l10n.t(
						'Add hf_token: {0} to model. A stored token replaces it when the job is sent. Never write the token itself.',
						token,
					),
					fixes: added,
				}
			: { range: unfilled.range, path: unfilled.path, remedy: storeIt, fixes: [setToken] };
	if (need.family === undefined) {
		context.own('gated-weights', 'info', {
			...remark,
			message: l10n.t(
				'The weights {0} are gated, and the configuration has no model-hub token.',
				process.weights ?? arch.weights ?? '',
			),
		});
		return;
	}
	const message =
		unfilled === undefined
			? l10n.t(
					'The weights of {0} are gated, and the service needs a model-hub token to fetch them.',
					arch.label,
				)
			: l10n.t(
					'The weights of {0} are gated, and no model-hub token is stored to replace {1}.',
					arch.label,
					token,
				);
	context.service(42257, { ...remark, message, confidence: need.family });
}

/** Returns the certainty of the service's rule about gated weights; undefined if the weights are open. */
function needOf(process: ProcessModel) {
	const { archText, arch, weights } = process;
	if (archText === undefined || arch === undefined) return undefined;
	const family = membership('modelA', process);
	const variant = variantOf(arch, archText, weights);
	const isGated =
		family !== undefined ||
		/FLUX\.1-schnell/i.test(weights ?? '') ||
		(arch.gated === true &&
			!/^flex1\b/.test(archText) &&
			(weights === undefined || variant?.weights === weights));
	return isGated ? { family } : undefined;
}
