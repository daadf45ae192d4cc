import assert from 'node:assert/strict';
import { readText, trackedFiles } from './support/project.ts';

const isText = (path: string) => !/\.(png|jpe?g|webp|gif|ttf|woff2?|mp4|webm|mp3|wav|gz|br)$/.test(path);
const isSource = (path: string) => /\.(ts|mjs|cjs|js)$/.test(path);
/** This file contains the words that it forbids. */
const isSelf = (path: string) => path === 'test/meta/hygiene.test.ts';

/** Fails with place and line of each match of a pattern in the files. */
function assertNowhere(files: readonly string[], pattern: RegExp): void {
	assert.ok(files.length > 0);
	const found = files.flatMap((file) =>
		readText(file)
			.split('\n')
			.flatMap((line, index) =>
				pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
			),
	);
	assert.deepEqual(found, []);
}

describe('the files of the project', () => {
	const files = trackedFiles().filter((path) => isText(path) && !isSelf(path));
	const sources = files.filter(isSource);

	it('name no package registry, so that any can serve', () => {
		assertNowhere(
			files,
			/\b(registry|repo|deb|security)\.(npmjs|yarnpkg|maven|debian)\b|npmjs\.(org|com)|yarnpkg\.com/,
		);
	});

	it('name no folder of one machine', () => {
		assertNowhere(
			files,
			/(^|[\s"'`(=:])\/(root|work|home\/(?!you\b|me\b|user\b|ada\b)\w+|Users\/(?!you\b|me\b|user\b|ada\b)\w+)\//,
		);
	});

	it('leave nothing for later and silence no check', () => {
		assertNowhere(sources, /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)|eslint-disable/);
	});

	it('run every test, not only one', () => {
		assertNowhere(
			sources.filter((path) => path.startsWith('test/')),
			/\b(describe|it|context|specify)\.only\(/,
		);
	});

	it('carry no merge mark and no carriage return', () => {
		assertNowhere(files, /^(<{7}|>{7}|={7})( |$)|\r/);
	});
});
