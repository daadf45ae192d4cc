declare module 'elkjs/lib/elk-worker.min.js' {
	/** The worker's source, taken into the bundle as text. */
	const source: string;
	export { source as default };
}
