// Builds the four products: extension, webviews, sandbox and command line. `--watch` rebuilds on change.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import * as esbuild from 'esbuild';

const watch = process.argv.includes('--watch');

/** CommonJS dependencies inside an ES module bundle still call `require` for Node's own modules. */
const requireBanner = "import { createRequire as __easelCreateRequire } from 'node:module'; const require = __easelCreateRequire(import.meta.url);";

const shared = { bundle: true, minify: !watch, sourcemap: watch ? 'inline' : false, metafile: true, logLevel: 'warning', legalComments: 'none' };
const node = { ...shared, platform: 'node', format: 'esm', target: 'node22', splitting: true, outdir: 'dist', mainFields: ['module', 'main'] };

/** Every folder of `src/webviews` with a `main.ts` is one panel. */
const panels = readdirSync('src/webviews', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`src/webviews/${entry.name}/main.ts`))
  .map((entry) => entry.name);

const products = {
  extension: {
    ...node,
    entryPoints: { extension: 'src/extension.ts' },
    external: ['vscode'],
    banner: { js: requireBanner },
    chunkNames: 'extension/[name]-[hash]',
  },
  // The launchers only check the Node version, so they must parse on an old one; the programs behind them are chunks.
  programs: {
    ...node,
    entryPoints: {
      sandbox: 'src/cli/sandbox.ts',
      easel: 'src/cli/easel.ts',
      'sandbox-worker': 'src/sandbox/engine/worker.ts',
    },
    banner: { js: requireBanner },
    chunkNames: 'programs/[name]-[hash]',
  },
  webviews: {
    ...shared,
    platform: 'browser',
    format: 'esm',
    target: 'chrome130',
    entryPoints: {
      ...Object.fromEntries(panels.map((name) => [name, `src/webviews/${name}/main.ts`])),
      // One file for all panels: the icon component of the element library loads it by its address.
      codicon: 'node_modules/@vscode/codicons/dist/codicon.css',
    },
    outdir: 'dist/webviews',
    // The layout engine's worker travels inside the graph panel as text and is started from a blob.
    loader: { '.ttf': 'file', '.min.js': 'text' },
    assetNames: '[name]',
  },
};

if (!watch) await rm('dist', { recursive: true, force: true });
await mkdir('dist/meta', { recursive: true });
for (const [name, options] of Object.entries(products)) {
  if (watch) {
    const context = await esbuild.context(options);
    await context.watch();
    continue;
  }
  const { metafile } = await esbuild.build(options);
  await writeFile(`dist/meta/${name}.json`, JSON.stringify(metafile));
}
console.log(watch ? 'watching' : 'built dist/');
