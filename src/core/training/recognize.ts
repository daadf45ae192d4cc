const marks = [/^["']?job["']?\s*:/m, /^["']?config["']?\s*:/m, /^[ \t]+(?:- )?["']?process["']?[ \t]*:/m];
const inBraces = /^\s*\{[^{}]*["']?(?:job|config)["']?\s*:/;

/**
 * Returns whether a text looks like a training configuration: cheap, and true from the first lines on. Requires two of
 * the three marks `job:`, `config:` and `process:`, which no other well-known format has together.
 */
export function recognizeTraining(text: string): boolean {
	const head = text.length > 20_000 ? text.slice(0, 20_000) : text;
	if (inBraces.test(head))
		return /["']?job["']?\s*:/.test(head) && /["']?config["']?\s*:/.test(head) && /process/.test(head);
	let found = 0;
	for (const mark of marks) if (mark.test(head)) found++;
	if (found === 2)
		return /^["']?config["']?\s*:/m.test(head) && (marks[2]?.test(head) === true || hasTrainingJob(head));
	return found === 3;
}

function hasTrainingJob(head: string): boolean {
	return /^["']?job["']?\s*:\s*["']?(extension|train|generate|mod|extract)\b/m.test(head);
}
