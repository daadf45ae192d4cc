import { groupFiles } from '../upload/groups.ts';
import { isAsChosen, type UploadFile } from '../upload/upload.ts';

/** The part of an agreed upload that has not changed. */
interface AgreedFiles {
	readonly files: readonly UploadFile[];
	/** Names of files that are new or changed since, and of the files that belong to them. */
	readonly leftOut: readonly string[];
}

/** Returns the files of an agreed plan that are the same in the plan of now. */
export function stillAgreed(agreed: readonly UploadFile[], now: readonly UploadFile[]): AgreedFiles {
	const present = new Map(now.map((file) => [file.name, file]));
	const known = new Set(agreed.map(({ name }) => name));
	const isSame = (file: UploadFile) => {
		const found = present.get(file.name);
		return found?.path === file.path && found.text === file.text && isAsChosen(file, found);
	};
	const groups = groupFiles(agreed).map((group) => group.flatMap((index) => agreed[index] ?? []));
	const kept = new Set(groups.filter((group) => group.every(isSame)).flat());
	return {
		files: agreed.filter((file) => kept.has(file)),
		leftOut: [
			...agreed.filter((file) => !kept.has(file)).map(({ name }) => name),
			...now.filter(({ name }) => !known.has(name)).map(({ name }) => name),
		],
	};
}
