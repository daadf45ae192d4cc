declare module 'elkjs/lib/elk-worker.min.js' {
	/** The worker's source, included in the bundle as text. */
	const source: string;
	// biome-ignore lint/style/noDefaultExport: the bundler gives a text as the default export of its file.
	export default source;
}
