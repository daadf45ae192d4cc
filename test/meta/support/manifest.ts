import { readText } from './project.ts';

interface MenuItem {
	readonly command?: string;
	readonly submenu?: string;
	readonly when?: string;
	readonly group?: string;
	readonly key?: string;
}

interface Setting {
	readonly scope?: string;
	/** The place among the settings. */
	readonly order?: number;
	readonly default?: unknown;
	readonly type?: unknown;
	readonly enum?: readonly unknown[];
	readonly description?: string;
	readonly markdownDescription?: string;
}

interface SettingsSection {
	readonly properties: Readonly<Record<string, Setting>>;
}

interface WalkthroughStep {
	readonly id: string;
	readonly description: string;
	readonly when?: string;
	readonly completionEvents?: readonly string[];
	readonly media: Readonly<Record<string, unknown>>;
}

export interface Manifest {
	readonly description: string;
	readonly activationEvents: readonly string[];
	readonly capabilities?: Readonly<Record<string, unknown>>;
	readonly contributes: {
		readonly commands: readonly {
			readonly command: string;
			readonly title: string;
			readonly category?: string;
			readonly icon?: string;
			readonly enablement?: string;
		}[];
		readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
		readonly submenus: readonly { readonly id: string; readonly label: string }[];
		readonly keybindings: readonly MenuItem[];
		readonly chatSkills: readonly { readonly path: string }[];
		readonly languageModelTools: readonly { readonly name: string; readonly when: string }[];
		readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
		readonly views: Readonly<
			Record<string, readonly { readonly id: string; readonly name: string; readonly when?: string }[]>
		>;
		readonly viewsWelcome: readonly {
			readonly view: string;
			readonly contents: string;
			readonly when?: string;
		}[];
		readonly configuration: SettingsSection | readonly SettingsSection[];
		readonly walkthroughs?: readonly { readonly steps: readonly WalkthroughStep[]; readonly when?: string }[];
	};
}

/** The manifest as its file has it, with keys of `package.nls.json` in place of texts. */
export const writtenManifest: Manifest = JSON.parse(readText('package.json'));

/** The English texts of the manifest by their keys. */
export const manifestTexts: Readonly<Record<string, string>> = JSON.parse(readText('package.nls.json'));

/** The manifest as the editor shows it in English. */
export const manifest: Manifest = JSON.parse(readText('package.json'), (_, value) => {
	const key = typeof value === 'string' ? /^%(.+)%$/.exec(value)?.[1] : undefined;
	return key === undefined ? value : (manifestTexts[key] ?? value);
});

export function manifestSettings(): Readonly<Record<string, Setting>> {
	const { configuration } = manifest.contributes;
	const sections = Array.isArray(configuration) ? configuration : [configuration];
	return Object.assign({}, ...sections.map(({ properties }) => properties));
}

/** Returns every condition of the manifest, with its place. */
export function conditions(): { readonly place: string; readonly text: string }[] {
	const found: { place: string; text: string }[] = [];
	const walk = (value: unknown, place: string): void => {
		if (typeof value !== 'object' || value === null) return;
		for (const [key, member] of Object.entries(value)) {
			if ((key === 'when' || key === 'enablement') && typeof member === 'string') {
				found.push({ place, text: member });
			} else walk(member, `${place}.${key}`);
		}
	};
	walk(manifest.contributes, 'contributes');
	return found;
}

/** Returns every string of the manifest's contributions. */
export function strings(): string[] {
	const found: string[] = [];
	const walk = (value: unknown): void => {
		if (typeof value === 'string') found.push(value);
		else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
	};
	walk(manifest.contributes);
	return found;
}

/** Returns the keys of a condition, without the values they are compared with. */
export function keysOf(condition: string): string[] {
	const withoutValues = condition
		.replaceAll(/=~\s*\/(?:\\.|[^/])*\/[a-z]*/g, '')
		.replaceAll(/(?:==|!=|<=?|>=?)\s*(?:'[^']*'|[\w.:/-]+)/g, '')
		.replaceAll(/\b(?:not\s+)?in\s+/g, ' ')
		.replaceAll(/'[^']*'/g, '');
	return (
		withoutValues.match(/[A-Za-z][\w.:]*/g)?.filter((key) => !['true', 'false', 'not'].includes(key)) ?? []
	);
}

/** Returns the commands in the `command:` links of a text. */
export function linkedCommands(text: string): string[] {
	return [...text.matchAll(/\(command:([\w.]+)/g)].map(([, id = '']) => id);
}
