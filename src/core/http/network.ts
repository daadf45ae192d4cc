import { isLoopback } from '../base/loopback.ts';

/** How calls leave this computer, as a plain value; the editor fills it from its own settings. */
export interface NetworkSettings {
	/** Proxy address; wins over the environment. */
	readonly proxy?: string;
	/** Hosts that are reached directly; wins over the environment's list when not empty. */
	readonly noProxy?: readonly string[];
	/** False accepts any certificate. Default true. */
	readonly strictSsl?: boolean;
	/** Whether certificates installed in the operating system are trusted too. Default true. */
	readonly systemCertificates?: boolean;
	/** Environment variables (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, upper or lower case). */
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The proxy for an address, or `undefined` when it is reached directly. This computer is always reached directly. */
export function proxyFor(url: URL, network: NetworkSettings): string | undefined {
	if (isLoopback(url.hostname)) return undefined;
	const proxy = network.proxy?.trim() || environmentProxy(url.protocol, network.environment);
	if (proxy === undefined || proxy === '') return undefined;
	const exceptions = network.noProxy?.length
		? network.noProxy
		: (variable(network.environment, 'no_proxy') ?? '').split(/[\s,]+/);
	if (exceptions.some((exception) => isException(url, exception))) return undefined;
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function environmentProxy(protocol: string, environment: NetworkSettings['environment']): string | undefined {
	const own = protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy'];
	for (const name of [...own, 'all_proxy']) {
		const value = variable(environment, name);
		if (value !== undefined) return value;
	}
	return undefined;
}

function variable(environment: NetworkSettings['environment'], name: string): string | undefined {
	return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}

/** `*`, `example.com` (with its subdomains), `.example.com`, `*.example.com`, each with an optional port. */
function isException(url: URL, exception: string): boolean {
	const entry = exception.trim().toLowerCase();
	if (entry === '') return false;
	if (entry === '*') return true;
	const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
	if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
	const suffix = host.replace(/^\*?\./, '');
	return url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
}
