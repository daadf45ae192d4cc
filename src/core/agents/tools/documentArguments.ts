import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { type Result, success } from '../../base/failure.ts';
import { numberText } from '../../base/language.ts';
import { givenValues } from '../../operations/documentInput.ts';
import { optionalText } from '../../operations/members.ts';
import { changeLine, mostChanges } from '../questions.ts';
import type { Call } from '../tool.ts';

/** Values as an object, or as JSON text, in which numbers keep their digits. */
export const anyInputs = z.union([z.string(), z.record(z.string(), z.unknown())]);

export type AnyInputs = z.output<typeof anyInputs>;

/** The parameters for a workflow, its deployment, and inputs with other values. */
export const documentArguments = {
	deployment_id: optionalText('the deployment to run on'),
	path: optionalText('path of a workflow document'),
	workflow_api_json: z.exactOptional(
		anyInputs.check(
			z.describe('a workflow in API format; without it and path, the saved one of the deployment runs'),
		),
	),
	overrides: z.exactOptional(
		anyInputs.check(
			z.describe(
				'other values for this run; JSON text keeps digits: {"prompt": "a harbor"} by name, {"6.text": "a harbor"} or {"6": {"inputs": {"text": "a harbor"}}}',
			),
		),
	),
};

/** Returns JSON text unchanged, and a value as JSON text. */
export function jsonOf(given: AnyInputs | undefined): string | undefined {
	return typeof given === 'object' ? JSON.stringify(given) : given;
}

/** Adds the changed inputs to the question about money. Returns them as JSON text, or why they cannot be read. */
export function notedOverrides(call: Call, changes: AnyInputs | undefined): Result<string | undefined> {
	const overrides = jsonOf(changes);
	const given = givenValues(compact({ overrides }));
	if (!given.ok) return given;
	for (const { name, words } of given.value.slice(0, mostChanges))
		call.consent.note(changeLine(name, words), name);
	if (given.value.length > mostChanges)
		call.consent.note(l10n.t('and {0} more', numberText(given.value.length - mostChanges)));
	return success(overrides);
}
