import type { DatasetFile } from '../dataset.ts';
import type { ComparedPicture } from '../likeness.ts';

export interface ReportOptions {
	readonly family?: ReportFamily;
	readonly controls?: ReportControls;
	/** The files that are in the dataset already. */
	readonly existing?: readonly DatasetFile[];
	/** The pictures that were compared, by the id of the file. */
	readonly compared?: ReadonlyMap<string, ComparedPicture>;
}

export interface ReportFamily {
	/** The name of the architecture, as configurations write it. */
	readonly id: string;
	readonly label: string;
	readonly media: 'image' | 'video';
	/** Use of control images, which pair with its training images. */
	readonly control: 'none' | 'usual' | 'required';
	/** True if it is trained on JSON prompts, which people keep in `.json` files. */
	readonly readsJson: boolean;
	/** The sides of its training images are multiples of this number of pixels, if known. */
	readonly sizeMultiple?: number;
}

/** The control images and their place, if the person named them. */
export interface ReportControls {
	/** For reading: the name of a dataset or folder. */
	readonly label: string;
	/** Their file names. */
	readonly names: readonly string[];
	/** The folder within the selection that they are in, which is then no part of the upload. */
	readonly folder?: string;
}
