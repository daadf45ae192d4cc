interface TemplateValues {
	/** The base name of the image or video. */
	readonly name: string;
	readonly trigger: string;
}

/** Returns a caption from a template: `{name}` and `{trigger}` are replaced, everything else is the text itself. */
export function fillTemplate(template: string, { name, trigger }: TemplateValues): string {
	return template.replaceAll(/\{(name|trigger)\}/g, (_, key) => (key === 'name' ? name : trigger)).trim();
}
