import { transformSync } from 'esbuild';
import { constantOf, unreadable } from './formLiterals.ts';

/** One architecture of the toolkit's forms. */
interface Form {
	readonly name: string;
	readonly label: string;
	readonly group: string;
	readonly isVideoModel: boolean;
	readonly sections: readonly string[];
	readonly gateUrl: string | undefined;
	/** By path inside a process, as in `archs.json`. */
	readonly defaults: Readonly<Record<string, unknown>>;
}

interface Variant {
	arch: string;
	label: string;
	defaults: Record<string, unknown>;
	weights: string;
}

/** One row of `archs.json`. */
export interface Arch {
	arch: string;
	aliases?: string[];
	variants?: Variant[];
	[more: string]: unknown;
}

export function formsOf(source: string): readonly Form[] {
	const { code } = transformSync(source, { loader: 'tsx', jsx: 'transform' });
	const found = constantOf(code, 'modelArchs') ?? constantOf(code, 'AI_TOOLKIT_UI_MODELS');
	return (Array.isArray(found) ? found : []).flatMap((entry: Record<string, unknown>) => {
		const { name, label, group, gateUrl } = entry;
		if (typeof name !== 'string' || typeof label !== 'string') return [];
		const sections = Array.isArray(entry.additionalSections) ? entry.additionalSections.map(String) : [];
		return {
			name,
			label,
			group: String(group),
			isVideoModel: entry.isVideoModel === true,
			sections,
			gateUrl: typeof gateUrl === 'string' ? gateUrl : undefined,
			defaults: defaultsOf(entry.defaults),
		};
	});
}

/**
 * Returns the values that a form writes when the architecture is selected: the first of two values, the second being
 * the one that it restores.
 */
function defaultsOf(given: unknown): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries((given ?? {}) as Record<string, unknown>).flatMap(([path, pair]) => {
			const [value] = Array.isArray(pair) ? (pair as unknown[]) : [];
			const place = path.replace(/^config\.process\[0\]\./, '').replace('[x]', '[]');
			return value === undefined || value === unreadable ? [] : [[place, value]];
		}),
	);
}

function kindOf({ group, isVideoModel, name }: Form): string {
	if (isVideoModel) return name.includes('i2v') ? 'i2v' : 'video';
	return group === 'instruction'
		? 'image_edit'
		: group === 'llm'
			? 'text'
			: group === 'audio'
				? 'audio'
				: 'image';
}

export function newArch(form: Form): Arch {
	const { name, label, gateUrl, sections } = form;
	const kind = kindOf(form);
	const single = kind === 'video' || kind === 'i2v' ? 'first_frame' : 'single';
	const control = sections.includes('sample.multi_ctrl_imgs')
		? 'multi'
		: sections.includes('sample.ctrl_img')
			? single
			: 'none';
	const variant = newVariant(form);
	return {
		arch: name,
		label,
		family: label,
		kind,
		modes: [],
		control,
		weights: variant.weights,
		...(gateUrl === undefined ? {} : { gated: true, gateUrl }),
		variants: [variant],
	};
}

export function newVariant({ name, label, defaults }: Form): Variant {
	return { arch: name, label, defaults, weights: String(defaults['model.name_or_path'] ?? '') };
}
