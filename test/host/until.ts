const deadlineMs = 60_000;
const intervalMs = 50;

/**
 * Asks again and again until the answer is the wanted one. Throws at the deadline with the last answer.
 * @param patience milliseconds until the deadline.
 */
export async function until<T>(
	ask: () => T | Thenable<T>,
	wanted: (answer: T) => boolean,
	what: string,
	patience = deadlineMs,
): Promise<T> {
	const end = Date.now() + patience;
	for (;;) {
		const answer = await ask();
		if (wanted(answer)) return answer;
		if (Date.now() > end) throw new Error(`Not seen in time: ${what}. Instead: ${JSON.stringify(answer)}`);
		await new Promise((resolve) => setTimeout(resolve, intervalMs));
	}
}
