import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, failed, inputFailure, type Result, success, wrongInput } from '../../base/failure.ts';
import type { TextEdit } from '../../base/findings.ts';
import { applyEdits } from '../../base/fixAll.ts';
import { convertUi } from '../../workflow/convert/convertUi.ts';
import { jsonOf, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { appEdit } from '../../workflow/named/appEdit.ts';
import { type AppEntry, appEntryOf, appOutputsOf } from '../../workflow/named/appEntry.ts';
import type { NamedInput } from '../../workflow/named/namedInput.ts';
import { placesIn } from '../../workflow/named/namedInputs.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { documentPath } from '../documentInput.ts';
import { optionalText } from '../members.ts';
import { operation } from '../operation.ts';
import { withDisk } from '../withSession.ts';
import { readWorkflow } from '../workflow.ts';
import { namesOf, uiNextTo } from './namesOf.ts';
import { fileChange } from './presetsOnDisk.ts';

export const appWrite = operation({
	id: 'app.write',
	title: l10n.t('Add the named inputs of a workflow document to App Mode of its UI document'),
	effect: 'write',
	input: z.object({
		path: documentPath,
		ui: optionalText(
			l10n.t('the path of the workflow in UI format; if omitted, the document or the one next to it'),
		),
	}),
	output: z.object({
		/** The path of the workflow in UI format. */
		path: z.string(),
		/** The inputs that the app has now, with the widgets that it shows for them. */
		added: z.array(z.object({ name: z.string(), nodeId: z.string(), widget: z.string() })),
		/** The inputs that it had already. */
		kept: z.array(z.string()),
		/** Inputs without a widget on the canvas. */
		missing: z.array(z.string()),
		...fileChange,
	}),
	run: (services, { path, ui }) =>
		withDisk(services, async (disk) => {
			const found = await readWorkflow(services, { path });
			if (!found.ok) return found;
			const { source, document, nodeInfo } = found.value;
			const isOwn = ui === undefined && source.document.kind === 'ui';
			const place = ui ?? (isOwn ? path : await uiNextTo(disk, source));
			if (place === undefined) return failed(noCanvasFailure(source.name));
			const file = await disk.readText(place);
			if (!file.ok) return file;
			const { text, folder, name } = file.value;
			const canvas = parseWorkflow(text);
			const names = await namesOf(services, source, document, {
				nodeInfo,
				ui: canvas,
			});
			const made = appChange(canvas, document, names.inputs, nodeInfo);
			if (!made.ok) return made;
			const { edit, added, ...rest } = made.value;
			const facts = { added: added.map(({ name, nodeId, widget }) => ({ name, nodeId, widget })), ...rest };
			const target = `${folder}/${name}`;
			if (edit === undefined) return success({ path: target, ...facts, changed: false });
			const written = await disk.writeText(target, applyEdits(text, [edit]), text);
			return written.ok ? success({ path: written.value.path, ...facts, changed: true }) : written;
		}),
});

/** Returns the failure of a document without a workflow in UI format next to it. */
export function noCanvasFailure(name: string): Failure {
	return inputFailure(
		l10n.t('No workflow in UI format was found next to "{0}".', name),
		l10n.t('Save the workflow from the node editor in this folder.'),
	);
}

interface AppChange {
	/** Absent if the app has all inputs already. */
	readonly edit?: TextEdit;
	readonly added: readonly (AppEntry & { readonly name: string })[];
	readonly kept: string[];
	readonly missing: string[];
}

/** Returns the change that adds the named inputs of a document to the app of a UI document. */
export function appChange(
	canvas: WorkflowDocument,
	document: WorkflowDocument,
	named: readonly NamedInput[],
	nodeInfo: NodeInfo,
): Result<AppChange> {
	const text = jsonOf(canvas);
	const converted = canvas.kind === 'ui' ? convertUi(text, nodeInfo) : undefined;
	if (!converted?.ok) return wrongInput(converted?.message ?? l10n.t('This is not a workflow in UI format.'));
	const own = parseWorkflow(converted.text);
	const places = placesIn(
		own,
		document,
		named.map(({ places: [place] }) => place),
		nodeInfo,
	);
	const added: AppChange['added'][number][] = [];
	const kept: string[] = [];
	const missing: string[] = [];
	for (const [at, { name }] of named.entries()) {
		const place = places[at];
		const found = place && appEntryOf(text, converted.widgets, place);
		if (found === undefined) missing.push(name);
		else if (
			found === 'shown' ||
			added.some(({ nodeId, widget }) => nodeId === found.nodeId && widget === found.widget)
		)
			kept.push(name);
		else added.push({ name, ...found });
	}
	if (added.length === 0) return success({ added, kept, missing });
	const edit = appEdit(canvas.text, {
		inputs: added.map(({ entry }) => entry),
		outputs: appOutputsOf(own, nodeInfo),
	});
	if (edit === undefined) return wrongInput(l10n.t('The App Mode data of the workflow cannot be read.'));
	return success({ edit, added, kept, missing });
}
