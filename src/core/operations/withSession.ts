import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../account/session.ts';
import { failed, inputFailure, type Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import type { Disk } from './disk.ts';
import type { OperationServices } from './services.ts';

export const accountChanged = l10n.t('Nothing was sent, because the account has changed.');

/** Runs work that needs an account; a failure while signed out. */
export async function withSession<T>(
	services: OperationServices,
	work: (session: SignedIn) => Promise<Result<T>>,
): Promise<Result<T>> {
	const session = await services.signedIn();
	return session.ok ? work(session.value) : session;
}

/** Returns the owner of the listed records: the account, or the connection if it has none. */
export async function listedOwner({
	session,
	signedIn,
}: OperationServices): Promise<{ readonly connectionId: string; readonly accountId?: string }> {
	const signed = await signedIn();
	const connectionId = session.current.connection.id;
	return signed.ok ? { connectionId, accountId: signed.value.account.id } : { connectionId };
}

/** Runs work that needs the calls of an account, without its identity. */
export async function withService<T>(
	services: OperationServices,
	work: (service: Service) => Promise<Result<T>>,
): Promise<Result<T>> {
	const service = await services.service();
	return service.ok ? work(service.value) : service;
}

/** Runs work that needs files; fails if the caller has none. */
export async function withDisk<T>(
	{ disk }: Pick<OperationServices, 'disk'>,
	work: (disk: Disk) => Promise<Result<T>>,
): Promise<Result<T>> {
	return disk === undefined ? failed(noDiskFailure) : work(disk);
}

const noDiskFailure = inputFailure(
	l10n.t('This needs access to files, which is not available here.'),
	l10n.t('Use an editor on a computer, or pass texts instead of files.'),
);
