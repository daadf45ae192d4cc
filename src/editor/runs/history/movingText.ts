import { l10n } from 'vscode';
import { describeDuration } from '../../../core/base/ages.ts';
import { capitalized, numberText } from '../../../core/base/language.ts';
import { describeStep } from '../../../core/base/nodeProgress.ts';
import type { EngineProgress } from '../../../core/engine/engineProgress.ts';
import { describeState, elapsed } from '../../../core/runs/describe.ts';
import type { Run } from '../../../core/runs/run.ts';
import { nodeProgressOf } from '../../../core/runs/runProgress.ts';
import { labelText } from '../../shell/plainText.ts';

/**
 * Describes a moving run: `Running 17 s`, `Queued, next in line 3 s (2 more)`, `Running 17 s: KSampler 12 of 20`;
 * without the step between two nodes, and while no engine is known to work on it.
 */
export function describeMoving(
	run: Run,
	others: number,
	now: number,
	progress: EngineProgress | undefined,
): string {
	const state = describeState(run);
	const isAtWork = run.state === 'running' && progress !== undefined;
	const step = isAtWork ? labelText(describeStep(nodeProgressOf(progress)), 60) : '';
	const text = `${capitalized(state)} ${describeDuration(elapsed(run, now))}${step === '' ? '' : `: ${step}`}`;
	return others === 0 ? text : l10n.t('{0} ({1} more)', text, numberText(others));
}
