/** The formats of findings: for people, or as linters print them. */
export const formats = ['text', 'json', 'sarif'] as const;
/** The places of a training. */
export const targets = ['service', 'local'] as const;

export interface CheckArguments {
	readonly files: readonly string[];
	/** `whole`: findings and unchecked files, in one value. */
	readonly format: (typeof formats)[number] | 'whole';
	readonly nodeInfo?: string;
	/** The version of the engine to check for, such as `0.27.1`. */
	readonly engineVersion?: string;
	readonly datasets?: string;
	readonly gpuType?: string;
	readonly gpuCount?: number;
	readonly target: (typeof targets)[number];
	readonly watch: boolean;
}
