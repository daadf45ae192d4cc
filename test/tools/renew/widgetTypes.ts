import { transformSync } from 'esbuild';
import { editorWidget } from '../../../src/core/workflow/convert/editorWidgets.ts';
import type { Checkout } from './checkout.ts';
import { constantOf } from './formLiterals.ts';
import { code } from './nodeChanges.ts';

/** Types that the node editor builds itself and that are no widgets: the reader of node info knows them. */
const dynamicInputs = new Set(['COMFY_AUTOGROW_V3', 'COMFY_MATCHTYPE_V3']);

/** Constants of the node editor with an entry for each type. */
const registries = [
	{ file: 'src/scripts/widgets.ts', constant: 'ComfyWidgets' },
	{ file: 'src/core/graph/widgets/dynamicWidgets.ts', constant: 'dynamicWidgets' },
	{ file: 'src/core/graph/widgets/dynamicWidgets.ts', constant: 'dynamicInputs' },
];

/** Returns the types for which the node editor builds inputs and which the table of `editorWidgets.ts` lacks, as items of a list. */
export function widgetChanges(editor: Checkout): readonly string[] {
	const source = (file: string) => transformSync(editor.read(file), { loader: 'ts' }).code;
	const registered = registries.flatMap(({ file, constant }) => {
		const found = editor.files.includes(file) ? constantOf(source(file), constant) : undefined;
		return typeof found === 'object' && found !== null
			? lacking(file, Object.keys(found))
			: [`- \`${file}\` has no constant \`${constant}\`, so its types were not compared`];
	});
	const ofExtensions = editor.files
		.filter((file) => /^src\/extensions\/core\/.*(?<!\.test)\.ts$/.test(file))
		.flatMap((file) => lacking(file, customWidgets(source(file))));
	return [...registered, ...ofExtensions];
}

function lacking(file: string, types: readonly string[]): readonly string[] {
	return types
		.filter((type) => editorWidget(type) === undefined && !dynamicInputs.has(type))
		.map((type) => `- The table of widgets lacks ${code([type])} (\`${file}\`)`);
}

/**
 * Returns the types of `getCustomWidgets` of an extension, in a source as the compiler writes it: members of an object
 * are indented alike.
 */
function customWidgets(source: string): readonly string[] {
	const lines = source.split('\n');
	return lines.flatMap((line, index) => {
		if (!/^ *(?:async )?getCustomWidgets\b/.test(line)) return [];
		const inside = lines.slice(index + 1, endOf(lines, index));
		const first = inside.find((each) => member.test(each));
		const indent = /^ */.exec(first ?? '')?.[0];
		return inside.flatMap((each) => {
			const [, space, type = ''] = member.exec(each) ?? [];
			return space === indent && type !== '' ? [type] : [];
		});
	});
}

const member = /^( *)(?:async )?"?([A-Z]\w*)"?(?:[:(,]|$)/;

/** Returns the next line that is indented no deeper than this one. */
function endOf(lines: readonly string[], start: number): number {
	const depth = (line = '') => /^ */.exec(line)?.[0].length ?? 0;
	const end = lines.findIndex(
		(line, index) => index > start && line.trim() !== '' && depth(line) <= depth(lines[start]),
	);
	return end < 0 ? lines.length : end;
}
