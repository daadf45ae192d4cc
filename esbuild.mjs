// Builds the products: extension, its part for an editor in the browser, webviews and sandbox, and the command line beside them.
// `--debug` builds with source maps for breakpoints, `--watch` does so on every change.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as esbuild from 'esbuild';

const watch = process.argv.includes('--watch');
const debug = watch || process.argv.includes('--debug');

/** CommonJS dependencies inside an ES module bundle still call `require` for Node's own modules. */
const requireBanner =
	"import { createRequire as __easelCreateRequire } from 'node:module'; const require = __easelCreateRequire(import.meta.url);";

/** What every text goes through. */
const texts = './node_modules/@vscode/l10n/dist/browser.js';

/**
 * Replaces one of Node's modules.
 * @param {string} module
 * @param {string} contents
 * @param {(kind: import('esbuild').ImportKind) => boolean} [isMeant]
 */
const replaced = (module, contents, isMeant = () => true) => ({
	name: module,
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onResolve({ filter: new RegExp(`^${module}$`) }, ({ kind }) =>
			isMeant(kind) ? { path: module, namespace: module } : undefined,
		);
		build.onLoad({ filter: /^/, namespace: module }, () => ({ contents }));
	},
});

/** The libraries of HTTP load this version of it although nobody asks for it: 20 ms of every start. */
const withoutHttp2 = replaced('node:http2', 'exports.constants = {}; exports.Http2ServerRequest = class {};');

/** An `import` of this module reads all that it has, with Node's own `fetch`: 30 ms of every start. */
const lightHttp = replaced(
	'node:http',
	"module.exports = process.getBuiltinModule('node:http');",
	(kind) => kind === 'import-statement',
);

const shared = {
	bundle: true,
	minify: !debug,
	sourcemap: debug ? 'inline' : false,
	metafile: true,
	logLevel: 'warning',
	legalComments: 'none',
};
const node = {
	...shared,
	platform: 'node',
	format: 'esm',
	target: 'node22',
	splitting: true,
	outdir: 'dist',
	outExtension: { '.js': '.mjs' },
	mainFields: ['module', 'main'],
	plugins: [withoutHttp2],
	// Its main file is CommonJS and reads files, for which nobody asks here.
	alias: { '@vscode/l10n': texts },
};

/** `import source from 'worker:./name.ts'` gives the text of a bundle of its own, from which a view starts a worker. */
const workerTexts = {
	name: 'worker-texts',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onResolve({ filter: /^worker:/ }, ({ path, resolveDir }) => ({
			path: relative('.', join(resolveDir, path.slice('worker:'.length))).replaceAll('\\', '/'),
			namespace: 'worker',
		}));
		build.onLoad({ filter: /^/, namespace: 'worker' }, async ({ path }) => {
			const { outputFiles, metafile } = await esbuild.build({
				...shared,
				platform: 'browser',
				format: 'iife',
				target: 'chrome130',
				entryPoints: [path],
				write: false,
			});
			const watchFiles = Object.keys(metafile.inputs).map((input) => join(process.cwd(), input));
			return { contents: outputFiles[0]?.text ?? '', loader: 'text', watchFiles };
		});
	},
};

/** The library of the Model Context Protocol brings a validator of JSON schemas, which is large and which `easel mcp` replaces. */
const withoutValidator = {
	name: 'without-validator',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
			path: 'shims',
			namespace: 'without-validator',
		}));
		build.onLoad({ filter: /^/, namespace: 'without-validator' }, () => ({
			contents:
				"export { default as process } from 'node:process'; export const DefaultJsonSchemaValidator = undefined;",
		}));
	},
};

/** The encoder of sixels assigns a name that it does not declare, which a module refuses. */
const declaredName = {
	name: 'declared-name',
	/** @param {import('esbuild').PluginBuild} build */
	setup(build) {
		build.onLoad({ filter: /[\\/]sixel[\\/]upng\.js$/ }, async ({ path }) => ({
			contents: `var UPNG;${await readFile(path, 'utf8')}`,
			loader: 'js',
		}));
	},
};

/** Every folder of `src/webviews` with an `app.ts` is one panel, except the app that is a page of its own. */
const panels = readdirSync('src/webviews').filter(
	(name) => name !== 'agentApp' && existsSync(`src/webviews/${name}/app.ts`),
);

/** The manual page of the command line. */
const manualName = 'easel.1';

/** Shared files below this size, in bytes, become one. */
const smallFile = 15_000;

/** The app that hosts show beside an answer of `easel mcp`: one page with everything in it. */
const agentApp = {
	...shared,
	platform: 'browser',
	format: 'iife',
	target: 'chrome130',
	entryPoints: ['src/webviews/agentApp/page.ts'],
	outfile: 'dist/cli/app.js',
	write: false,
};

const products = {
	extension: {
		...node,
		entryPoints: { extension: 'src/extension.ts' },
		external: ['vscode'],
		banner: { js: requireBanner },
		chunkNames: 'extension/[name]-[hash]',
	},
	// The thread that writes the history. By itself: what it shared with the extension would be files that the extension loads first.
	ledger: {
		...node,
		splitting: false,
		entryPoints: { 'ledger-worker': 'src/core/ledger/worker.ts' },
		banner: { js: requireBanner },
	},
	// One file, since an editor in the browser loads no second one, and without Node: an import of one of its modules fails the build.
	web: {
		...shared,
		platform: 'browser',
		format: 'cjs',
		target: ['chrome120', 'firefox128', 'safari17'],
		entryPoints: { web: 'src/web.ts' },
		external: ['vscode'],
		outdir: 'dist',
	},
	// The launchers only check the Node version, so they must parse on an old one; the programs behind them are chunks.
	programs: {
		...node,
		entryPoints: {
			sandbox: 'src/cli/sandbox.ts',
			'sandbox-worker': 'src/sandbox/engine/worker.ts',
		},
		banner: { js: requireBanner },
		chunkNames: 'programs/[name]-[hash]',
		plugins: [withoutHttp2, lightHttp],
	},
	// The command line, a package of its own beside the extension.
	cli: {
		...node,
		entryPoints: { easel: 'src/cli/easel.ts', 'sandbox-worker': 'src/sandbox/engine/worker.ts' },
		outdir: 'dist/cli',
		banner: { js: requireBanner },
		chunkNames: 'cli/[name]-[hash]',
		plugins: [withoutHttp2, lightHttp, withoutValidator, declaredName],
	},
	webviews: {
		...shared,
		platform: 'browser',
		format: 'esm',
		target: 'chrome130',
		entryPoints: {
			...Object.fromEntries(panels.map((name) => [name, `src/webviews/${name}/app.ts`])),
			// One file for all panels: the icon component of the element library loads it by its address.
			codicon: 'node_modules/@vscode/codicons/dist/codicon.css',
		},
		outdir: 'dist/webviews',
		// The layout engine's worker travels inside the graph panel as text and is started from a blob.
		loader: { '.ttf': 'file', '.min.js': 'text' },
		assetNames: '[name]',
		plugins: [workerTexts],
	},
};

await mkdir('dist/meta', { recursive: true });
const written = new Set();
const metafiles = [];
for (const [name, options] of Object.entries(products)) {
	if (watch) {
		const context = await esbuild.context(options);
		await context.watch();
		continue;
	}
	const { metafile } = await (options.splitting ? buildTogether(options, name) : esbuild.build(options));
	await dropIdleBanners(metafile, options.banner?.js);
	metafiles.push(metafile);
	const record = `dist/meta/${name}.json`;
	await writeFile(record, JSON.stringify(metafile));
	for (const path of [record, ...Object.keys(metafile.outputs)]) written.add(path);
}
const app = await esbuild.build(agentApp);
metafiles.push(app.metafile);
await mkdir('dist/cli', { recursive: true });
await writeFile('dist/cli/app.html', appPage(app.outputFiles[0]?.text ?? ''));
written.add('dist/cli/app.html');
if (!watch) {
	const licenses = licenseTexts(bundledPackages(metafiles));
	for (const path of ['dist/third-party-licenses.txt', 'dist/cli/third-party-licenses.txt']) {
		await writeFile(path, licenses);
		written.add(path);
	}
}
for (const [path, text] of besideCommandLine()) {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
	written.add(path);
}
if (!watch) {
	await writeFile(`dist/cli/${manualName}`, manualPage());
	written.add(`dist/cli/${manualName}`);
}
// Only now, so that an editor on the former build finds its files until the new ones are there.
for (const entry of watch ? [] : readdirSync('dist', { recursive: true, withFileTypes: true })) {
	const path = join(entry.parentPath, entry.name).replaceAll('\\', '/');
	if (entry.isFile() && !written.has(path)) await rm(path);
}
console.log(watch ? 'watching' : 'built dist/');

/** The page of the app. It runs this script, shows pictures that it is given, and reaches nothing else. @param {string} script */
function appPage(script) {
	const digest = createHash('sha256').update(script).digest('base64');
	const policy = `default-src 'none'; script-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`;
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Easel</title>
</head>
<body><script>${script}</script></body>
</html>
`;
}

/**
 * Builds a product with what its entry loads at once in one file. By itself esbuild makes a file for every set of entries that
 * share something, and dozens of small files take longer to load than one. So a first build finds what the entry needs, and what else
 * would be a small file of its own. In the second one everything that is loaded later imports both: the first is there by
 * then anyway, the second becomes one file. The launchers of the programs need nothing, so only the second counts there.
 * @param {import('esbuild').BuildOptions} options
 * @param {string} name of the product, which is the folder of its files and the entry that is there first, if it is one
 */
async function buildTogether(options, name) {
	const { metafile } = await esbuild.build({ ...options, write: false });
	const first = loadedWith(`dist/${name}.mjs`, metafile);
	const entries = Object.values(options.entryPoints);
	const folder = `dist/${name}/`;
	const small = smallShared(metafile, folder, new Set(first));
	const isSchema = (/** @type {string} */ input) => input.startsWith('node_modules/zod/');
	const schemas = Object.values(metafile.outputs).flatMap(({ inputs }) =>
		Object.keys(inputs).filter(isSchema),
	);
	const together = {
		'loaded-first': first,
		'small-files': small,
		// What needs the library of schemas is one more file, for the parts that load the library anyway.
		'small-with-schemas': smallShared(metafile, folder, new Set([...first, ...small, ...schemas])),
	};
	const later = new Map(
		Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
			if (entryPoint === undefined || entries.includes(entryPoint) || entryPoint.endsWith('.json')) return [];
			const hasSchemas = inputsWith(path, metafile).some(isSchema);
			const imported = Object.keys(together).filter((each) => hasSchemas || each !== 'small-with-schemas');
			const text = imported.map((each) => `import '${each}';`).join('\n');
			return [/** @type {const} */ ([join(process.cwd(), entryPoint), text])];
		}),
	);
	const plugin = {
		name: 'loaded-together',
		/** @param {import('esbuild').PluginBuild} build */
		setup(build) {
			build.onResolve({ filter: /^(loaded-first|small-files|small-with-schemas)$/ }, ({ path }) => ({
				path,
				namespace: 'loaded-together',
			}));
			build.onLoad({ filter: /^/, namespace: 'loaded-together' }, ({ path }) => ({
				contents: together[path].map((input) => `import './${input}';`).join('\n'),
				resolveDir: process.cwd(),
			}));
			build.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
				later.has(path)
					? { contents: `${await readFile(path, 'utf8')}\n${later.get(path)}`, loader: 'ts' }
					: undefined,
			);
		},
	};
	const built = await esbuild.build({
		...options,
		plugins: [...(options.plugins ?? []), plugin],
	});
	// The record is about the sources as they are.
	return { ...built, metafile: { ...built.metafile, inputs: metafile.inputs } };
}

/**
 * The sources that load with an output, without the one it is made from.
 * @param {string} entry
 * @param {import('esbuild').Metafile} metafile
 */
function loadedWith(entry, metafile) {
	const own = metafile.outputs[entry]?.entryPoint;
	return inputsWith(entry, metafile).filter((input) => input.startsWith('src/') && input !== own);
}

/**
 * All inputs that load with an output.
 * @param {string} entry
 * @param {import('esbuild').Metafile} metafile
 */
function inputsWith(entry, { outputs }) {
	const seen = new Set([entry]);
	for (const path of seen)
		for (const { kind, path: next } of outputs[path]?.imports ?? [])
			if (kind === 'import-statement' && next in outputs) seen.add(next);
	return [...seen].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
}

/** Sources, and the one library that nearly every one of them has. @param {string} input */
function isOurs(input) {
	return input.startsWith('src/') || texts.endsWith(input);
}

/**
 * The sources of the small files that several parts share, as far as they bring nothing with them but each other and what is there
 * already.
 * @param {import("esbuild").Metafile} metafile
 * @param {string} folder of the files
 * @param {ReadonlySet<string>} there
 */
function smallShared({ outputs }, folder, there) {
	const isThere = ({ inputs }) =>
		Object.keys(inputs).every((input) => there.has(input) || texts.endsWith(input));
	const small = new Map(
		Object.entries(outputs).filter(
			([path, { bytes, entryPoint, inputs }]) =>
				path.startsWith(folder) &&
				entryPoint === undefined &&
				bytes < smallFile &&
				Object.keys(inputs).every((input) => isOurs(input) || there.has(input)),
		),
	);
	let before;
	do {
		before = small.size;
		for (const [path, { imports }] of small) {
			const brings = imports.some(
				({ kind, path: next }) =>
					kind === 'import-statement' && next in outputs && !small.has(next) && !isThere(outputs[next]),
			);
			if (brings) small.delete(path);
		}
	} while (small.size < before);
	return [...small.values()].flatMap(({ inputs }) =>
		Object.keys(inputs).filter((input) => input.startsWith('src/')),
	);
}

/**
 * Takes the banner out of every output that does not call `require`: dozens of small chunks load before the first line runs.
 * @param {import('esbuild').Metafile} metafile whose sizes are corrected
 * @param {string | undefined} banner
 */
async function dropIdleBanners(metafile, banner) {
	if (banner === undefined || debug) return;
	for (const [path, output] of Object.entries(metafile.outputs)) {
		const text = await readFile(path, 'utf8');
		const rest = text.slice(banner.length + 1);
		if (!text.startsWith(banner) || /\brequire\b/.test(rest)) continue;
		await writeFile(path, rest);
		output.bytes = Buffer.byteLength(rest);
	}
}

/**
 * What makes `dist/cli` a package that `npm pack` and `npm install` take.
 * @returns {readonly (readonly [path: string, text: string])[]}
 */
function besideCommandLine() {
	const { version, license, repository, homepage, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
	const manifest = {
		name: 'easel-cli',
		version,
		description: 'Easel on the command line',
		license,
		repository,
		homepage,
		bugs,
		type: 'module',
		bin: { easel: 'easel.mjs' },
		man: manualName,
		engines: { node: '>=22.13' },
	};
	const texts = readdirSync('l10n').filter((name) => /^bundle\.l10n\.[\w-]+\.json$/.test(name));
	return [
		['dist/cli/package.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
		['dist/cli/README.md', withWebLinks(readFileSync('docs/cli.md', 'utf8'), homepage)],
		['dist/cli/LICENSE', readFileSync('LICENSE', 'utf8')],
		...texts.map((name) => [`dist/cli/l10n/${name}`, readFileSync(`l10n/${name}`, 'utf8')]),
	];
}

/** The manual page, which the program makes from its table of commands; without a Node that runs it, the page refers to the help. */
function manualPage() {
	const env = { ...process.env, LC_ALL: 'C' };
	const { status, stdout } = spawnSync(process.execPath, ['dist/cli/easel.mjs', '__man'], {
		encoding: 'utf8',
		env,
	});
	if (status === 0) return stdout;
	return '.TH EASEL 1\n.SH NAME\neasel \\- run workflows, upload datasets and train on rented machines\n.SH DESCRIPTION\nRun "easel help".\n';
}

/**
 * Returns a page of `docs` whose links lead to the pages on the web, for a package that does not have them.
 * @param {string} text
 * @param {string} homepage
 */
function withWebLinks(text, homepage) {
	const { origin, pathname } = new URL(homepage);
	return text.replaceAll(/\]\((?!#|https?:)/g, `](${origin}${pathname}/blob/main/docs/`);
}

/** The folders of the packages whose files went into a build. @param {import('esbuild').Metafile[]} metafiles */
function bundledPackages(metafiles) {
	const inputs = metafiles.flatMap(({ outputs }) =>
		Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
	);
	const folders = inputs.flatMap((path) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
	return [...new Set(folders)].sort();
}

/** One text with name, version, license, source and full license text of each package. @param {string[]} folders */
function licenseTexts(folders) {
	const parts = folders.map((folder) => {
		const { name, version, license, author, repository, homepage } = JSON.parse(
			readFileSync(`${folder}/package.json`, 'utf8'),
		);
		const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
		const source = String(repository?.url ?? repository ?? homepage);
		const texts =
			files.length === 0 && license === 'MIT' && author
				? [mitText(author.name ?? author)]
				: files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
		if (texts.length === 0) throw new Error(`${folder} comes without a license text`);
		const title = `${name} ${version}`;
		return [title, '-'.repeat(title.length), `License: ${license}`, `Source: ${source}`, '', ...texts].join(
			'\n',
		);
	});
	const opening = 'Easel contains the following libraries, each under its own license.';
	return `${[opening, ...parts].join('\n\n\n').replaceAll('\r\n', '\n')}\n`;
}

/** The text of the MIT license, for packages that name it and come without its text. @param {string} holder */
function mitText(holder) {
	const own = readFileSync('LICENSE', 'utf8').trim();
	return own.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
