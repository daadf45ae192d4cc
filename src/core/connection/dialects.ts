import { serviceCodes } from '../wire/codes.ts';
import { type Machine, perHour, serviceMachines } from '../wire/hardware.ts';
import { catalogPage, minimumBalance, outputLifetimeMs, sizeLimits } from '../wire/limits.ts';
import type { Connection, DialectName } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { engineRoutes, serviceRoutes } from './routes.ts';

/** As documented by the service. */
const contract: Dialect = {
	routes: serviceRoutes,
	partnerKeyField: 'api_key_partner_org',
	hardwareAsList: false,
	machines: serviceMachines,
	minimumBalance,
	catalogPage,
	directUpload: sizeLimits.directUpload,
	outputLifetimeMs,
	codes: serviceCodes,
};

const dialects: Readonly<Record<DialectName, Dialect>> = {
	contract,
	/** As the public service does (wire-facts.md, sections 2 and 3). */
	runcomfy: { ...contract, partnerKeyField: 'api_key_comfy_org', hardwareAsList: true },
	/** The dialect of an engine (spec/engine.md). It has no accounts: a proxy in front of it decides about a token. */
	engine: {
		...contract,
		partnerKeyField: 'api_key_comfy_org',
		routes: engineRoutes,
	},
};

/** Returns the dialect of a connection. Modules that a window loads at its start do not need it. */
export function dialectOf({ dialect }: Pick<Connection, 'dialect'>): Dialect {
	return typeof dialect === 'string' ? dialects[dialect] : dialect;
}

/** Returns the facts about a machine of any service by its name; undefined for an unknown name. */
export function machineNamed(name: string): Machine | undefined {
	for (const { machines } of Object.values(dialects)) {
		const found = machines.deployments.find((machine) => machine.name === name);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Returns the hourly price of a machine by its name, in millionths of a US dollar. */
export function hourlyRate(name: string): number | undefined {
	const machine = machineNamed(name);
	return machine && perHour(machine);
}
