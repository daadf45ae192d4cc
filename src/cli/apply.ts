import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Failure, failed, type Result, success } from '../core/base/failure.ts';
import { applyEdits } from '../core/base/fixAll.ts';
import { silentLog } from '../core/base/log.ts';
import { runcomfyConnection, userConnections } from '../core/connection/connections.ts';
import { getDeployment, listDeployments } from '../core/deployments/client.ts';
import type { Deployment } from '../core/deployments/deployment.ts';
import { applyDeployment } from '../core/deployments/file/apply.ts';
import { type DeploymentFile, readDeploymentFile } from '../core/deployments/file/deploymentFile.ts';
import { idEdits } from '../core/deployments/file/deploymentFileText.ts';
import { deploymentFileEnding, isDeploymentFileName } from '../core/deployments/file/fileName.ts';
import { type DeploymentPlan, planDeployment } from '../core/deployments/file/plan.ts';
import { lazyTransport } from '../core/http/lazyTransport.ts';
import type { Service } from '../core/http/transport.ts';
import { replaceWhole } from '../core/transfers/wholeFile.ts';
import { applyUsage, planUsage, readArguments } from './apply/arguments.ts';
import { asJson, asText, type FileOutcome } from './apply/report.ts';
import { findFiles } from './check/files.ts';
import { printable } from './check/printable.ts';
import { findingLines } from './check/report.ts';

/** Where the commands read and write. */
export interface ApplyIo {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	out(text: string): void;
	err(text: string): void;
}

/** A file that can be applied, with what that would do. */
interface PlannedFile {
	readonly path: string;
	readonly file: DeploymentFile;
	readonly live: Deployment | undefined;
	readonly plan: DeploymentPlan;
}

/** Sentences that keep a file from being applied. */
interface Trouble {
	readonly path: string;
	readonly sentences: readonly string[];
}

/** `easel plan`: status 0 without a difference, 2 with differences, 1 when a file or the service is in the way. */
export async function planCommand(argv: readonly string[], io: ApplyIo): Promise<number> {
	return withFiles(argv, io, planUsage, async (_, planned, troubles) => {
		const status = planned.some(({ plan }) => plan.action !== 'none') ? 2 : 0;
		return { status: troubles.length > 0 ? 1 : status, outcomes: planned.map((each) => outcomeOf(each)) };
	});
}

/** `easel apply`: status 0 when every file is applied or needs nothing, 1 otherwise. Nothing is sent unless every file can be. */
export async function applyCommand(argv: readonly string[], io: ApplyIo): Promise<number> {
	return withFiles(argv, io, applyUsage, async (service, planned, troubles) => {
		if (troubles.length > 0) return { status: 1, outcomes: planned.map((each) => outcomeOf(each)) };
		const outcomes: FileOutcome[] = [];
		for (const each of planned) outcomes.push(await applyFile(service, each, io));
		return { status: outcomes.some(({ action }) => action === 'trouble') ? 1 : 0, outcomes };
	});
}

interface Round {
	readonly status: number;
	readonly outcomes: readonly FileOutcome[];
}

async function withFiles(
	argv: readonly string[],
	io: ApplyIo,
	usage: string,
	work: (service: Service, planned: readonly PlannedFile[], troubles: readonly Trouble[]) => Promise<Round>,
): Promise<number> {
	const options = readArguments(argv);
	if (typeof options === 'string') {
		io.err(`${printable(options)}\n\n${usage}`);
		return 1;
	}
	if (options.help) {
		io.out(usage);
		return 0;
	}
	const service = serviceOf(options.baseUrl, io);
	if (typeof service === 'string') {
		io.err(`${printable(service)}\n`);
		return 1;
	}
	try {
		const { planned, troubles } = await planFiles(service, options.files, io);
		const { status, outcomes } = await work(service, planned, troubles);
		const all = [...outcomes, ...troubles.map(troubleOf)];
		io.out(options.format === 'json' ? asJson(all) : asText(all));
		return status;
	} finally {
		await service.transport.close();
	}
}

/** The account that the environment names, or what is missing. The token is never part of a sentence. */
function serviceOf(baseUrl: string | undefined, { env }: ApplyIo): Service | string {
	const token = env.EASEL_TOKEN?.trim() ?? '';
	if (token === '') return 'There is no token. Put an API token into the environment variable EASEL_TOKEN.';
	if (!/^[!-~]{1,4096}$/.test(token))
		return 'EASEL_TOKEN is not a token: it has spaces or other characters that no token has.';
	const address = baseUrl ?? env.EASEL_BASE_URL ?? runcomfyConnection.baseUrl;
	const [connection] = userConnections([{ name: 'command line', baseUrl: address }]).connections;
	if (connection === undefined)
		return 'The base address cannot be used: it must begin with https://, or with http:// for this computer.';
	return {
		connection,
		transport: lazyTransport({
			connection,
			token: () => token,
			network: { environment: env },
			log: silentLog,
		}),
	};
}

async function planFiles(service: Service, names: readonly string[], io: ApplyIo) {
	const { files, missing } = await findFiles(names, io.cwd);
	const troubles: Trouble[] = missing.map((path) => ({ path, sentences: [`${path} is not there.`] }));
	const planned: PlannedFile[] = [];
	const others = new Others(service);
	let count = 0;
	for (const { path, named } of files) {
		if (!isDeploymentFileName(path)) {
			if (named)
				troubles.push({ path, sentences: [`${path}: the name must end with ${deploymentFileEnding}.`] });
			continue;
		}
		count++;
		const result = await planFile(service, path, others, io);
		if ('plan' in result) planned.push(result);
		else troubles.push(result);
	}
	if (count === 0 && troubles.length === 0)
		troubles.push({
			path: names.join(' '),
			sentences: [`No file there has a name that ends with ${deploymentFileEnding}.`],
		});
	return withoutTwins(planned, troubles);
}

/** Two files for one deployment would undo each other with each apply. */
function withoutTwins(planned: readonly PlannedFile[], troubles: readonly Trouble[]) {
	const first = new Map<string, string>();
	const twins: Trouble[] = [];
	const single = planned.filter(({ path, live, plan }) => {
		const key = live === undefined ? `new ${plan.name}` : `id ${live.id}`;
		const other = first.get(key);
		if (other === undefined) {
			first.set(key, path);
			return true;
		}
		twins.push({ path, sentences: [`${path} is for the same deployment as ${other}. Remove one of them.`] });
		return false;
	});
	return { planned: single, troubles: [...troubles, ...twins] };
}

async function planFile(
	service: Service,
	path: string,
	others: Others,
	io: ApplyIo,
): Promise<PlannedFile | Trouble> {
	const read = await readText(path, io);
	if ('problem' in read) return { path, sentences: [`${path} ${read.problem}`] };
	const { text } = read;
	const file = readDeploymentFile(text);
	const errors = file.findings.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) return { path, sentences: findingLines({ file: path, text, findings: errors }) };
	const live = await liveOf(service, file);
	if (!live.ok) return { path, sentences: sentencesOf(path, live.failure) };
	const known = file.id === undefined ? await others.get() : success([]);
	if (!known.ok) return { path, sentences: sentencesOf(path, known.failure) };
	const plan = planDeployment(file, live.value, known.value);
	if (!plan.ok) return { path, sentences: sentencesOf(path, plan.failure) };
	return { path, file, live: live.value, plan: plan.value };
}

async function liveOf(service: Service, { id }: DeploymentFile): Promise<Result<Deployment | undefined>> {
	if (id === undefined) return success(undefined);
	const found = await getDeployment(service, id);
	return !found.ok && found.failure.kind === 'notFound' ? success(undefined) : found;
}

/** All deployments of the account, asked for once and only where a file has no id. */
class Others {
	readonly #service: Service;
	#listed: Promise<Result<readonly Deployment[]>> | undefined;

	constructor(service: Service) {
		this.#service = service;
	}

	get(): Promise<Result<readonly Deployment[]>> {
		this.#listed ??= listDeployments(this.#service).then((list) =>
			list.ok ? success(list.value.deployments) : failed(list.failure),
		);
		return this.#listed;
	}
}

async function applyFile(service: Service, planned: PlannedFile, io: ApplyIo): Promise<FileOutcome> {
	const { path, file, live, plan } = planned;
	if (plan.action === 'none') return outcomeOf(planned);
	const done = await applyDeployment({ service }, file, live);
	if (!done.ok) return troubleOf({ path, sentences: sentencesOf(path, done.failure) });
	const outcome = { ...outcomeOf(planned), id: done.value.id, applied: true };
	if (live !== undefined || (await writeId(path, done.value.id, io))) return outcome;
	return {
		...outcome,
		action: 'trouble',
		sentences: [`${path}: "${plan.name}" was created. Add this line to the file: id: ${done.value.id}`],
	};
}

/** From now on the file belongs to the deployment that was made from it. */
async function writeId(path: string, id: string, io: ApplyIo): Promise<boolean> {
	const read = await readText(path, io);
	if ('problem' in read) return false;
	const { text } = read;
	try {
		const changed = applyEdits(text, idEdits(text, readDeploymentFile(text), id));
		await replaceWhole(resolve(io.cwd, path), Buffer.from(changed));
		return true;
	} catch {
		return false;
	}
}

/** Far beyond any description of a deployment, in bytes. */
const largestFile = 1_000_000;

/** The text of a file, or what is wrong with it, to follow its name. */
async function readText(
	path: string,
	io: ApplyIo,
): Promise<{ readonly text: string } | { readonly problem: string }> {
	const whole = resolve(io.cwd, path);
	try {
		const found = await stat(whole);
		// A pipe or a device might never end.
		if (!found.isFile()) return { problem: 'is not a file.' };
		if (found.size > largestFile)
			return { problem: 'is larger than 1 MB, far beyond any file of a deployment.' };
		const bytes = await readFile(whole);
		return isUtf8(bytes)
			? { text: bytes.toString('utf8') }
			: { problem: 'is not written in UTF-8. Save it as UTF-8.' };
	} catch (cause) {
		return { problem: `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` };
	}
}

function outcomeOf({ path, plan }: PlannedFile): FileOutcome {
	const { action, name, id, changes, cost } = plan;
	return {
		file: path,
		action,
		name,
		changes,
		applied: false,
		sentences: [],
		...(id === undefined ? {} : { id }),
		...(cost === undefined ? {} : { cost }),
	};
}

function troubleOf({ path, sentences }: Trouble): FileOutcome {
	return { file: path, action: 'trouble', changes: [], applied: false, sentences };
}

function sentencesOf(path: string, { message, nextStep, details = [] }: Failure): readonly string[] {
	return [`${path}: ${message} ${nextStep}`.trim(), ...details.map((detail) => `  ${detail}`)];
}
