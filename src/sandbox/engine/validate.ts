import { isObject, type Json, type JsonObject, member } from '../../core/json/value.ts';
import { type InputSpec, nodeClass } from './catalog.ts';
import { declaresUpload } from './fileInputs.ts';
import { checkLiteral } from './literals.ts';

interface NodeFault {
	readonly type: string;
	readonly message: string;
	readonly details: string;
	readonly extra_info: Readonly<Record<string, unknown>>;
}

/** The engine's verdict: the output nodes that will run, or why none does. */
export type Verdict =
	| { readonly ok: true; readonly outputs: readonly string[]; readonly nodeErrors: NodeErrors }
	| { readonly ok: false; readonly error: NodeFault; readonly nodeErrors: NodeErrors };

type NodeErrors = Readonly<
	Record<
		string,
		{
			readonly errors: readonly NodeFault[];
			readonly dependent_outputs: readonly string[];
			readonly class_type: string;
		}
	>
>;

const noNames: ReadonlySet<string> = new Set();

/**
 * Checks a document as the engine does before it queues it (workflow-validation, "Order of checks"). With `targets` only
 * those outputs count. `missing` are the files that media inputs name and the engine does not have.
 */
export function validateWorkflow(
	workflow: JsonObject,
	targets?: readonly string[],
	missing: ReadonlySet<string> = noNames,
): Verdict {
	for (const [nodeId, node] of Object.entries(workflow)) {
		const fault = classFault(nodeId, node);
		if (fault !== undefined) return { ok: false, error: fault, nodeErrors: {} };
	}
	const outputs = Object.keys(workflow).filter(
		(id) =>
			nodeClass(classOf(workflow, id))?.output_node === true &&
			(targets === undefined || targets.includes(id)),
	);
	if (outputs.length === 0) {
		return {
			ok: false,
			error: promptFault('prompt_no_outputs', 'Prompt has no outputs', ''),
			nodeErrors: {},
		};
	}
	const checker = new Checker(workflow, missing);
	const good = outputs.filter((id) => checker.isGood(id, id));
	const nodeErrors = checker.nodeErrors();
	if (good.length > 0) return { ok: true, outputs: good, nodeErrors };
	const details = outputs
		.flatMap((id) => nodeErrors[id]?.errors ?? [])
		.map((each) => `${each.message}: ${each.details}`)
		.join('\n');
	const error = promptFault('prompt_outputs_failed_validation', 'Prompt outputs failed validation', details);
	return { ok: false, error, nodeErrors };
}

function classFault(nodeId: string, node: Json): NodeFault | undefined {
	const className = member(node, 'class_type');
	if (nodeClass(className) !== undefined) return undefined;
	const title = member(member(node, '_meta'), 'title');
	const name =
		typeof title === 'string' ? title : typeof className === 'string' ? className : `ID #${nodeId}`;
	const message =
		className === undefined
			? `Node '${name}' has no class_type. The workflow may be corrupted or a custom node is missing.`
			: `Node '${name}' not found. The custom node may not be installed.`;
	return {
		type: 'missing_node_type',
		message,
		details: `Node ID '#${nodeId}'`,
		extra_info: { node_id: nodeId, class_type: className ?? null, node_title: name },
	};
}

function promptFault(type: string, message: string, details: string): NodeFault {
	return { type, message, details, extra_info: {} };
}

function classOf(workflow: JsonObject, nodeId: string): Json | undefined {
	return member(member(workflow, nodeId), 'class_type');
}

/** A node that is being checked, and how far that has come. */
interface Visit {
	readonly nodeId: string;
	/** The declared inputs still to be checked, the next one last. */
	readonly rest: DeclaredInput[];
	readonly errors: NodeFault[];
	upstreamGood: boolean;
}

type DeclaredInput = readonly [name: string, spec: InputSpec, required: boolean];

/**
 * Walks upstream from the outputs, checks each node once, and remembers which outputs depend on an invalid one. Keeps
 * the path in a list: a chain may be longer than the stack is deep.
 */
class Checker {
	readonly #workflow: JsonObject;
	readonly #missing: ReadonlySet<string>;
	readonly #verdicts = new Map<string, boolean>();
	readonly #underway = new Set<string>();
	readonly #errors = new Map<string, { errors: NodeFault[]; dependent: Set<string> }>();

	constructor(workflow: JsonObject, missing: ReadonlySet<string>) {
		this.#workflow = workflow;
		this.#missing = missing;
	}

	/** Returns whether the node and everything upstream of it can run. */
	isGood(nodeId: string, output: string): boolean {
		const way: Visit[] = [];
		let verdict = this.#enter(nodeId, output, way);
		for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
			if (verdict === false) visit.upstreamGood = false;
			const source = this.#nextSource(visit);
			if (source !== undefined) verdict = this.#enter(source, output, way);
			else {
				way.pop();
				verdict = this.#leave(visit, output);
			}
		}
		return verdict === true;
	}

	/** Returns the verdict if there is one already, otherwise appends the node to the path. */
	#enter(nodeId: string, output: string, way: Visit[]): boolean | undefined {
		const known = this.#verdicts.get(nodeId);
		if (known !== undefined) {
			if (!known) this.#errors.get(nodeId)?.dependent.add(output);
			return known;
		}
		if (this.#underway.has(nodeId)) {
			const start = way.findIndex((visit) => visit.nodeId === nodeId);
			this.#cycle(
				way.slice(start).map((visit) => visit.nodeId),
				output,
			);
			return false;
		}
		this.#underway.add(nodeId);
		const { input = {} } = nodeClass(classOf(this.#workflow, nodeId)) ?? {};
		const declared = [
			...Object.entries(input.required ?? {}).map(([name, spec]): DeclaredInput => [name, spec, true]),
			...Object.entries(input.optional ?? {}).map(([name, spec]): DeclaredInput => [name, spec, false]),
		];
		way.push({ nodeId, rest: declared.reverse(), errors: [], upstreamGood: true });
		return undefined;
	}

	#leave({ nodeId, errors, upstreamGood }: Visit, output: string): boolean {
		this.#underway.delete(nodeId);
		if (errors.length > 0) this.#note(nodeId, errors, output);
		const good = upstreamGood && errors.length === 0 && !this.#errors.has(nodeId);
		this.#verdicts.set(nodeId, good);
		return good;
	}

	/** Checks inputs up to the next valid link, and returns its source node; undefined at the end. */
	#nextSource(visit: Visit): string | undefined {
		const inputs = member(member(this.#workflow, visit.nodeId), 'inputs');
		if (!isObject(inputs)) {
			const message = 'Exception when validating node';
			if (visit.rest.length > 0 || visit.errors.length === 0)
				visit.errors.push({
					type: 'exception_during_validation',
					message,
					details: "'inputs'",
					extra_info: {},
				});
			visit.rest.length = 0;
			return undefined;
		}
		for (let next = visit.rest.pop(); next !== undefined; next = visit.rest.pop()) {
			const [name, spec, required] = next;
			const value = member(inputs, name);
			if (value === undefined) {
				if (required)
					visit.errors.push(inputFault('required_input_missing', 'Required input is missing', name, name));
			} else if (Array.isArray(value)) {
				const source = this.#checkLink(value, name, spec, visit.errors);
				if (source !== undefined) return source;
			} else {
				const fault = checkLiteral(name, value, spec) ?? this.#checkFile(name, value, spec);
				if (fault !== undefined)
					visit.errors.push(inputFault(fault.type, fault.message, fault.details, name));
			}
		}
		return undefined;
	}

	/** Returns the error of a missing file, which the class itself reports. */
	#checkFile(name: string, value: Json, spec: InputSpec) {
		if (typeof value !== 'string' || !declaresUpload(spec) || !this.#missing.has(value)) return undefined;
		const details = `${name} - Invalid image file: ${value}`;
		return { type: 'custom_validation_failed', message: 'Custom validation failed for node', details };
	}

	nodeErrors(): NodeErrors {
		const entries = [...this.#errors].map(([nodeId, { errors, dependent }]) => {
			const className = classOf(this.#workflow, nodeId);
			return [nodeId, { errors, dependent_outputs: [...dependent], class_type: String(className) }] as const;
		});
		return Object.fromEntries(entries);
	}

	#note(nodeId: string, errors: readonly NodeFault[], output: string): void {
		const entry = this.#errors.get(nodeId) ?? { errors: [], dependent: new Set<string>() };
		entry.errors.push(...errors);
		entry.dependent.add(output);
		this.#errors.set(nodeId, entry);
	}

	#cycle(nodes: readonly string[], output: string): void {
		const path = [...nodes, ...nodes.slice(0, 1)];
		const details = path.map((id) => `${id} (${String(classOf(this.#workflow, id))})`).join(' -> ');
		for (const id of nodes) {
			const extra = { node_id: id, cycle_nodes: nodes };
			const message = 'Dependency cycle detected';
			this.#note(id, [{ type: 'dependency_cycle', message, details, extra_info: extra }], output);
		}
	}

	/** Returns the source node of a valid link; an invalid one is an error. */
	#checkLink(link: readonly Json[], name: string, spec: InputSpec, errors: NodeFault[]): string | undefined {
		const [source, index] = link;
		if (link.length !== 2) {
			const message = 'Bad linked input, must be a length-2 list of [node_id, slot_index]';
			errors.push(inputFault('bad_linked_input', message, '', name));
			return undefined;
		}
		const offered =
			typeof source === 'string' ? nodeClass(classOf(this.#workflow, source))?.output : undefined;
		const type = typeof index === 'number' ? offered?.at(index) : undefined;
		if (typeof source !== 'string' || offered === undefined || type === undefined) {
			const details = offered === undefined ? `'${String(source)}'` : 'tuple index out of range';
			errors.push(inputFault('exception_during_validation', 'Exception when validating node', details, name));
			return undefined;
		}
		if (!fits(type, spec[0])) {
			const wanted = typeof spec[0] === 'string' ? spec[0] : 'COMBO';
			const details = `${name}, received_type(${type}) mismatch input_type(${wanted})`;
			const message = 'Return type mismatch between linked nodes';
			errors.push(inputFault('return_type_mismatch', message, details, name));
			return undefined;
		}
		return source;
	}
}

function fits(received: string, declared: InputSpec[0]): boolean {
	if (typeof declared !== 'string') return received === '*';
	const offered = received.split(',').map((each) => each.trim());
	const wanted = declared.split(',').map((each) => each.trim());
	return offered.some((each) => each === '*' || wanted.includes(each)) || wanted.includes('*');
}

function inputFault(type: string, message: string, details: string, name: string): NodeFault {
	return { type, message, details, extra_info: { input_name: name } };
}
