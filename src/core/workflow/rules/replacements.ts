import * as l10n from '@vscode/l10n';
import type { Finding, Fix } from '../../base/findings.ts';
import { firstOf, quoted } from '../../base/language.ts';
import { compareVersions } from '../engineVersion.ts';
import type { NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { InputBody, NodeBody } from '../nodeReader.ts';
import type { LocalFinding } from './factTypes.ts';

/** A class that the engine replaces by another before it checks a workflow, if it no longer has it. */
interface Replacement {
	readonly by: string;
	/** The inputs of the new node, each from an old one or with a value; without a table it has none. */
	readonly inputs?: Readonly<Record<string, { readonly from: string } | { readonly value: string }>>;
}

/** The exchanges built into the engine (comfy_extras/nodes_replacements.py, 0.38.1; 0.27.1 has all but the last). */
const table: Readonly<Record<string, Replacement>> = {
	ResizeImagesByLongerEdge: {
		by: 'ImageScaleToMaxDimension',
		inputs: {
			image: { from: 'images' },
			largest_size: { from: 'longer_edge' },
			upscale_method: { value: 'lanczos' },
		},
	},
	ImageBatch: {
		by: 'BatchImagesNode',
		inputs: { 'images.image0': { from: 'image1' }, 'images.image1': { from: 'image2' } },
	},
	ImageScaleBy: {
		by: 'ResizeImageMaskNode',
		inputs: {
			input: { from: 'image' },
			resize_type: { value: 'scale by multiplier' },
			'resize_type.multiplier': { from: 'scale_by' },
			scale_method: { from: 'upscale_method' },
		},
	},
	T2IAdapterLoader: { by: 'ControlNetLoader', inputs: { control_net_name: { from: 't2i_adapter_name' } } },
	Load3DAnimation: { by: 'Load3D' },
	Preview3DAnimation: { by: 'Preview3D' },
	SDV_img2vid_Conditioning: { by: 'SVD_img2vid_Conditioning' },
	'ConditioningAverage ': { by: 'ConditioningAverage' },
	GeminiNanoBanana2: {
		by: 'GeminiNanoBanana2V2',
		inputs: {
			...Object.fromEntries(
				[
					'prompt',
					'model',
					'seed',
					'aspect_ratio',
					'resolution',
					'response_modalities',
					'thinking_level',
					'files',
					'system_prompt',
				].map((name) => [name, { from: name }]),
			),
			'images.image_1': { from: 'images' },
		},
	},
};

/** The newest version that is known not to exchange classes, and the oldest one that is known to. */
const lastWithout = '0.8.0';
const firstReplacing = '0.27.1';

/** Returns the replacement of a class that the engine does not have; undefined without one. */
export function replacementOf(className: string, nodeInfo: NodeInfo): NodeClass | undefined {
	const replacement = Object.hasOwn(table, className) ? table[className] : undefined;
	if (!replacement || nodeInfo.dialect === 'old') return undefined;
	const { engineVersion } = nodeInfo;
	if (engineVersion !== undefined && compareVersions(engineVersion, lastWithout) <= 0) return undefined;
	return nodeInfo.get(replacement.by);
}

/** Returns the name of the class that replaces this one in newer engines. */
export function replacementName(className: string): string | undefined {
	return Object.hasOwn(table, className) ? table[className]?.by : undefined;
}

interface ReplacedBody {
	/** The node as the engine checks it. Its inputs keep their places in the text. */
	readonly body: NodeBody;
	/** Inputs that lose their value. */
	readonly dropped: readonly InputBody[];
	/** Inputs of the old class without which the engine fails. */
	readonly needed: readonly string[];
	/** Rewrites the node for the new class; undefined if an input would have to be added. */
	readonly fix: Fix | undefined;
}

/** Returns a node of an exchanged class as the engine checks it. */
export function replacedBody(body: NodeBody, className: string): ReplacedBody {
	const replacement = table[className] ?? { by: className };
	const { classType } = body;
	const place = classType ?? { start: 0, end: body.keyEnd };
	const mapped: InputBody[] = [];
	const taken = new Set<string>();
	const needed: string[] = [];
	const renames: Fix['edits'][number][] = [];
	let added = false;
	for (const [name, source] of Object.entries(replacement.inputs ?? {})) {
		if ('value' in source) {
			added = true;
			mapped.push({
				name,
				nameStart: place.start,
				nameEnd: place.end,
				start: place.start,
				end: place.end,
				value: { type: 'string', value: source.value },
			});
			continue;
		}
		const old = body.inputs.find((input) => input.name === source.from);
		if (!old) {
			needed.push(source.from);
			continue;
		}
		taken.add(old.name);
		mapped.push({ ...old, name });
		if (name !== old.name)
			renames.push({ range: { start: old.nameStart, end: old.nameEnd }, newText: JSON.stringify(name) });
	}
	const fix =
		added || needed.length > 0 || !classType
			? undefined
			: {
					title: l10n.t('Change to "{0}"', replacement.by),
					edits: [
						{
							range: { start: classType.start, end: classType.end },
							newText: JSON.stringify(replacement.by),
						},
						...renames,
					],
					preferred: true,
				};
	return {
		body: { ...body, inputs: mapped },
		dropped: body.inputs.filter((input) => !taken.has(input.name)),
		needed,
		fix,
	};
}

/** Maximum number of inputs named in one sentence. */
const mostNamed = 6;

/** Reports a node of a class that the engine replaces. */
export function checkReplaced(
	body: NodeBody,
	className: string,
	by: NodeClass,
	{ dropped, needed, fix }: ReplacedBody,
): readonly LocalFinding[] {
	const place = body.classType ?? { start: 0, end: body.keyEnd };
	const range = { start: place.start, end: place.end };
	const lost = firstOf(
		dropped.map(({ name }) => quoted(name)),
		mostNamed,
	);
	const findings: Finding[] = [
		{
			code: 'replaced_node',
			severity: 'warning',
			message:
				lost === ''
					? l10n.t(
							'The engine no longer has the class "{0}" and uses "{1}" instead (engines since {2} at the latest).',
							className,
							by.name,
							firstReplacing,
						)
					: l10n.t(
							'The engine no longer has the class "{0}" and uses "{1}" instead, without {2} (engines since {3} at the latest).',
							className,
							by.name,
							lost,
							firstReplacing,
						),
			remedy: l10n.t('Write "{0}", and its inputs under their names.', by.name),
			range,
			tags: ['deprecated'],
			...(fix ? { fixes: [fix] } : {}),
		},
		...needed.map(
			(name): Finding => ({
				code: 'required_input_missing',
				severity: 'error',
				message: l10n.t(
					'"{0}" needs the input "{1}": without it, the engine fails for the whole workflow when it replaces the class with "{2}".',
					className,
					name,
					by.name,
				),
				remedy: l10n.t('Add "{0}", or write "{1}".', name, by.name),
				range,
				input: name,
			}),
		),
	];
	return findings.map((finding) => ({ finding: { ...finding, nodeId: body.id }, whenRun: false }));
}
