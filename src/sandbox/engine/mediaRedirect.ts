import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../core/base/loopback.ts';

/** Addresses that mean this computer, its own network or its host (RFC 1918, 3927, 4193, 6598, 6890). */
const inside = new BlockList();
for (const [network, bits] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
] as const)
	inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
	['::', 127],
	['fc00::', 7],
	['fe80::', 10],
] as const)
	inside.addSubnet(network, bits, 'ipv6');

/** Returns whether a host is this computer or in its network, judging by its name. */
function isInside(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '');
	const family = isIP(host);
	if (family === 0) return isLoopback(host);
	return inside.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns the address of a media input's file after a redirect; undefined if it is not allowed: from a host of the web
 * to this computer or its network, where services trust everyone who can reach them, and to a scheme other than http.
 */
export function redirectTarget(from: string, location: string | null): string | undefined {
	const [here, there] = [new URL(from), location === null ? null : URL.parse(location, from)];
	if (there === null || !/^https?:$/.test(there.protocol)) return undefined;
	return isInside(there.hostname) && !isInside(here.hostname) ? undefined : there.href;
}
