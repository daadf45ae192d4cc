// After the texts of the code were listed: takes out translations of texts that are gone, and names the texts that are not translated.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './machine.mjs';

/** @param {string} path */
const textsOf = (path) =>
	/** @type {Record<string, string>} */ (JSON.parse(readFileSync(join(root, path), 'utf8')));

for (const english of ['package.nls.json', 'l10n/bundle.l10n.json']) {
	const folder = dirname(english);
	const texts = textsOf(english);
	const beginning = basename(english, 'json');
	for (const name of readdirSync(join(root, folder))) {
		if (!name.startsWith(beginning) || name === `${beginning}json`) continue;
		const path = join(folder, name);
		const translated = textsOf(path);
		const kept = Object.entries(translated).filter(([key]) => key in texts);
		if (kept.length < Object.keys(translated).length)
			writeFileSync(join(root, path), `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
		const missing = Object.keys(texts).filter((key) => !(key in translated));
		if (missing.length > 0)
			console.warn(`${path} has no translation of:\n${missing.map((key) => `  ${key}`).join('\n')}`);
	}
}
