import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { conversionNote } from '../../core/operations/documentInput.ts';
import { runOperation } from '../../core/operations/operation.ts';
import { conversionLines } from '../../core/workflow/convert/report.ts';
import type { OperationCall, OperationRow } from '../frame/operationCommand.ts';
import { printable } from '../terminal/printable.ts';
import { statuses } from '../terminal/status.ts';

/** Reads only files of this computer, unless the nodes of a deployment count. */
const isLocal = ({ deployment }: Readonly<Record<string, unknown>>) => deployment === undefined;
const place = { path: 'FILE' };

/** Workflow documents as files. */
export const workflowRows: readonly OperationRow[] = [
	{
		name: 'workflows convert',
		operation: 'workflow.convert',
		example: 'easel workflows convert workflow.json > workflow_api.json',
		places: place,
		hidden: ['document'],
		isLocal,
		run: convert,
	},
	{
		name: 'workflows compare',
		operation: 'workflow.compare',
		example: 'easel workflows compare before.json after.json',
		places: { before: 'BEFORE', after: 'AFTER' },
		isLocal,
		run: compare,
	},
	{
		name: 'workflows requirements',
		operation: 'workflow.requirements',
		example: 'easel workflows requirements workflow_api.json --deployment ID',
		places: place,
		hidden: ['document'],
		isLocal,
		run: listRequirements,
	},
];

const converted = z.looseObject({ nodes: z.number(), notes: z.array(conversionNote) });

/** Prints the document alone, so that it can go into a file, and the notes of the conversion apart from it. */
function convert(command: OperationCall): Promise<number> {
	return shownAs(command, converted, ({ nodes, notes }) => {
		for (const line of conversionLines({ nodes, report: notes })) command.io.err(`${printable(line)}\n`);
		return { document: 'document' };
	});
}

const compared = z.looseObject({
	summary: z.string(),
	changes: z.array(
		z.object({
			kind: z.enum(['added', 'removed', 'changed']),
			nodeId: z.string(),
			title: z.string(),
			differences: z.array(z.string()),
		}),
	),
});
const signs = { added: '+', removed: '-', changed: '~' };

/** Prints the differences like those of a text: a line for each node, its inputs below it. */
function compare(command: OperationCall): Promise<number> {
	return shownAs(command, compared, ({ summary, changes }) => ({
		text: linesText([
			summary,
			...changes.flatMap(({ kind, nodeId, title, differences }) => [
				`${signs[kind]} ${nodeId} ${title}`,
				...differences.map((difference) => `    ${difference}`),
			]),
		]),
	}));
}

const namedValue = z.object({ nodeId: z.string(), input: z.string(), value: z.string() });
const required = z.looseObject({
	classes: z.array(z.string()),
	models: z.array(namedValue),
	lacks: z.optional(
		z.object({ classes: z.array(z.string()), models: z.array(namedValue), values: z.array(namedValue) }),
	),
});

function listRequirements(command: OperationCall): Promise<number> {
	return shownAs(command, required, ({ classes, models, lacks }) => ({
		text: linesText([
			...listLines(l10n.t('Node classes'), classes),
			...listLines(l10n.t('Models'), models.map(valueLine)),
			...(lacks === undefined
				? []
				: [
						...listLines(l10n.t('Node classes that are missing'), lacks.classes),
						...listLines(l10n.t('Models that are missing'), lacks.models.map(valueLine)),
						...listLines(l10n.t('Values that are not available'), lacks.values.map(valueLine)),
					]),
		]),
	}));
}

function valueLine({ nodeId, input, value }: z.output<typeof namedValue>): string {
	return `${value} (${nodeId}.${input})`;
}

function listLines(title: string, lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function linesText(lines: readonly string[]): string {
	return lines.map((line) => `${printable(line)}\n`).join('');
}

/** Calls the operation and shows its output as `shown` makes it. */
async function shownAs<T extends z.ZodMiniType>(
	{ operation, services, input, ask, fail, show }: OperationCall,
	shape: T,
	shown: (output: z.output<T>) => Parameters<OperationCall['show']>[1],
): Promise<number> {
	const done = await runOperation(operation, services, input, ask);
	if (!done.ok) return fail(done.failure);
	show(done.value, shown(z.parse(shape, done.value)));
	return statuses.done;
}
