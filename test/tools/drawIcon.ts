// Draws `media/icon.png` from `docs/icon.svg`: run it after changing the drawing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from './browser.ts';
import { root } from './machine.mjs';

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 256, height: 256 } });
const drawing = await readFile(join(root, 'docs', 'icon.svg'), 'utf8');
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
await page.screenshot({ path: join(root, 'media', 'icon.png'), omitBackground: true });
await browser.close();
