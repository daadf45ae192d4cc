// The licence texts of the libraries inside the bundles, for whoever gets the package.

import { readdirSync, readFileSync } from 'node:fs';

/** The folders of the packages whose files went into a build. @param {import('esbuild').Metafile[]} metafiles */
export function bundledPackages(metafiles) {
	const inputs = metafiles.flatMap(({ outputs }) =>
		Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
	);
	const folders = inputs.flatMap((path) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
	return [...new Set(folders)].sort();
}

/** One text with name, version, licence, source and full licence text of each package. @param {string[]} folders */
export function licenceTexts(folders) {
	const parts = folders.map((folder) => {
		const { name, version, license, repository, homepage } = JSON.parse(
			readFileSync(`${folder}/package.json`, 'utf8'),
		);
		const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
		if (!license || files.length === 0) throw new Error(`${folder} comes without a licence text`);
		const source = String(repository?.url ?? repository ?? homepage);
		const texts = files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
		const title = `${name} ${version}`;
		return [title, '-'.repeat(title.length), `Licence: ${license}`, `Source: ${source}`, '', ...texts].join(
			'\n',
		);
	});
	const opening = 'Easel contains the following libraries, each under its own licence.';
	return `${[opening, ...parts].join('\n\n\n').replaceAll('\r\n', '\n')}\n`;
}
