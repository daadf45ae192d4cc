import * as l10n from '@vscode/l10n';
import { type Failure, mapped, type Result, success } from '../../base/failure.ts';
import { findingSentence, textPositions } from '../../base/textPositions.ts';
import { dialectOf } from '../../connection/dialects.ts';
import type { Service } from '../../http/transport.ts';
import { getDeployment, listDeployments } from '../client.ts';
import type { Deployment } from '../deployment.ts';
import type { DeploymentFile } from './deploymentFile.ts';
import { type DeploymentPlan, planDeployment } from './plan.ts';

/** The text of a file that describes a deployment, with its name for messages. */
export interface NamedText {
	readonly name: string;
	readonly text: string;
}

export interface PlannedFile {
	readonly name: string;
	readonly file: DeploymentFile;
	/** The current record of the service; undefined for a new deployment. */
	readonly live: Deployment | undefined;
	readonly plan: DeploymentPlan;
}

/** The reasons why a file cannot be applied, a sentence each. */
export interface FileTrouble {
	readonly name: string;
	readonly sentences: readonly string[];
	/** The failed call, if it is not about the text. */
	readonly failure?: Failure;
}

interface PlannedFiles {
	readonly planned: readonly PlannedFile[];
	readonly troubles: readonly FileTrouble[];
}

/** Compares files with an account; each is either planned or in trouble. Changes nothing. */
export async function planFiles(service: Service, files: readonly NamedText[]): Promise<PlannedFiles> {
	const planned: PlannedFile[] = [];
	const troubles: FileTrouble[] = [];
	let listed: Promise<Result<readonly Deployment[]>> | undefined;
	/** All deployments of the account, requested once and only if a file has no id. */
	const others = () => {
		listed ??= listDeployments(service).then((list) => mapped(list, ({ deployments }) => deployments));
		return listed;
	};
	for (const each of files) {
		const result = await planFile(service, each, others);
		if ('plan' in result) planned.push(result);
		else troubles.push(result);
	}
	return withoutTwins({ planned, troubles });
}

/** Returns a failed call as the trouble of a file. */
export function callTrouble(name: string, failure: Failure): FileTrouble {
	const { message, nextStep, details = [] } = failure;
	const sentences = [`${name}: ${message} ${nextStep}`.trim(), ...details.map((detail) => `  ${detail}`)];
	return { name, failure, sentences };
}

async function planFile(
	service: Service,
	{ name, text }: NamedText,
	others: () => Promise<Result<readonly Deployment[]>>,
): Promise<PlannedFile | FileTrouble> {
	const { readDeploymentFile } = await import('./deploymentFile.ts');
	const file = readDeploymentFile(text);
	const errors = file.findings.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) {
		const at = textPositions(text);
		const sentences = errors.map((finding) => {
			const { line, character } = at(finding.range.start);
			const place = `${name}:${line + 1}:${character + 1}`;
			return `${place}: error: ${findingSentence(finding)} [${finding.code}]`;
		});
		return { name, sentences };
	}
	const live = await liveOf(service, file);
	if (!live.ok) return callTrouble(name, live.failure);
	const known = file.id === undefined ? await others() : success([]);
	if (!known.ok) return callTrouble(name, known.failure);
	const plan = planDeployment(file, live.value, known.value, dialectOf(service.connection).machines);
	if (!plan.ok) return callTrouble(name, plan.failure);
	return { name, file, live: live.value, plan: plan.value };
}

async function liveOf(service: Service, { id }: DeploymentFile): Promise<Result<Deployment | undefined>> {
	if (id === undefined) return success(undefined);
	const found = await getDeployment(service, id);
	return !found.ok && found.failure.kind === 'notFound' ? success(undefined) : found;
}

/** Leaves out files for the same deployment: they would undo each other with each apply. */
function withoutTwins({ planned, troubles }: PlannedFiles): PlannedFiles {
	const first = new Map<string, string>();
	const twins: FileTrouble[] = [];
	const single = planned.filter(({ name, live, plan }) => {
		const key = live === undefined ? `new ${plan.name}` : `id ${live.id}`;
		const other = first.get(key);
		if (other === undefined) {
			first.set(key, name);
			return true;
		}
		twins.push({
			name,
			sentences: [l10n.t('{0} is for the same deployment as {1}. Remove one of them.', name, other)],
		});
		return false;
	});
	return { planned: single, troubles: [...troubles, ...twins] };
}
