import * as l10n from '@vscode/l10n';
import { capitalized, numberText } from '../../core/base/language.ts';
import { roughUsd } from '../../core/base/money.ts';
import { costOfKept } from '../../core/runs/kept.ts';
import type { AxesGrid, Axis, Line } from './axes.ts';

/** Returns the label of a row or column. */
export function lineText(axis: Axis | undefined, { value }: Line): string {
	if (axis === undefined) return '';
	return value === '' ? l10n.t('as in the document') : value;
}

/** Returns the cost of the kept pictures of some runs; empty without stars. */
export function keptText(runs: Line['runs']): string {
	const { kept, perKept } = costOfKept(runs);
	if (kept === 0) return '';
	const count = l10n.t('{0} kept', numberText(kept));
	return perKept === undefined ? count : l10n.t('{0}, {1} each', count, roughUsd(perKept));
}

/** Returns the reason why a cell has no picture. */
export function emptyText(
	{ runs }: Pick<AxesGrid['cells'][number][number], 'runs'>,
	starredOnly: boolean,
): string {
	const last = runs.at(-1);
	if (last === undefined) return l10n.t('Not run');
	if (last.state !== undefined) return capitalized(last.state);
	return starredOnly && last.pictures.length > 0 ? l10n.t('No star') : l10n.t('No picture');
}
