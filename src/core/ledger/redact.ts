import { scanSecrets } from '../http/secretScanner.ts';

/**
 * Removes everything that must never be in the ledger: the name, password and query of a web address (which has
 * signatures) and the bytes of data URIs. Works on plain text and on JSON text alike.
 */
export function withoutSecrets(text: string): string {
	return scanSecrets(text, { query: '', dataBytes: true });
}
