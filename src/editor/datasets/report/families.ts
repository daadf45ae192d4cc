import { compact } from '../../../core/base/compact.ts';
import type { ReportFamily } from '../../../core/datasets/report/options.ts';
import { archs } from '../../../core/training/archs.ts';

/** Architectures that train on captions from `.json` files. */
const readsJson = new Set(['ideogram4']);

/** Returns the families for which a selection of images or videos can be judged, in the order of the table of architectures. */
export function reportFamilies(): readonly ReportFamily[] {
	return archs
		.filter(({ kind }) => kind !== 'audio')
		.map(({ arch, label, kind, needsControlToTrain, sizeMultiple }) => ({
			id: arch,
			label,
			media: kind === 'video' || kind === 'i2v' ? 'video' : 'image',
			control: needsControlToTrain ? 'required' : kind === 'image_edit' ? 'usual' : 'none',
			readsJson: readsJson.has(arch),
			...compact({ sizeMultiple }),
		}));
}
