import { scanSecrets } from '../http/secretScanner.ts';

/**
 * Takes out of a text what the ledger must never hold: the name, password and query of a web address (signatures live
 * there) and the bytes of data URIs. Works on plain text and on JSON text alike.
 */
export function withoutSecrets(text: string): string {
	return scanSecrets(text, { query: '', dataBytes: true });
}
