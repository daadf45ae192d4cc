import { compact } from '../../src/core/base/compact.ts';
import type { Finding } from '../../src/core/base/findings.ts';

/** A reply of an engine to `POST /prompt`: the parts that show what it accepts. */
export interface Reply {
	readonly error?: { readonly type: string; readonly details: string } | null;
	readonly node_errors?: Readonly<Record<string, { readonly errors: readonly EngineError[] }>>;
}

interface EngineError {
	readonly type: string;
	readonly details: string;
	readonly extra_info?: { readonly input_name?: string };
}

export interface Verdict {
	readonly status: number;
	readonly reply: Reply | string;
	/** The end of an accepted run, if recorded. `never` if the engine hangs. */
	readonly end?: { readonly state: 'success' | 'error' | 'never' };
}

/** An error named by the engine: of the whole workflow, of a node, or of one input of it. */
export interface Expected {
	readonly type: string;
	readonly nodeId?: string;
	readonly input?: string;
}

/** The one error of the engine that no text can show: the class's own code decides, and it looks at the server's files. */
export const undecidable = 'custom_validation_failed';

export function expectedOf({ reply }: Verdict): Expected[] {
	if (typeof reply === 'string') return [{ type: 'any' }];
	const expected: Expected[] = [];
	for (const [nodeId, { errors }] of Object.entries(reply?.node_errors ?? {})) {
		for (const error of errors) {
			// The engine names the consumer's input, not its own, when it stumbles over an upstream node.
			const input = error.type.startsWith('exception') ? undefined : error.extra_info?.input_name;
			expected.push({ type: error.type, nodeId, ...compact({ input }) });
		}
	}
	const top = reply?.error;
	if (!top || expected.length > 0) return expected;
	const nodeId = /^Node ID '#(.*)'$/.exec(top.details)?.[1];
	// A circle overflows the old engine's stack, and it names no node and no reason.
	if (top.type === 'prompt_outputs_failed_validation') return [{ type: 'dependency_cycle' }];
	return [nodeId === undefined ? { type: top.type } : { type: top.type, nodeId }];
}

export function matches(finding: Finding, expected: Expected): boolean {
	// A remark names the format: nothing is wrong with the file, and Easel never sends it unchanged.
	if (finding.severity !== 'error' && finding.code !== 'ui_format') return false;
	if (expected.type !== 'any' && finding.code !== expected.type) return false;
	if (expected.nodeId !== undefined && finding.nodeId !== expected.nodeId) return false;
	return expected.input === undefined || finding.input === expected.input;
}

/** Returns whether the engine stopped checking after the first class that it refused. */
export function stoppedAtClass({ reply }: Verdict): boolean {
	return (
		typeof reply !== 'string' && ['invalid_prompt', 'missing_node_type'].includes(reply.error?.type ?? '')
	);
}

/** Returns the mistake of the check if a text can decide it; undefined if the check is right. */
export function judge(verdict: Verdict, findings: readonly Finding[]): string | undefined {
	const all = expectedOf(verdict);
	for (const one of all) {
		if (one.type !== undecidable && !findings.some((finding) => matches(finding, one))) {
			return `the engine says ${JSON.stringify(one)}, the check does not`;
		}
	}
	if (verdict.end?.state === 'never' && !findings.some(({ severity }) => severity === 'error')) {
		return 'the engine hangs, the check says no error';
	}
	// Such a verdict does not show what else the engine would accept, and a failing run may have been foreseen.
	if (typeof verdict.reply === 'string' || stoppedAtClass(verdict)) return undefined;
	if (verdict.end !== undefined && verdict.end.state !== 'success') return undefined;
	const extra = findings.find(
		(finding) => finding.severity === 'error' && !all.some((one) => matches(finding, one)),
	);
	return extra && `the check says ${extra.code} on ${extra.nodeId}/${extra.input}, the engine does not`;
}
