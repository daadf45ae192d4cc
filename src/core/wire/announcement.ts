import { isLoopback } from '../base/loopback.ts';
import { parseJson } from '../json/exact.ts';
import { memberOf, recordOf, textOf } from '../json/fields.ts';

/** The first line of the sandbox: its address, and a token of its demo account. */
export interface SandboxAnnouncement {
	readonly baseUrl: string;
	readonly modelApiUrl: string;
	readonly webUrl: string;
	readonly trainerUrl: string;
	readonly token: string;
	readonly controlUrl: string;
}

/** Parses the first line. Anything but addresses of this computer is refused, since a token will be sent there. */
export function parseAnnouncement(text: string): SandboxAnnouncement | undefined {
	const parsed = parseJson(text);
	const record = parsed.ok ? recordOf(parsed.value) : undefined;
	if (record === undefined) return undefined;
	const address = (name: string) => localAddress(memberOf(record, name));
	const baseUrl = address('baseUrl');
	const modelApiUrl = address('modelApiUrl');
	const webUrl = address('webUrl');
	const trainerUrl = address('trainerUrl');
	const controlUrl = address('controlUrl');
	const token = textOf(memberOf(record, 'token'));
	if (!baseUrl || !modelApiUrl || !webUrl || !trainerUrl || !controlUrl || !token) return undefined;
	return { baseUrl, modelApiUrl, webUrl, trainerUrl, token, controlUrl };
}

function localAddress(value: unknown): string | undefined {
	const text = textOf(value) ?? '';
	const url = URL.parse(text);
	return url !== null && url.protocol === 'http:' && isLoopback(url.hostname) ? text : undefined;
}
