import { maskSecrets } from '../http/mask.ts';
import { scanSecrets } from '../http/secretScanner.ts';
import type { RequestResult } from '../requests/request.ts';

type Secrets = readonly (string | undefined)[];

/** Returns a result without the confidential values of the request, wherever the service repeats them: in texts and in errors. */
export function resultToKeep(result: RequestResult, secrets: Secrets): RequestResult {
	const mask = (text: string) => maskSecrets(text, secrets);
	const { error, warning } = result;
	return {
		...result,
		texts: result.texts.map((each) => ({ ...each, text: mask(each.text) })),
		...(warning === undefined ? {} : { warning: mask(warning) }),
		...(error === undefined
			? {}
			: {
					error: {
						...error,
						error: mask(error.error),
						details: mask(error.details),
						debugInfo: mask(error.debugInfo),
					},
				}),
	};
}

/**
 * Returns the body of a request in a form to keep for reading: without the given secrets, tokens, keys or passwords
 * that a person typed into a node, signatures of addresses, and the bytes of media. JSON text stays JSON text.
 */
export function bodyToKeep(bodyText: string, secrets: Secrets): string {
	return scanSecrets(maskSecrets(bodyText, secrets), { query: '', dataBytes: true, credentials: true });
}
