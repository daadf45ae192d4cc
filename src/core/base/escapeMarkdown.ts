/** Returns a text inside a code span, with any backticks. */
export function markdownCode(text: string): string {
	const fence = text.includes('`') ? '``' : '`';
	const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return `${fence}${pad}${text.replaceAll('``', "''").replace(/\s+/g, ' ') || ' '}${pad}${fence}`;
}

/** Escapes a text of a document or a service for one line of Markdown: no part of it becomes a link, a picture or markup. */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/[\\`*_{}[\]()#+!|<>~&:]/g, (character) => `&#${character.charCodeAt(0)};`);
}
