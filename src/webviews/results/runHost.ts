import type * as z from 'zod/mini';
import type { PanelProtocol } from '../../core/base/panel/protocol.ts';
import type { CopiedText, RunViewProtocol } from '../../core/runs/results/messages.ts';
import type { Host } from '../shared/host.ts';

type ToHost = RunViewProtocol['toHost'];
type Payload<K extends keyof ToHost> = z.input<ToHost[K]>;
/** The messages that name a run. */
type RunMessage = { [K in keyof ToHost]: Payload<K> extends { run: string } ? K : never }[keyof ToHost];
type Rest<K extends RunMessage> = Omit<Payload<K>, 'run'>;

/** The host for the parts of one run: each message names the run that was in view when it was sent. */
export interface RunHost {
	send<K extends RunMessage>(
		kind: K,
		...payload: keyof Rest<K> extends never ? [] : [payload: Rest<K>]
	): void;
	/** Puts a text on the clipboard; `what` is named in the answer. */
	copyText(text: string, what: CopiedText): void;
}

export function runHost<P extends PanelProtocol & RunViewProtocol>(host: Host<P>, run: string): RunHost {
	const send = host.send as (kind: keyof ToHost, payload: object) => void;
	return {
		send: (kind, ...payload) => send(kind, { run, ...payload[0] }),
		copyText: (text, what) => send('copyText', { text, what }),
	};
}
