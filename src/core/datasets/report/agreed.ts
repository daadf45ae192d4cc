import { groupFiles } from '../upload/groups.ts';
import { isAsChosen, type UploadFile } from '../upload/upload.ts';

/** The part of an upload that was agreed to and is still the same. */
interface AgreedFiles {
	readonly files: readonly UploadFile[];
	/** Names of files that came or changed after it was agreed to, and of those that belong together with them. */
	readonly leftOut: readonly string[];
}

/** Returns the files of a plan that a person has agreed to, as far as the plan that is made now has the very same. */
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
