import * as l10n from '@vscode/l10n';
import { fix } from '../../../base/findings.ts';
import type { InputSpec } from '../../nodeInfo.ts';
import { type InputBody, unwrap } from '../../nodeReader.ts';
import { modelFile } from '../../requirements.ts';
import type { Report } from '../factTypes.ts';

/** Inputs of unknown classes in which a loader names a file. */
const loaderInput =
	/(?:_name|_path|_file)\d*$|^(?:model|lora|vae|unet|clip|ckpt|checkpoint|control_?net|upscale_?model)(?:_?\d+)?$/i;

/** Reports a model name with Windows separators if the list that must contain it is unknown. */
export function checkModelPath(input: InputBody, spec: InputSpec | undefined, report: Report): void {
	const value = unwrap(input.value);
	if (value.type !== 'string' || !value.value.includes('\\') || !modelFile.test(value.value)) return;
	const isChoice = spec
		? spec.type === 'COMBO' && !spec.options && !spec.upload
		: loaderInput.test(input.name);
	// From the root of a disk or on another computer it is no name of a list.
	if (!isChoice || /^(?:[a-z]:|[\\/])/i.test(value.value)) return;
	const range = { start: input.start, end: input.end };
	const newText = JSON.stringify(value.value.replaceAll('\\', '/'));
	report({
		code: 'path_separator',
		severity: 'warning',
		message: l10n.t(
			'"{0}" names a folder with \\, as only engines on Windows do; machines of the service have Linux and do not find the file.',
			input.name,
		),
		remedy: l10n.t('Write {0}.', newText),
		range,
		input: input.name,
		fixes: fix(l10n.t('Change to {0}', newText), { range, newText }, true),
	});
}
