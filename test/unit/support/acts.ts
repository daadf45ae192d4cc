import type { SessionSource } from '../../../src/core/account/session.ts';
import { failed, signedOutFailure, success } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { OperationServices } from '../../../src/core/operations/services.ts';
import type { Acts } from '../../../src/editor/shell/acts/acts.ts';
import { windowActs } from '../../../src/editor/shell/acts/windowActs.ts';
import { windowAsk } from '../../../src/editor/shell/acts/windowAsk.ts';
import { type Part, part } from './part.ts';

/** Returns the acts of a person in a window that has these services; the questions are dialogs of the editor double. */
export function actsOf(session: SessionSource, services: Part<OperationServices>): Acts {
	const signedIn = async () =>
		session.current.state === 'signedIn' ? success(session.current) : failed(signedOutFailure);
	const base = {
		log: silentLog,
		session,
		signedIn,
		async service() {
			const current = await signedIn();
			return current.ok ? success(current.value.service) : current;
		},
	};
	const secrets = { partnerKey: async () => undefined, hubToken: async () => undefined };
	return windowActs({ ...secrets, ...part<OperationServices>(services), ...base }, windowAsk);
}
