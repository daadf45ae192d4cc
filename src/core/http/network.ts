/** The settings for calls that leave this computer, as a plain value; the editor fills it from its own settings. */
export interface NetworkSettings {
	/** Proxy address; wins over the environment. */
	readonly proxy?: string;
	/** Hosts that are reached directly; wins over the environment's list when not empty. */
	readonly noProxy?: readonly string[];
	/** False accepts any certificate. Default true. */
	readonly strictSsl?: boolean;
	/** True to trust certificates installed in the operating system too. Default true. */
	readonly systemCertificates?: boolean;
	/** Environment variables (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`, upper or lower case). */
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The result of {@link proxiesOf}: addresses of proxies and exceptions in the format of undici, empty if not
 * configured.
 */
interface Proxies {
	readonly httpProxy: string;
	readonly httpsProxy: string;
	/** Hosts with commas between them: `*`, `example.com` (with its subdomains), `.example.com`, each with an optional port. */
	readonly noProxy: string;
}

/** Returns the proxies of this computer: the setting wins over the environment. */
export function proxiesOf({ proxy, noProxy, environment }: NetworkSettings): Proxies {
	const http = proxy?.trim() || variable(environment, 'http_proxy');
	const all = variable(environment, 'all_proxy');
	const https = proxy?.trim() || variable(environment, 'https_proxy') || http;
	const exceptions = (noProxy?.length ? noProxy.join(',') : (variable(environment, 'no_proxy') ?? ''))
		.split(/[\s,]+/)
		.filter((entry) => entry !== '');
	return {
		httpProxy: withProtocol(http || all),
		httpsProxy: withProtocol(https || all),
		noProxy: exceptions.includes('*') ? '*' : exceptions.join(','),
	};
}

function withProtocol(proxy: string | undefined): string {
	if (proxy === undefined || proxy === '') return '';
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function variable(environment: NetworkSettings['environment'], name: string): string | undefined {
	return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}
