import * as l10n from '@vscode/l10n';
import type { Finding } from '../../base/findings.ts';
import { canvasInput } from '../canvas/canvasInputs.ts';
import { isDynamicPrompt } from '../canvas/dynamicPrompt.ts';
import { hasPlaceholder } from '../canvas/placeholders.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { type InputBody, unwrap } from '../nodeReader.ts';

/** Reports a text that only the node editor resolves before it is sent. */
export function checkCanvas(
	input: InputBody,
	className: string | undefined,
	nodeInfo: NodeInfo,
	report: (finding: Finding, whenRun?: boolean) => void,
): void {
	const value = unwrap(input.value);
	if (value.type !== 'string') return;
	const range = { start: input.start, end: input.end };
	const shared = { severity: 'hint', range, input: input.name } as const;
	const kind = canvasInput(className, input.name, nodeInfo);
	if (kind === 'dynamicPrompt' && isDynamicPrompt(value.value)) {
		report({
			...shared,
			code: 'dynamic_prompt',
			message: l10n.t(
				'This is a dynamic prompt. Only the node editor resolves it; the engine uses the text as is.',
			),
			remedy: l10n.t('A run from here resolves it first, unless you turn this off in the review.'),
		});
	}
	if (kind === 'fileName' && hasPlaceholder(value.value)) {
		report({
			...shared,
			code: 'canvas_placeholder',
			message: l10n.t(
				'Only the node editor fills in dates and values of other nodes; the engine uses the text as is.',
			),
			remedy: l10n.t('A run from here fills them in first, unless you turn this off in the review.'),
		});
	}
}
