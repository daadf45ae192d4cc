import * as l10n from '@vscode/l10n';
import { describeBytes } from '../../base/bytes.ts';
import { placesOf } from './lines.ts';
import type { FileRow } from './messages.ts';
import type { ReportFamily } from './options.ts';
import type { Report } from './report.ts';
import { sizeNote } from './sizes.ts';

/** Returns a part of the files of a finding, or of the upload, for a list. */
export function fileRows(
	report: Report,
	{
		kind,
		filter,
		from,
		count,
	}: { readonly kind: string; readonly filter: string; readonly from: number; readonly count: number },
	family?: ReportFamily,
): { readonly total: number; readonly rows: FileRow[] } {
	const words = filter.trim().toLowerCase();
	const all = kind === 'plan' ? planRows(report, family) : findingRows(report, kind);
	const rows =
		words === '' ? all : all.filter(({ place, note }) => `${place}\n${note}`.toLowerCase().includes(words));
	return { total: rows.length, rows: rows.slice(from, from + count) };
}

function planRows(report: Report, family: ReportFamily | undefined): readonly FileRow[] {
	const byPath = new Map([...report.items.values()].map((draft) => [draft.path, draft]));
	return report.plan.map(({ path, name, bytes, text }) => {
		const draft = byPath.get(path);
		const note =
			text !== undefined
				? l10n.t('Written for the upload.')
				: draft?.file.name !== name
					? l10n.t('From "{0}".', draft?.place ?? path)
					: '';
		const size = draft && sizeNote(draft, family?.sizeMultiple);
		return {
			id: path,
			place: name,
			note: [note, size].filter(Boolean).join(' '),
			size: describeBytes(bytes),
		};
	});
}

function findingRows(report: Report, kind: string): readonly FileRow[] {
	const finding = report.findings.find((each) => each.kind === kind);
	const places = finding === undefined ? [] : placesOf(finding, report);
	return (finding?.files ?? []).flatMap(({ id, note }, index) => {
		const draft = report.items.get(id);
		if (draft === undefined) return [];
		return [
			{
				id,
				place: places[index] ?? draft.place,
				note,
				size: draft.file.isFolder ? '' : describeBytes(draft.file.bytes),
			},
		];
	});
}
