import type { SignedIn } from '../account/session.ts';
import type { Result } from '../base/failure.ts';
import type { OperationServices } from './services.ts';

/** Does what needs an account; a failure where nobody is signed in. */
export async function withSession<T>(
	services: OperationServices,
	work: (session: SignedIn) => Promise<Result<T>>,
): Promise<Result<T>> {
	const session = await services.signedIn();
	return session.ok ? work(session.value) : session;
}
