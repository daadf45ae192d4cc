import { readWhole } from '../../core/base/disk/readWhole.ts';
import { fileEnding } from '../../core/base/files/path.ts';

/** The protocols for pictures in a terminal: the graphics protocol of kitty, inline as in iTerm2, or sixels. */
export type PictureProtocol = 'kitty' | 'iterm' | 'sixel';

type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals by their values of `TERM` or `TERM_PROGRAM`; terminals ignore the sequences of unknown protocols. */
const byName: readonly (readonly [RegExp, PictureProtocol])[] = [
	[/kitty|ghostty|WarpTerminal/, 'kitty'],
	[/^(iTerm\.app|WezTerm|wezterm|mintty|vscode|rio)$/, 'iterm'],
	[/^(foot|mlterm|contour|yaft)/, 'sixel'],
];
/** Konsole shows pictures from 22.04 on. */
const firstKonsole = 220400;

/**
 * Returns the picture protocol of this terminal, according to the environment; undefined without one, or behind a
 * multiplexer, which would draw over them. `EASEL_PICTURES` names it for an unknown terminal, or is `none`.
 */
export function pictureProtocolOf(env: Environment): PictureProtocol | undefined {
	const { EASEL_PICTURES: said = '', TERM = '', TERM_PROGRAM = '' } = env;
	if (said === 'kitty' || said === 'iterm' || said === 'sixel') return said;
	if (said !== '' || env.TMUX || /^(screen|tmux)/.test(TERM)) return undefined;
	if (env.KITTY_WINDOW_ID || Number(env.KONSOLE_VERSION) >= firstKonsole) return 'kitty';
	if (env.LC_TERMINAL === 'iTerm2') return 'iterm';
	if (env.WT_SESSION) return 'sixel';
	return byName.find(([name]) => name.test(TERM_PROGRAM) || name.test(TERM))?.[1];
}

/** A larger file, in bytes, is sent as a smaller copy, if possible. */
const mostBytes = 2_000_000;
/** A larger file is not read. */
const largestFile = 50_000_000;
/** Maximum number of columns of a picture; as sixels it has the size of its copy. */
const mostColumns = 48;

/**
 * Returns the text that makes a terminal show the picture of a file; undefined if it is not a picture, or not one that the terminal
 * accepts.
 */
export async function pictureText(
	path: string,
	protocol: PictureProtocol,
	columns: number,
): Promise<string | undefined> {
	const ending = fileEnding(path);
	const isPng = ending === '.png';
	if (!isPng && !(protocol === 'iterm' && /^\.(jpe?g|gif)$/.test(ending))) return undefined;
	const read = await readWhole(path, largestFile);
	if ('why' in read) return undefined;
	const { bytes: file } = read;
	if (protocol === 'sixel') return sixels(file);
	const small = file.byteLength <= mostBytes ? file : isPng ? await smaller(file) : undefined;
	if (small === undefined) return undefined;
	const wide = Math.min(mostColumns, columns);
	return protocol === 'kitty' ? kittyText(small, wide) : itermText(small, wide);
}

async function smaller(file: Uint8Array): Promise<Uint8Array | undefined> {
	const { thumbnail } = await import('../../core/agents/node/thumbnail.ts');
	return thumbnail(file, mostBytes);
}

/**
 * Returns the bytes as Base64 in the parts of at most 4,096 characters that the protocol requires; only the first
 * contains the parameters.
 */
function kittyText(bytes: Uint8Array, columns: number): string {
	const parts =
		Buffer.from(bytes)
			.toString('base64')
			.match(/.{1,4096}/g) ?? [];
	const texts = parts.map((part, index) => {
		const isLast = index === parts.length - 1;
		const about = index === 0 ? `a=T,f=100,q=2,c=${columns},` : '';
		return `\u001b_G${about}m=${isLast ? 0 : 1};${part}\u001b\\`;
	});
	return `${texts.join('')}\n`;
}

function itermText(bytes: Uint8Array, columns: number): string {
	const about = `inline=1;size=${bytes.byteLength};width=${columns};preserveAspectRatio=1`;
	return `\u001b]1337;File=${about}:${Buffer.from(bytes).toString('base64')}\u0007\n`;
}

async function sixels(file: Uint8Array): Promise<string | undefined> {
	const small = await smaller(file);
	if (small === undefined) return undefined;
	// In a bundle, a CommonJS module has only a default export.
	const [{ decodePng }, { default: encoder }] = await Promise.all([
		import('../../core/base/pictures/decodePng.ts'),
		import('sixel/lib/SixelEncoder.js'),
	]);
	const { width, height, data } = decodePng(small).picture;
	const pixels = new Uint8Array(width * height * 4).fill(255);
	for (let at = 0; at < width * height; at++) pixels.set(data.subarray(at * 3, at * 3 + 3), at * 4);
	return `${encoder.image2sixel(pixels, width, height)}\n`;
}
