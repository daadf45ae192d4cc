import { scanSecrets } from '../http/secretScanner.ts';

/**
 * Removes everything that the ledger must never hold: the name, password and query of a web address (signatures are there) and the bytes of
 * data URIs. Works on plain text and on JSON text alike.
 */
export function withoutSecrets(text: string): string {
	return scanSecrets(text, { query: '', dataBytes: true });
}
