/** The folders of an engine that the name of a file can be marked with. */
type EngineFolder = 'input' | 'output' | 'temp';

/** The name of a file as an engine reads it. */
interface MarkedFile {
	/** The name without its mark. */
	readonly name: string;
	/** The folder that the mark names; absent without one, which means the input folder. */
	readonly folder?: EngineFolder;
}

/** Reads the name of a file. The engine cuts off a mark together with the character before it, whatever that is. */
export function readMarkedFile(text: string): MarkedFile {
	const folder = /\[(input|output|temp)\]$/.exec(text)?.[1] as EngineFolder | undefined;
	return folder === undefined ? { name: text } : { name: text.slice(0, -folder.length - 3), folder };
}
