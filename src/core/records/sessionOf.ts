import { isOwn, type Owner, type Session, type SignedIn } from '../account/session.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import { type KindTexts, otherAccountFailure } from './notices.ts';

/** Returns the session in use if a record belongs to it. A sign-in helps only if the record is on the connection in use. */
export function sessionOf(record: Owner, current: Session, texts: KindTexts): Result<SignedIn> {
	if (record.connectionId !== current.connection.id) return failed(otherAccountFailure(texts));
	if (current.state !== 'signedIn') return failed(signedOutFailure);
	return isOwn(record, current) ? success(current) : failed(otherAccountFailure(texts));
}
