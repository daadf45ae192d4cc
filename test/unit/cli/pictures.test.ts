import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { pictureProtocolOf, pictureText } from '../../../src/cli/terminal/pictures.ts';
import { blank, type Picture } from '../../../src/core/base/pictures/pixels.ts';
import { encodePng } from '../../../src/core/base/pictures/png.ts';
import { newFolder } from '../../support/newFolder.ts';

describe('pictures in a terminal', () => {
	const folder = newFolder();
	const file = async (name: string, picture: Picture) => {
		const path = join(folder, name);
		await writeFile(path, encodePng([picture]));
		return path;
	};
	/** A picture that does not become smaller as a file. */
	const noise = (width: number, height: number) => {
		const picture = blank(width, height);
		let state = 1;
		for (let at = 0; at < picture.data.length; at++) {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			picture.data[at] = state >>> 24;
		}
		return picture;
	};
	const shown = async (...given: Parameters<typeof pictureText>) =>
		(await pictureText(...given)) ?? assert.fail('nothing is shown');

	it('are shown in a format of the terminal', () => {
		const rows: readonly (readonly [Record<string, string>, string | undefined])[] = [
			[{ TERM: 'xterm-256color' }, undefined],
			[{}, undefined],
			[{ TERM: 'xterm-kitty' }, 'kitty'],
			[{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
			[{ TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }, 'kitty'],
			[{ KONSOLE_VERSION: '220401' }, 'kitty'],
			[{ KONSOLE_VERSION: '211203' }, undefined],
			[{ TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
			[{ LC_TERMINAL: 'iTerm2' }, 'iterm'],
			[{ TERM_PROGRAM: 'WezTerm' }, 'iterm'],
			[{ TERM_PROGRAM: 'vscode', TERM: 'xterm-256color' }, 'iterm'],
			[{ TERM: 'foot' }, 'sixel'],
			[{ WT_SESSION: 'a' }, 'sixel'],
			[{ TERM_PROGRAM: 'Apple_Terminal' }, undefined],
			[{ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', KITTY_WINDOW_ID: '1' }, undefined],
			[{ TERM: 'screen', LC_TERMINAL: 'iTerm2' }, undefined],
			[{ TERM: 'xterm', EASEL_PICTURES: 'sixel' }, 'sixel'],
			[{ TERM: 'xterm-kitty', EASEL_PICTURES: 'none' }, undefined],
		];
		for (const [env, protocol] of rows) assert.equal(pictureProtocolOf(env), protocol, JSON.stringify(env));
	});

	it('go to kitty in parts, with a description in the first', async () => {
		const text = await shown(await file('noise.png', noise(200, 100)), 'kitty', 80);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: it reads the escape sequence
		const parts = [...text.matchAll(/\u001b_G([^;]*);([A-Za-z0-9+/=]*)\u001b\\/g)];
		assert.ok(parts.length > 1 && parts.every(([, , part = '']) => part.length <= 4096));
		assert.equal(text, `${parts.map(([all]) => all).join('')}\n`);
		assert.equal(parts[0]?.[1], 'a=T,f=100,q=2,c=48,m=1');
		assert.deepEqual(
			parts.slice(1).map(([, about]) => about),
			parts.slice(1).map((_, index) => `m=${index === parts.length - 2 ? 0 : 1}`),
		);
		const { width, height } = decode(Buffer.from(parts.map(([, , part]) => part).join(''), 'base64'));
		assert.deepEqual([width, height], [200, 100]);
	});

	it('are no wider than the terminal, and sent as a small copy if large', async () => {
		const text = await shown(await file('large.png', noise(1400, 1000)), 'iterm', 30);
		const about = text.slice(0, text.indexOf(':'));
		const bytes = Buffer.from(text.slice(about.length + 1, text.indexOf('\u0007')), 'base64');
		assert.equal(about, `\u001b]1337;File=inline=1;size=${bytes.byteLength};width=30;preserveAspectRatio=1`);
		assert.deepEqual(decode(bytes).width, 512);
	});

	it('have their colors as sixels', async () => {
		const text = await shown(await file('red.png', blank(40, 30, 250, 10, 20)), 'sixel', 80);
		// One color in percent, then rows of six pixels in it.
		const start = '\u001bP0;0;q"1;1;40;30#0;2;98;4;8#0!40~';
		assert.equal(text.slice(0, start.length), start);
		assert.ok(text.endsWith('\u001b\\\n'));
	});

	it('are left out if they cannot be shown', async () => {
		const broken = join(folder, 'broken.png');
		await writeFile(broken, 'no picture');
		assert.equal(await pictureText(broken, 'sixel', 80), undefined);
		const video = join(folder, 'clip.mp4');
		await writeFile(video, 'no picture');
		for (const protocol of ['kitty', 'iterm', 'sixel'] as const)
			assert.equal(await pictureText(video, protocol, 80), undefined);
	});
});
