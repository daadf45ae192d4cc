import { l10n } from 'vscode';
import { capitalized } from '../../core/base/language.ts';
import { exactUsd, microdollarsOf, perUnit } from '../../core/base/money.ts';
import type { CatalogModel } from '../../core/catalog/model.ts';
import { labelText } from '../shell/plainText.ts';

/** Returns the price with its unit, `0.57 USD per second`; undefined if the service lists none. */
export function priceText({ price }: Pick<CatalogModel, 'price'>): string | undefined {
	const amount = price === undefined ? undefined : microdollarsOf(price.usd);
	if (amount === undefined) return undefined;
	return price?.unit === undefined ? exactUsd(amount) : perUnit(exactUsd(amount), labelText(price.unit, 40));
}

const knownKinds: Readonly<Record<string, () => string>> = {
	model: () => l10n.t('Model'),
	workflow: () => l10n.t('Workflow'),
	inference: () => l10n.t('Inference'),
};

/** The kinds that the service documents. */
export const modelKinds: readonly string[] = Object.keys(knownKinds);

/** Returns a kind for people; an unknown one as received. */
export function kindText(kind: string): string {
	return Object.hasOwn(knownKinds, kind) ? (knownKinds[kind]?.() ?? kind) : labelText(kind, 60);
}

/** Returns a category as people read it: `text-to-image` is "Text to image". */
export function categoryText(category: string): string {
	const words = labelText(category, 80)
		.replaceAll(/[-_]+/g, ' ')
		.replaceAll(/\blora\b/gi, 'LoRA')
		.replaceAll(/\b3d\b/gi, '3D')
		.trim();
	return words === '' ? labelText(category, 80) : capitalized(words);
}

const icons: readonly (readonly [RegExp, string])[] = [
	[/video|film|animation|lip/, 'device-camera-video'],
	[/audio|music|speech|voice|sound/, 'unmute'],
	[/3d|mesh/, 'package'],
	[/train|lora/, 'beaker'],
	[/image|photo|picture|upscal|edit|paint|background|portrait/, 'file-media'],
	[/text|chat|llm|language/, 'comment'],
];

/** Returns the icon of a category, by the subject of its words; its product is named last. */
export function categoryIcon(category: string): string {
	const words = category.toLowerCase();
	const made = words.split(/-to-|_to_| to /).at(-1) ?? words;
	const find = (text: string) => icons.find(([pattern]) => pattern.test(text))?.[1];
	return find(made) ?? find(words) ?? 'symbol-misc';
}
