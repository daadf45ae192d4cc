/** Does the same work for each item, at most `atOnce` at the same time. Rejects with the first error, after all that began has ended. */
export async function inParallel<T>(
	items: readonly T[],
	atOnce: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const rest = items.values();
	const lanes = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
		for (const item of rest) await work(item);
	});
	const ended = await Promise.allSettled(lanes);
	for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
}
