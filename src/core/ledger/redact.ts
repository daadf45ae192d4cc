/**
 * Takes out of a text what the ledger must never hold: the query of a web address (signatures live there) and the
 * bytes of data URIs. Works on plain text and on JSON text alike.
 */
export function withoutSecrets(text: string): string {
	return text
		.replaceAll(/(\bhttps?:\/\/[^\s"'<>?#\\]*)\?[^\s"'<>\\]*/gi, '$1')
		.replaceAll(/(\bhttps?:\/\/)[^\s"'<>/@\\]*@/gi, '$1')
		.replaceAll(/(\bdata:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+)*;base64,)[A-Za-z0-9+/=_-]{32,}/gi, '$1…');
}
