import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { newFolder } from '../support/newFolder.ts';
import { fileExists, readText, root } from './support/project.ts';

interface Step {
	readonly run?: string;
	readonly env?: Readonly<Record<string, string>>;
}

interface Job {
	readonly needs?: string;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps: readonly Step[];
}

const jobs: Readonly<Record<string, Job>> = parse(readText('.github/workflows/release.yml')).jobs;
const { version, scripts } = JSON.parse(readText('package.json'));

function runTool(...args: readonly string[]) {
	const { status, stderr } = spawnSync(process.execPath, ['test/tools/release.mjs', ...args], {
		cwd: root,
		encoding: 'utf8',
	});
	return { status, stderr };
}

const commandsOf = ({ steps }: Job) => steps.map(({ run = '' }) => run).join('\n');

describe('a release', () => {
	const folder = newFolder();
	it('begins only from the tag of the version', () => {
		assert.deepEqual(runTool('check', `v${version}`), { status: 0, stderr: '' });
		for (const tag of [version, 'v9.9.9', `v${version}-1`]) {
			const { status, stderr } = runTool('check', tag);
			assert.equal(status, 1);
			assert.match(stderr, new RegExp(`^The tag ${tag} is not .*, v${version}\\.\\n$`));
		}
		assert.equal(runTool('check').status, 1);
		assert.equal(runTool('publish', 'x').status, 1);
	});

	it('has the checksums of its packages and the section of the changelog as notes', () => {
		assert.equal(runTool('describe', folder).status, 1);
		writeFileSync(join(folder, 'easel.vsix'), 'one');
		writeFileSync(join(folder, 'easel-cli.tgz'), 'two');
		assert.deepEqual(runTool('describe', folder), { status: 0, stderr: '' });
		const sum = (text: string) => createHash('sha256').update(text).digest('hex');
		assert.equal(
			readFileSync(join(folder, 'SHA256SUMS'), 'utf8'),
			`${sum('two')}  easel-cli.tgz\n${sum('one')}  easel.vsix\n`,
		);
		const notes = readFileSync(join(folder, 'notes.md'), 'utf8');
		assert.ok(notes.length > 100);
		assert.ok(readText('CHANGELOG.md').includes(notes.trim()));
		assert.doesNotMatch(notes, /^## /m);
	});

	it('uses only programs and scripts that there are', () => {
		const text = Object.values(jobs).map(commandsOf).join('\n');
		const tools = [...text.matchAll(/node (test\S+)/g)].map(([, path = '']) => path);
		assert.ok(tools.length > 0);
		for (const path of tools) assert.ok(fileExists(path), path);
		for (const [, name = ''] of text.matchAll(/npm run (\S+)/g)) assert.ok(name in scripts, name);
		assert.ok(fileExists('node_modules/@vscode/vsce/package.json'));
	});

	it('makes the packages once, and each place fails alone', () => {
		const { package: made, ...places } = jobs;
		assert.ok(made !== undefined);
		assert.match(commandsOf(made), /check "\$GITHUB_REF_NAME".*npm run build.*vsce package.*npm pack/s);
		assert.deepEqual(Object.keys(places), ['marketplace', 'open-vsx', 'command-line', 'release']);
		for (const [name, job] of Object.entries(places)) {
			assert.equal(job.needs, 'package', name);
			assert.doesNotMatch(commandsOf(job), /npm run build|vsce package|npm pack/, name);
		}
	});

	it('has a page of the command line whose links lead to pages that its package has, or to the web', () => {
		const text = readText('dist/cli/README.md').replaceAll(/```.*?```|`[^`\n]*`/gs, '');
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
		assert.ok(links.length > 5);
		for (const target of links) assert.match(target, /^(?:#|https:\/\/)/);
	});

	it('has the manual page that the package of the command line names', () => {
		const { man } = JSON.parse(readText('dist/cli/package.json'));
		assert.match(readText(`dist/cli/${man}`), /^\.SS "easel runs list"$/m);
	});

	it('gives each job only the secrets and permissions it needs', () => {
		const secrets = Object.entries(jobs).map(([name, { steps, permissions }]) => [
			name,
			steps.flatMap(({ env = {} }) => Object.keys(env)),
			Object.entries(permissions ?? {}).flatMap(([what, right]) => (right === 'write' ? [what] : [])),
		]);
		assert.deepEqual(secrets, [
			['package', [], []],
			['marketplace', ['VSCE_PAT'], []],
			['open-vsx', ['OVSX_PAT'], []],
			['command-line', [], ['id-token']],
			['release', ['GH_TOKEN'], ['contents']],
		]);
	});
});
