import type { SignedIn } from '../account/session.ts';
import type { Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import type { OperationServices } from './services.ts';

/** Does what needs an account; a failure where nobody is signed in. */
export async function withSession<T>(
	services: OperationServices,
	work: (session: SignedIn) => Promise<Result<T>>,
): Promise<Result<T>> {
	const session = await services.signedIn();
	return session.ok ? work(session.value) : session;
}

/** Does what needs the calls of an account, and not to know whose it is. */
export async function withService<T>(
	services: OperationServices,
	work: (service: Service) => Promise<Result<T>>,
): Promise<Result<T>> {
	const service = await services.service();
	return service.ok ? work(service.value) : service;
}
