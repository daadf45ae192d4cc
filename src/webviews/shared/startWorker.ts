/** Starts a worker from its source, which is part of the bundle: the policy of the page allows no others. */
export function startWorker(source: string): Worker {
	const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
	const worker = new Worker(address);
	URL.revokeObjectURL(address);
	return worker;
}
