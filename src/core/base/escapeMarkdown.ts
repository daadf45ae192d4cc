/** Escapes a text of a document or a service for one line of Markdown: no part of it becomes a link, a picture or markup. */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/\s+/g, ' ')
		.replace(/[\\`*_{}[\]()#+!|<>~&:]/g, (character) => `&#${character.charCodeAt(0)};`);
}
