import type * as vscode from 'vscode';
import { fixAllEdits } from '../../core/base/fixAll.ts';
import { checkTraining } from '../../core/training/check.ts';
import { parseTraining } from '../../core/training/yaml/document.ts';
import { fixProvider } from '../shell/fixes.ts';
import type { TrainingChecks } from './trainingChecks.ts';

/** Fixes the findings of the checks. */
export function trainingFixes(checks: TrainingChecks): vscode.CodeActionProvider {
	return fixProvider(async (document) => {
		const checked = await checks.current(document);
		if (checked === undefined) return undefined;
		const options = checks.options(document);
		const check = (text: string) => checkTraining(parseTraining(text), options);
		return {
			findings: checked.findings,
			fixAll: () => fixAllEdits(checked.document.text, checked.findings, check),
		};
	});
}
