import { isOn } from '../frame/command.ts';
import { csvFlag } from '../frame/csv.ts';
import type { OperationCall } from '../frame/operationCommand.ts';
import { printable } from '../terminal/printable.ts';

/** Pictures that are shown at most; the paths of all are above them. */
export const mostPictures = 8;

/** Returns whether the output of a command can show pictures. */
export function showsPictures({ io, given }: Pick<OperationCall, 'io' | 'given'>): boolean {
	const isForPrograms = isOn(given, 'json') || isOn(given, csvFlag.name);
	return io.pictures !== undefined && io.columns !== undefined && !isForPrograms;
}

/** Shows pictures in a terminal that supports them, each below its name; one that cannot be shown is left out. */
export async function showPictures(
	call: Pick<OperationCall, 'io' | 'given'>,
	files: readonly { readonly name: string; readonly path?: string }[],
): Promise<void> {
	const { pictures: protocol, columns } = call.io;
	if (protocol === undefined || columns === undefined || !showsPictures(call)) return;
	const drawing = await import('../terminal/pictures.ts').catch(() => undefined);
	if (drawing === undefined) return;
	let shown = 0;
	for (const { name, path } of files) {
		if (path === undefined || shown >= mostPictures) continue;
		const text = await drawing.pictureText(path, protocol, columns).catch(() => undefined);
		if (text === undefined) continue;
		call.io.out(`${printable(name)}\n${text}`);
		shown++;
	}
}
