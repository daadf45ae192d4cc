import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { workflowInputs } from '../../core/operations/named/inputs.ts';
import { workflowCompare, workflowConvert, workflowRequirements } from '../../core/operations/workflow.ts';
import { shellWord } from '../../core/requests/shellText.ts';
import { conversionLines } from '../../core/workflow/convert/report.ts';
import { isOn } from '../frame/command.ts';
import { type OperationCall, type OperationRow, once, row } from '../frame/operationCommand.ts';
import { linesShown, type Shown } from '../frame/show.ts';
import { printable } from '../terminal/printable.ts';

/** Reads only files of this computer, unless the nodes of a deployment count. */
const isLocal = ({ deployment }: Readonly<Record<string, unknown>>) => deployment === undefined;
const always = () => true;
const place = { path: 'FILE' };

/** Workflow documents as files. */
export const workflowRows: readonly OperationRow[] = [
	{
		...row('workflows convert', 'workflow.convert', 'workflow.json > workflow_api.json', place),
		hidden: ['document'],
		isLocal,
		run: convert,
	},
	{
		...row('workflows compare', 'workflow.compare', 'before.json after.json'),
		places: { before: 'BEFORE', after: 'AFTER' },
		isLocal,
		shown: shownComparison,
	},
	{
		...row('workflows requirements', 'workflow.requirements', 'workflow_api.json --deployment ID'),
		places: place,
		hidden: ['document'],
		isLocal,
		shown: shownRequirements,
	},
];

const inputsTable: Shown = {
	list: 'inputs',
	columns: ['name', 'nodeId', 'input', 'type', 'value'],
	whole: 'name',
};

/** The names of the inputs of a workflow document, and its presets. */
export const namedRows: readonly OperationRow[] = [
	{
		...row('inputs', 'workflow.inputs', 'workflow_api.json'),
		moreExamples: [
			'easel inputs workflow_api.json --ui workflow.json --json',
			'easel inputs --deployment NAME --all',
		],
		places: place,
		preset: { path: undefined },
		hidden: ['document'],
		isLocal,
		shown: shownInputs,
	},
	{
		...row('workflows name', 'workflow.name', 'workflow_api.json --input prompt=6.text --input seed=3.seed'),
		places: place,
		renamed: { inputs: 'input' },
		isLocal,
		shown: inputsTable,
	},
	{
		...row('workflows unname', 'workflow.unname', 'workflow_api.json --name prompt', place),
		renamed: { names: 'name' },
		isLocal: always,
		shown: { columns: ['path', 'changed', 'presets'] },
	},
	{
		...row('workflows app', 'app.write', 'workflow_api.json'),
		moreExamples: ['easel workflows app workflow_api.json --ui workflow.json --dry-run'],
		places: place,
		isLocal: always,
		shown: { list: 'added', columns: ['name', 'nodeId', 'widget'], whole: 'name' },
	},
	{
		...row('presets save', 'preset.save', 'workflow_api.json night --run ID'),
		moreExamples: [
			'easel presets save workflow_api.json draft --set steps=8',
			'easel presets save workflow_api.json found --from out/harbor.png.easel.json',
		],
		places: { path: 'FILE', name: 'NAME' },
		isLocal: ({ run }) => run === undefined,
		shown: { list: 'values', columns: ['name', 'value'], whole: 'name' },
	},
	{
		...row('presets list', 'preset.list', 'workflow_api.json', place),
		isLocal: always,
		shown: { list: 'presets', columns: ['name', 'differences', 'problems'], whole: 'name' },
	},
	{
		...row('presets diff', 'preset.compare', 'workflow_api.json night'),
		moreExamples: ['easel presets diff workflow_api.json night draft'],
		places: { path: 'FILE', preset: 'A', other: 'B' },
		preset: { other: undefined },
		isLocal: always,
		shown: { list: 'differences', columns: ['name', 'before', 'after'], whole: 'name' },
	},
	{
		...row('presets apply', 'preset.apply', 'workflow_api.json night --dry-run'),
		places: { path: 'FILE', name: 'NAME' },
		isLocal: always,
		shown: { list: 'changes', columns: ['name', 'before', 'after'], whole: 'name' },
	},
];

/** Prints only the document, for use as a file, and the notes of the conversion on stderr. */
function convert(command: OperationCall): Promise<number> {
	return once(command, { document: 'document' }, async (converted) => {
		if (isOn(command.given, 'json')) return;
		const { nodes, notes } = z.parse(workflowConvert.output, converted);
		for (const line of conversionLines({ nodes, report: notes })) command.io.err(`${printable(line)}\n`);
	});
}

const signs = { added: '+', removed: '-', changed: '~' };

/** Returns the named inputs; without any, those that people usually change, and how to name them. */
function shownInputs(output: unknown): Shown {
	const { proposed } = z.parse(workflowInputs.output, output);
	if (proposed === undefined) return inputsTable;
	return linesShown([
		l10n.t('No input has a name yet.'),
		...proposed.map(
			({ name, nodeId, input, value }) => `  --input ${shellWord(`${name}=${nodeId}.${input}`)}  ${value}`,
		),
		l10n.t('Name some of them: {0}', 'easel workflows name FILE --input NAME=NODE.INPUT'),
		l10n.t('Or choose inputs in App Mode of the node editor and keep its file next to this one.'),
		l10n.t('{0} lists every input with a value.', '--all'),
	]);
}

/** Returns the differences in the style of a text diff: a line for each node, its inputs below it. */
function shownComparison(output: unknown): Shown {
	const { summary, changes } = z.parse(workflowCompare.output, output);
	return linesShown([
		summary,
		...changes.flatMap(({ kind, nodeId, title, differences }) => [
			`${signs[kind]} ${nodeId} ${title}`,
			...differences.map((difference) => `    ${difference}`),
		]),
	]);
}

function shownRequirements(output: unknown): Shown {
	const { classes, models, lacks } = z.parse(workflowRequirements.output, output);
	return linesShown([
		...listLines(l10n.t('Node classes'), classes),
		...listLines(l10n.t('Models'), models.map(valueLine)),
		...listLines(l10n.t('Node classes that are missing'), lacks?.classes ?? []),
		...listLines(l10n.t('Models that are missing'), (lacks?.models ?? []).map(valueLine)),
		...listLines(l10n.t('Values that are not available'), (lacks?.values ?? []).map(valueLine)),
	]);
}

function valueLine({ nodeId, input, value }: Readonly<Record<'nodeId' | 'input' | 'value', string>>): string {
	return `${value} (${nodeId}.${input})`;
}

function listLines(title: string, lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}
