import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Returns a self-signed certificate made for one test, so that no key is in the project. */
export function selfSigned(options: {
	readonly name: string;
	readonly notBefore: Date;
	readonly notAfter: Date;
}): {
	readonly key: string;
	readonly cert: string;
} {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'));
	const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(options.name)))));
	const alternative = der(
		0x30,
		der(0x30, oid('551d11'), der(0x04, der(0x30, alternativeName(options.name)))),
	);
	const body = der(
		0x30,
		der(0xa0, der(0x02, Buffer.from([2]))),
		der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
		ecdsaWithSha256,
		name,
		der(0x30, time(options.notBefore), time(options.notAfter)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, alternative),
	);
	const signature = sign('sha256', body, privateKey);
	const certificate = der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
	const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
	};
}

function alternativeName(name: string): Buffer {
	const address = /^\d+(\.\d+){3}$/.test(name);
	return address ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
}

function oid(hex: string): Buffer {
	return der(0x06, Buffer.from(hex, 'hex'));
}

function time(date: Date): Buffer {
	return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const length =
		content.length < 0x80
			? Buffer.from([content.length])
			: Buffer.from([0x82, content.length >> 8, content.length & 0xff]);
	return Buffer.concat([Buffer.from([tag]), length, content]);
}
