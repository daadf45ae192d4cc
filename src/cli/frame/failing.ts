import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import type { Failure } from '../../core/base/failure.ts';
import type { CommandIo, ReportedFailure } from '../terminal/io.ts';
import { printableJson, shortened } from '../terminal/printable.ts';

/** The schema of what `--json` prints in place of a result when a command fails. */
export const failedOutput = z.object({
	error: z.object({
		/** The exit status. */
		status: z.int(),
		/** Such as `input`, `notFound`, `network` or `interrupted`. */
		kind: z.string(),
		message: z.string(),
		/** The next step for the person. */
		nextStep: z.exactOptional(z.string()),
		details: z.exactOptional(z.array(z.string())),
		/** The record of what was sent, where its outcome is unknown (`uncertain`). */
		record: z.exactOptional(
			z.object({
				what: z.enum(['run', 'job']),
				id: z.string(),
				state: z.string(),
				notice: z.exactOptional(z.string()),
			}),
		),
	}),
});

/** Returns a failure for programs. */
export function reportedFailure({ kind, message, nextStep, details = [], record }: Failure): ReportedFailure {
	return { kind, message, nextStep, ...(details.length === 0 ? {} : { details }), ...compact({ record }) };
}

/** Returns a failure as `--json` prints it. */
export function failureJson(status: number, failure: ReportedFailure): string {
	return `${printableJson({ error: { status, ...failure } })}\n`;
}

/** Says why a command fails, a sentence on each line, and gives its status. */
export function failing(io: CommandIo, kind: string, sentences: readonly string[], status: number): number {
	for (const sentence of sentences) io.err(`${shortened(sentence)}\n`);
	tellAll(io, kind, sentences);
	return status;
}

/** Passes on what was said to a program that reads the output as JSON. */
export function tellAll(io: CommandIo, kind: string, [message = '', ...details]: readonly string[]): void {
	io.report?.({ kind, message, ...(details.length === 0 ? {} : { details }) });
}
