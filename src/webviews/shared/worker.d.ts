declare module 'worker:*' {
	/** A worker's whole bundle as text, to be started from a blob: the policy of the page allows no other workers. */
	const source: string;
	// biome-ignore lint/style/noDefaultExport: the bundler gives a text as the default export of its file.
	export default source;
}
