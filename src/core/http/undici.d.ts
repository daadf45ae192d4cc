// Parts of the library that its index only exports with all others; it has no types for them.

declare module 'undici/lib/api/index.js' {
	import type { Dispatcher } from 'undici';

	const api: Pick<Dispatcher, 'connect' | 'pipeline' | 'request' | 'stream' | 'upgrade'>;
	export = api;
}
declare module 'undici/lib/dispatcher/agent.js' {
	import { Agent } from 'undici';
	export = Agent;
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
	import { Dispatcher } from 'undici';
	export = Dispatcher;
}
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
	import { EnvHttpProxyAgent } from 'undici';
	export = EnvHttpProxyAgent;
}
declare module 'undici/lib/dispatcher/pool.js' {
	import { Pool } from 'undici';
	export = Pool;
}
declare module 'undici/lib/web/websocket/websocket.js' {
	export { WebSocket } from 'undici';
}
