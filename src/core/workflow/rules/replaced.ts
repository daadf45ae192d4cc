import type { Finding } from '../../base/findings.ts';
import type { NodeClass } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import type { LocalFinding } from './factTypes.ts';
import { firstReplacing, type ReplacedBody } from './replacements.ts';

/** At most so many inputs are named in one sentence. */
const mostNamed = 6;

/** What there is to say about a node whose class the engine exchanges for another. */
export function checkReplaced(
	body: NodeBody,
	className: string,
	by: NodeClass,
	{ dropped, needed, fix }: ReplacedBody,
): readonly LocalFinding[] {
	const place = body.classType ?? { start: 0, end: body.keyEnd };
	const range = { start: place.start, end: place.end };
	const names = dropped.slice(0, mostNamed).map(({ name }) => `"${name}"`);
	const more = dropped.length > mostNamed ? ` and ${dropped.length - mostNamed} more` : '';
	const lost = dropped.length === 0 ? '' : `, without ${names.join(', ')}${more}`;
	const findings: Finding[] = [
		{
			code: 'replaced_node',
			severity: 'warning',
			message: `The engine has no class "${className}" any more and puts "${by.name}" in its place${lost} (engines since ${firstReplacing} at the latest).`,
			remedy: `Write "${by.name}", and its inputs under their names.`,
			range,
			tags: ['deprecated'],
			...(fix ? { fixes: [fix] } : {}),
		},
		...needed.map(
			(name): Finding => ({
				code: 'required_input_missing',
				severity: 'error',
				message: `"${className}" needs the input "${name}": the engine fails over the whole workflow while it puts "${by.name}" in its place.`,
				remedy: `Add "${name}", or write "${by.name}".`,
				range,
				input: name,
			}),
		),
	];
	return findings.map((finding) => ({ finding: { ...finding, nodeId: body.id }, whenRun: false }));
}
