import type { Finding } from '../../base/findings.ts';
import type { InputSpec, NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { InputBody, NodeBody } from '../nodeReader.ts';

/** A finding within one node; its ranges count from the start of the node's entry. */
export interface LocalFinding {
	readonly finding: Finding;
	/** The engine only looks when the node runs: in a node that no output needs the finding is a hint. */
	readonly whenRun: boolean;
	/** The finding in its place for a node that no output needs. */
	readonly idle?: Finding;
}

/** Adds a finding about a node; see `LocalFinding`. `whenRun` is true by default. */
export type Report = (finding: Finding & Partial<Omit<LocalFinding, 'finding'>>) => void;

/** A node under one description of its class, as its rules look at it. */
export interface NodeView {
	readonly body: NodeBody;
	readonly nodeClass: NodeClass | undefined;
	readonly nodeInfo: NodeInfo | undefined;
	/** Returns the text of the node, from its id on. */
	readonly entry: () => string;
	readonly report: Report;
}

/** A node with a known class. */
export interface KnownNode extends NodeView {
	readonly nodeClass: NodeClass;
	readonly nodeInfo: NodeInfo;
}

/** A link that the engine would follow. */
export interface LinkFact {
	readonly input: InputBody;
	/** Undefined if the class or the entry is unknown, or if the class does not declare the input. */
	readonly spec: InputSpec | undefined;
	/** True if the known class declares the input: only such links are checked before the run. */
	readonly declared: boolean;
	/** The input in the other possible shapes of the class; absent if they take the same links. */
	readonly otherSpecs?: readonly (InputSpec | undefined)[];
	/** The class needs a value here before the run. */
	readonly wantsLiteral: boolean;
	readonly nodeId: string;
	readonly slot: number;
	/** The output is given as `true` or `false`. */
	readonly slotIsBoolean: boolean;
}

/** Everything about a node that depends on its own text and on the node info alone. */
export interface NodeFacts {
	/** The class with the rules to apply: that of the node, or its replacement by the engine. */
	readonly nodeClass: NodeClass | undefined;
	/** Declared inputs by name, dynamic ones expanded. */
	readonly specs: ReadonlyMap<string, InputSpec>;
	readonly links: readonly LinkFact[];
	readonly findings: readonly LocalFinding[];
}
