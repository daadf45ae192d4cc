// `node test/tools/release.mjs check TAG` fails unless a tag is that of this version and the changelog has its section.
// `node test/tools/release.mjs describe FOLDER` writes the checksums of the files in a folder and the notes of the release into it.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [task, argument] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Returns the section of the changelog about this version, without its heading. */
function notes() {
	const section = readFileSync('CHANGELOG.md', 'utf8')
		.split(/^## /m)
		.find((text) => text.startsWith(`${version}\n`));
	return section?.slice(version.length).trim();
}

/** @param {string} folder */
function checksums(folder) {
	return readdirSync(folder)
		.filter((name) => /\.(?:vsix|tgz)$/.test(name))
		.sort()
		.map((name) => {
			const digest = createHash('sha256')
				.update(readFileSync(join(folder, name)))
				.digest('hex');
			return `${digest}  ${name}\n`;
		})
		.join('');
}

/** @returns {string | undefined} the problem */
function problem() {
	if (argument === undefined || !['check', 'describe'].includes(task ?? ''))
		return 'Name a task: check TAG, or describe FOLDER.';
	if (!notes()) return `CHANGELOG.md has no section "## ${version}".`;
	if (task === 'check')
		return argument === `v${version}`
			? undefined
			: `The tag ${argument} is not that of the version in package.json, v${version}.`;
	const sums = checksums(argument);
	if (sums === '') return `${argument} has no package.`;
	writeFileSync(join(argument, 'SHA256SUMS'), sums);
	writeFileSync(join(argument, 'notes.md'), `${notes()}\n`);
	return undefined;
}

const found = problem();
if (found !== undefined) {
	process.stderr.write(`${found}\n`);
	process.exitCode = 1;
}
