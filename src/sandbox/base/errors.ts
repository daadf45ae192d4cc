import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { compact } from '../../core/base/compact.ts';
import type { TrainerCode } from '../../core/wire/trainerCodeNames.ts';

/** The service's own codes with the HTTP status they come with. Decisions on open points: docs/sandbox.md. */
const codes = {
	unauthorized: { code: 401001, status: 401 },
	notFound: { code: 404001, status: 404 },
	tooLarge: { code: 413001, status: 413 },
	validation: { code: 422001, status: 422 },
	internal: { code: 500001, status: 500 },
	engineUnreachable: { code: 502001, status: 502 },
	insufficientFunds: { code: 10001, status: 400 },
	disabledDeployment: { code: 10002, status: 400 },
	deletedDeployment: { code: 10003, status: 400 },
} as const satisfies Record<string, { code: number; status: ContentfulStatusCode }>;

type CodeName = keyof typeof codes;

/** One entry of the `detail` list of a validation error. */
export interface Detail {
	readonly loc: readonly (string | number)[];
	readonly msg: string;
	readonly type: string;
}

/** A refusal for the caller; thrown by rules, turned into a reply in one place. */
export class Refusal extends Error {
	readonly status: ContentfulStatusCode;
	readonly body: Readonly<Record<string, unknown>>;

	constructor(status: ContentfulStatusCode, body: Readonly<Record<string, unknown>>, message: string) {
		super(message);
		this.status = status;
		this.body = body;
	}
}

/** Returns a refusal in the service's envelope, with the text under both of its names. */
export function coded(
	status: ContentfulStatusCode,
	code: number,
	message: string,
	detail?: readonly Detail[],
): Refusal {
	const body = { error_code: code, error_message: message, message, ...compact({ detail }) };
	return new Refusal(status, body, message);
}

/** Returns a refusal with one of the service's codes. */
export function refuse(name: CodeName, message: string, detail?: readonly Detail[]): Refusal {
	const { code, status } = codes[name];
	return coded(status, code, message, detail);
}

/**
 * Returns a refusal of the trainer with a code that begins with the three digits of the HTTP status
 * (trainer-service.md, "Errors").
 */
export function refuseTraining(code: TrainerCode, message: string, detail?: readonly Detail[]): Refusal {
	return coded(Math.floor(code / 100) as ContentfulStatusCode, code, message, detail);
}

/** Returns a 422001 with its `detail` list. */
export function invalid(detail: readonly Detail[]): Refusal {
	const first = detail[0];
	const message = first === undefined ? 'Validation error.' : `Validation error: ${first.msg}`;
	return refuse('validation', message, detail);
}

/** Returns a refusal without a code, as the storage, the engine and the gateway in front of the service have it. */
export function uncoded(status: ContentfulStatusCode, message: string): Refusal {
	return new Refusal(status, { message }, message);
}

/** Returns whether a body could not be read because its sender has disconnected. The reply would not be read either. */
export function isGone(error: Error): boolean {
	return (
		error.name === 'AbortError' ||
		error.message === 'aborted' ||
		(error as NodeJS.ErrnoException).code === 'ECONNRESET'
	);
}
