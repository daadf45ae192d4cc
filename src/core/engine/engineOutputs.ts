import { entriesOf, memberOf, recordOf, textOf } from '../json/fields.ts';
import { indentedJson } from '../json/indented.ts';
import type { OutputFile, OutputText } from '../requests/request.ts';
import type { EngineFile } from './engineClient.ts';

/** The outputs of a run, as the history lists them. */
interface EngineOutputs {
	readonly files: readonly OutputFile[];
	readonly texts: readonly OutputText[];
}

/** Members that describe other members and are not output themselves. */
const flags: ReadonlySet<string> = new Set(['animated']);

/** Endings by which a bare text is the path of a file of the output folder: nodes for 3D name their files so. */
const bareFile = /\.(?:glb|gltf|obj|fbx|stl|ply|usdz|splat|spz|ksplat)$/i;

/** Lists in lists, deeper than any node makes them. */
const deepest = 4;

/**
 * Returns the files and texts in the `outputs` of a history entry, in any shape that nodes use: every record with a
 * `filename` is a file, in any channel; members that are null are left out.
 * @param urlOf returns the address of the bytes of a file.
 */
export function engineOutputs(outputs: unknown, urlOf: (file: EngineFile) => string): EngineOutputs {
	const files: OutputFile[] = [];
	const texts: OutputText[] = [];
	for (const [nodeId, channels] of entriesOf(outputs)) {
		for (const [channel, value] of entriesOf(channels)) {
			if (flags.has(channel)) continue;
			flat(value, 0).forEach((entry, index) => {
				const place = { nodeId, channel, index };
				const file = fileOf(entry);
				if (file !== undefined)
					files.push({ key: JSON.stringify([nodeId, channel, index]), ...place, ...file, url: urlOf(file) });
				else texts.push({ ...place, text: typeof entry === 'string' ? entry : indentedJson(entry) });
			});
		}
	}
	return { files, texts };
}

function flat(value: unknown, depth: number): readonly unknown[] {
	if (value === null || value === undefined) return [];
	if (!Array.isArray(value)) return [value];
	return depth > deepest ? [] : value.flatMap((inner: unknown) => flat(inner, depth + 1));
}

function fileOf(entry: unknown): EngineFile | undefined {
	if (typeof entry === 'string')
		return bareFile.test(entry) && !/[\r\n]/.test(entry) ? pathFile(entry) : undefined;
	const record = recordOf(entry);
	const filename = textOf(memberOf(record, 'filename'));
	if (filename === undefined) return undefined;
	return {
		filename,
		subfolder: textOf(memberOf(record, 'subfolder')) ?? '',
		type: textOf(memberOf(record, 'type')) ?? 'output',
	};
}

/** Returns the file of a path such as `3d/mesh_00001_.glb`, from the output folder. */
function pathFile(path: string): EngineFile {
	const parts = path.replaceAll('\\', '/').split('/');
	return { filename: parts.at(-1) ?? path, subfolder: parts.slice(0, -1).join('/'), type: 'output' };
}
