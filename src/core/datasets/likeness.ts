/** The side of the gray picture from which a form is made, in pixels. */
export const formSide = 32;

/** Number of frequencies kept in each direction: the form of a picture, without its finest detail. */
const frequencies = 8;

/** The square of the greatest distance between the forms of copies: scaled, compressed again, slightly darker or sharper. */
const mostApart = 0.03;

const cosines = Array.from({ length: frequencies }, (_, frequency) =>
	Array.from({ length: formSide }, (__, at) =>
		Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * formSide)),
	),
);

/**
 * Returns the form of a picture as a vector of length 1: its low frequencies (a discrete cosine transform), the higher the more they count. Its
 * lightness and contrast make no difference. Undefined for a picture without form, such as one of a single color.
 * @param gray the lightness of `formSide` × `formSide` pixels, row by row, from 0 to 255.
 */
export function formOf(gray: ArrayLike<number>): readonly number[] | undefined {
	const form: number[] = [];
	for (const [low, down] of cosines.entries())
		for (const [across, columns] of cosines.entries()) {
			if (low + across === 0) continue;
			let sum = 0;
			for (let y = 0; y < formSide; y++) {
				let row = 0;
				for (let x = 0; x < formSide; x++) row += (columns[x] ?? 0) * (gray[y * formSide + x] ?? 0);
				sum += row * (down[y] ?? 0);
			}
			form.push(sum * (low + across));
		}
	const length = Math.hypot(...form);
	return length < formSide ** 2 ? undefined : form.map((part) => part / length);
}

/** A picture that was compared with all others. */
export interface ComparedPicture {
	/** Absent for a picture that cannot be read or has no form. */
	readonly form?: readonly number[];
	/** The ids of the pictures that look like it. */
	readonly like: ReadonlySet<string>;
}

/** Returns the pictures with further ones, each compared with all. */
export function compared(
	before: ReadonlyMap<string, ComparedPicture>,
	pictures: Iterable<{ readonly id: string; readonly form?: readonly number[] }>,
): ReadonlyMap<string, ComparedPicture> {
	const all = new Map([...before].map(([id, { like, ...rest }]) => [id, { ...rest, like: new Set(like) }]));
	for (const { id, form } of pictures) {
		const like = new Set<string>();
		if (form !== undefined)
			for (const [other, known] of all) {
				if (known.form === undefined || other === id || !areNear(form, known.form)) continue;
				like.add(other);
				known.like.add(id);
			}
		all.set(id, form === undefined ? { like } : { form, like });
	}
	return all;
}

/** Returns whether two forms are similar. The first few numbers distinguish nearly all pairs. */
function areNear(one: readonly number[], other: readonly number[]): boolean {
	let sum = 0;
	for (let at = 0; at < one.length && sum <= mostApart; at++) {
		const apart = (one[at] ?? 0) - (other[at] ?? 0);
		sum += apart * apart;
	}
	return sum <= mostApart;
}
