/**
 * File extensions that datasets accept, in lower case and without a dot: those that the training toolkit loads
 * (trainer-service.md, "Dataset content rules"; training-config.md, 4). A caption is found under `.txt` in lower case
 * only.
 */
export const datasetFormats = {
	image: ['jpg', 'jpeg', 'png', 'webp'],
	video: ['mp4', 'avi', 'mov', 'webm', 'mkv', 'wmv', 'm4v', 'flv'],
	caption: ['txt'],
} as const;

export type DatasetFormat = keyof typeof datasetFormats;
