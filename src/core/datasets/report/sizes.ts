import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/language.ts';
import { resolutionsAbove, smallPictureText } from '../../training/buckets.ts';
import type { Draft } from './drafts.ts';
import type { Report } from './report.ts';

/**
 * Returns the text with the number of pictures smaller than a training usually has them, by the smallest such size;
 * undefined without such pictures.
 */
export function sizesText({ items }: Report): string | undefined {
	const sizes = [...items.values()].flatMap((draft) => (draft.out === undefined ? sizeOf(draft) : []));
	const smaller = sizes.flatMap((size) => {
		const [edge] = resolutionsAbove(size);
		return edge === undefined ? [] : [edge];
	});
	if (smaller.length === 0) return undefined;
	const edge = Math.min(...new Set(smaller));
	const count = smaller.filter((each) => each === edge).length;
	const all = sizes.length;
	if (all === 1)
		return l10n.t('The picture is smaller than {0} × {0} pixels. Training does not enlarge it.', edge);
	if (count === all)
		return l10n.t(
			'All {0} pictures are smaller than {1} × {1} pixels. Training does not enlarge them.',
			numberText(all),
			edge,
		);
	const numbers = [numberText(count), numberText(all), edge] as const;
	return count === 1
		? l10n.t(
				'{0} of {1} pictures is smaller than {2} × {2} pixels. Training does not enlarge it.',
				...numbers,
			)
		: l10n.t(
				'{0} of {1} pictures are smaller than {2} × {2} pixels. Training does not enlarge them.',
				...numbers,
			);
}

/** Returns a note about the size of a file; undefined if it is ordinary or unknown. */
export function sizeNote(draft: Draft, multiple: number | undefined): string | undefined {
	const [size] = sizeOf(draft);
	return size && smallPictureText(size, multiple);
}

function sizeOf({ file: { kind, media } }: Draft) {
	return kind === 'image' && media?.width !== undefined && media.height !== undefined
		? [{ width: media.width, height: media.height }]
		: [];
}
