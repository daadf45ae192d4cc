import * as vscode from 'vscode';
import { laidOutJson } from '../../../core/json/indented.ts';
import type { RunPlan } from '../../../core/runs/plan/plan.ts';
import { keyPlaceholder } from '../../../core/runs/plan/withoutKey.ts';

/** Returns the request body for reading: the text of a plan without its key, formatted, without the bytes of files. */
export function readableBody({ bodyText }: RunPlan): string {
	const laidOut = laidOutJson(bodyText) ?? bodyText;
	return laidOut
		.replaceAll(
			/"data:([^;"]{1,80});base64,[^"]{200,}"/g,
			`"data:$1;base64,… (${vscode.l10n.t('embedded file')})"`,
		)
		.replaceAll(JSON.stringify(keyPlaceholder), `"(${vscode.l10n.t('your key')})"`);
}
