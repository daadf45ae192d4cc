import { type Lettering, letterSizes, type Measure } from '../../core/workflow/graph/textFit.ts';

const families: Readonly<Record<Lettering, { readonly weight: number; readonly variable: string }>> = {
	title: { weight: 600, variable: '--vscode-font-family' },
	large: { weight: 600, variable: '--vscode-font-family' },
	small: { weight: 400, variable: '--vscode-font-family' },
	mono: { weight: 400, variable: '--vscode-editor-font-family' },
};

/** Measures with the fonts of the page. */
export function pageMeasure(): Measure {
	const context = document.createElement('canvas').getContext('2d');
	const style = getComputedStyle(document.documentElement);
	const fonts = new Map<Lettering, string>();
	for (const [lettering, { weight, variable }] of Object.entries(families)) {
		const family =
			style.getPropertyValue(variable).trim() || (lettering === 'mono' ? 'monospace' : 'sans-serif');
		fonts.set(lettering as Lettering, `${weight} ${letterSizes[lettering as Lettering]}px ${family}`);
	}
	let set: string | undefined;
	return (text, lettering) => {
		if (context === null) return text.length * letterSizes[lettering];
		const font = fonts.get(lettering) ?? '';
		// Not compared with the value of the context, which is spelled differently.
		if (set !== font) context.font = font;
		set = font;
		return context.measureText(text).width;
	};
}
