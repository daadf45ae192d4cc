import { isLoopback, plainHost } from '../base/loopback.ts';
import { type Addresses, addressesOf } from './address.ts';

/**
 * The network that a host belongs to: this computer, a private network, or the web. `link`: link-local addresses, under
 * which clouds keep their secrets.
 */
type Place = 'computer' | 'link' | 'network' | 'web';

/**
 * Returns whether an address from a service may be called: its own ones always, others only https on the web. A service
 * of a private network may also name hosts there; a service on this computer may name any host, since its owner can do
 * as much.
 */
export function mayLeadTo(url: URL, service: Addresses): boolean {
	const own = Object.values(addressesOf(service))
		.map((address) => URL.parse(address))
		.filter((address) => address !== null);
	if (own.some(({ origin }) => origin === url.origin)) return true;
	const places = new Set(own.map(({ hostname }) => networkPlaceOf(hostname)));
	if (places.has('computer')) return true;
	const place = networkPlaceOf(url.hostname);
	if (place === 'web') return url.protocol === 'https:';
	if (place !== 'network' || !places.has('network')) return false;
	return url.protocol === 'https:' || own.some(({ protocol }) => protocol === 'http:');
}

function networkPlaceOf(hostname: string): Place {
	const host = plainHost(hostname);
	if (isLoopback(host)) return 'computer';
	if (host.includes(':')) return placeOfIpv6(host);
	const parts = /^\d+(?:\.\d+){3}$/.test(host) ? host.split('.').map(Number) : undefined;
	if (parts !== undefined) return placeOfIpv4(parts);
	// Names without a domain, and domains that cannot be registered.
	return !host.includes('.') || /\.(?:local|internal|intranet|lan|home|corp|home\.arpa)$/.test(host)
		? 'network'
		: 'web';
}

function placeOfIpv4([a = 0, b = 0]: readonly number[]): Place {
	if (a === 0) return 'computer';
	if (a === 169 && b === 254) return 'link';
	const isPrivate =
		a === 10 ||
		(a === 172 && b >= 16 && b < 32) ||
		(a === 192 && b === 168) ||
		(a === 100 && b >= 64 && b < 128) ||
		a >= 224;
	return isPrivate ? 'network' : 'web';
}

/**
 * Returns the place of an IPv6 host in the spelling of a URL: shortened, with the last four bytes in hexadecimal
 * digits.
 */
function placeOfIpv6(host: string): Place {
	if (host === '::') return 'computer';
	const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
	if (mapped) {
		const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
		return networkPlaceOf([high >> 8, high & 255, low >> 8, low & 255].join('.'));
	}
	if (/^fe[89ab]/.test(host)) return 'link';
	return /^f[cd]|^ff/.test(host) ? 'network' : 'web';
}
