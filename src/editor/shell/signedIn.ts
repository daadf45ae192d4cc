import type { SignedIn } from '../../core/account/session.ts';
import type { AppServices } from './appServices.ts';

/** The session of the connection in use, after a sign-in where that is needed; nothing when the person does not sign in. */
export async function signedIn({
	session,
	signIn,
}: Pick<AppServices, 'session' | 'signIn'>): Promise<SignedIn | undefined> {
	if (session.current.state === 'signedOut') await signIn();
	return session.current.state === 'signedIn' ? session.current : undefined;
}
