import * as vscode from 'vscode';
import type { FieldSpec } from '../../core/base/panel/formFields.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { modelSchema } from '../../core/operations/models.ts';
import { fieldsOfSchema } from '../../core/requests/inputSchema.ts';
import { safeFileName } from '../../core/transfers/names.ts';
import type { AppServices } from '../shell/appServices.ts';
import { failureText } from '../shell/failures.ts';
import { labelText, markdownText } from '../shell/plainText.ts';
import { categoryText, kindText, priceText } from './describe.ts';
import { modelOf } from './modelOf.ts';

/* Read-only pages of models: `easel-model:/<name>.md?connection=...&model=...`. The name is only for people. */

export function modelPageUri(
	connectionId: string,
	{ id, name }: Pick<CatalogModel, 'id' | 'name'>,
): vscode.Uri {
	return vscode.Uri.from({
		scheme: 'easel-model',
		path: `/${safeFileName(name, 'model')}.md`,
		query: new URLSearchParams({ connection: connectionId, model: id.toWellFormed() }).toString(),
	});
}

/** Reads the text of such a page; for a missing one, the reason is the text. */
export async function modelPageText(
	{ acts, session, ready }: Pick<AppServices, 'acts' | 'session' | 'ready'>,
	uri: vscode.Uri,
): Promise<string> {
	// After a reload of the window, pages are restored before the session.
	await ready();
	const query = new URLSearchParams(uri.query);
	const id = query.get('model') ?? '';
	const { current } = session;
	if (current.state === 'signedOut' || current.connection.id !== query.get('connection')) {
		return noticePage(
			id,
			vscode.l10n.t(
				'This page belongs to a connection that you are not signed in to. Sign in, then open it again.',
			),
		);
	}
	const found = await acts.run(modelSchema, { id });
	if (!found.ok) return noticePage(id, failureText(found.failure));
	const { model, inputSchema } = found.value;
	return modelPage(modelOf(model, inputSchema));
}

/** Longest text of the service that a page shows, in characters; a table cell has less. */
const mostWords = 20_000;
const mostCell = 600;
/** Options of one input that are listed. */
const mostOptions = 40;

/** Returns the page of a model as Markdown. Text of the service is data: none of it is interpreted as Markdown or HTML. */
function modelPage(model: CatalogModel): string {
	const facts: readonly (readonly [string, string | undefined])[] = [
		[vscode.l10n.t('Price'), priceText(model)],
		[vscode.l10n.t('About the price'), model.price?.note],
		[vscode.l10n.t('Categories'), model.categories.map(categoryText).join(', ')],
		[vscode.l10n.t('Kind'), model.kind === undefined ? undefined : kindText(model.kind)],
		[vscode.l10n.t('Model ID'), model.id],
		[vscode.l10n.t('Web page'), model.url],
	];
	const { fields, notes } = fieldsOfSchema(model.inputSchema ?? null);
	return [
		`# ${markdownText(labelText(model.name) || model.id)}`,
		...paragraphs(model.description),
		table(
			['', ''],
			facts.flatMap(([name, value]) => (value ? [[markdownText(name), cell(value)]] : [])),
		),
		`## ${vscode.l10n.t('Inputs')}`,
		...(fields.length === 0 ? [] : [inputsTable(fields)]),
		...notes.map((note) => markdownText(note)),
		vscode.l10n.t(
			'To run it, choose Run Model in the menu of its row in the Models view, or in the Command Palette.',
		),
		'',
	].join('\n\n');
}

/** Returns a page with the reason why nothing can be shown. */
function noticePage(id: string, text: string): string {
	return `# ${markdownText(id) || vscode.l10n.t('Model')}\n\n${markdownText(text)}\n`;
}

function inputsTable(fields: readonly FieldSpec[]): string {
	const head = [
		vscode.l10n.t('Input'),
		vscode.l10n.t('Type'),
		vscode.l10n.t('Default'),
		vscode.l10n.t('Description'),
	];
	return table(
		head,
		fields.map((field) => [
			`**${cell(field.path)}**${field.required ? ` (${vscode.l10n.t('required')})` : ''}`,
			cell(typeText(field)),
			field.default === undefined ? '' : cell(String(field.default)),
			cell(field.description ?? ''),
		]),
	);
}

/** Describes the possible values of a field in a few words. */
function typeText(field: FieldSpec): string {
	switch (field.kind) {
		case 'text':
			return field.maxLength === undefined
				? vscode.l10n.t('text')
				: vscode.l10n.t('text of at most {0} characters', field.maxLength);
		case 'number':
			return [field.integer ? vscode.l10n.t('whole number') : vscode.l10n.t('number'), rangeText(field)]
				.filter(Boolean)
				.join(', ');
		case 'enum': {
			const shown = field.options.slice(0, mostOptions).map(({ value }) => value);
			const left = field.options.length - shown.length;
			const list = shown.join(', ');
			return left > 0
				? vscode.l10n.t('one of {0} and {1} more', list, left)
				: vscode.l10n.t('one of {0}', list);
		}
		case 'boolean':
			return vscode.l10n.t('on or off');
		case 'media':
			return mediaText[field.accept]();
		case 'list':
			return vscode.l10n.t('list');
		case 'json':
			return vscode.l10n.t('JSON');
	}
}

const mediaText = {
	image: () => vscode.l10n.t('image URL'),
	video: () => vscode.l10n.t('video URL'),
	audio: () => vscode.l10n.t('audio URL'),
	file: () => vscode.l10n.t('file URL'),
} as const;

function rangeText(field: Extract<FieldSpec, { kind: 'number' }>): string {
	const low = field.min ?? field.above;
	const high = field.max ?? field.below;
	if (low !== undefined && high !== undefined) return vscode.l10n.t('{0} to {1}', low, high);
	if (low !== undefined) return vscode.l10n.t('from {0}', low);
	return high === undefined ? '' : vscode.l10n.t('up to {0}', high);
}

/** Paragraphs as the service separates them. */
function paragraphs(text: string | undefined): readonly string[] {
	return (text ?? '')
		.slice(0, mostWords)
		.split(/\n\s*\n/)
		.map((part) => markdownText(part.replaceAll(/\s+/g, ' '), mostWords))
		.filter((part) => part !== '');
}

/** Rows of cells that are Markdown already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
	return markdownText(text, mostCell);
}
