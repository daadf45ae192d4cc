import * as l10n from '@vscode/l10n';
import type { Finding } from '../../base/findings.ts';
import { firstOf, quoted } from '../../base/language.ts';
import type { NodeClass } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import type { LocalFinding } from './factTypes.ts';
import { firstReplacing, type ReplacedBody } from './replacements.ts';

/** Maximum number of inputs named in one sentence. */
const mostNamed = 6;

/** Reports a node of a class that the engine replaces. */
export function checkReplaced(
	body: NodeBody,
	className: string,
	by: NodeClass,
	{ dropped, needed, fix }: ReplacedBody,
): readonly LocalFinding[] {
	const place = body.classType ?? { start: 0, end: body.keyEnd };
	const range = { start: place.start, end: place.end };
	const lost = firstOf(
		dropped.map(({ name }) => quoted(name)),
		mostNamed,
	);
	const findings: Finding[] = [
		{
			code: 'replaced_node',
			severity: 'warning',
			message:
				lost === ''
					? l10n.t(
							'The engine no longer has the class "{0}" and uses "{1}" instead (engines since {2} at the latest).',
							className,
							by.name,
							firstReplacing,
						)
					: l10n.t(
							'The engine no longer has the class "{0}" and uses "{1}" instead, without {2} (engines since {3} at the latest).',
							className,
							by.name,
							lost,
							firstReplacing,
						),
			remedy: l10n.t('Write "{0}", and its inputs under their names.', by.name),
			range,
			tags: ['deprecated'],
			...(fix ? { fixes: [fix] } : {}),
		},
		...needed.map(
			(name): Finding => ({
				code: 'required_input_missing',
				severity: 'error',
				message: l10n.t(
					'"{0}" needs the input "{1}": without it, the engine fails for the whole workflow when it replaces the class with "{2}".',
					className,
					name,
					by.name,
				),
				remedy: l10n.t('Add "{0}", or write "{1}".', name, by.name),
				range,
				input: name,
			}),
		),
	];
	return findings.map((finding) => ({ finding: { ...finding, nodeId: body.id }, whenRun: false }));
}
