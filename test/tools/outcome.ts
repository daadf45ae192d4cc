import Mocha from 'mocha';

/** The outcome of a run of suites. */
export interface Outcome {
	passed: number;
	failed: number;
	skipped: number;
	/** The title and the message of each failed test. */
	readonly failures: string[];
}

/** Returns an empty outcome to which those of runs are added. */
export function noOutcome(): Outcome {
	return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** Adds the outcome of a run to a sum. */
export function addOutcome(sum: Outcome, { passed, failed, skipped, failures }: Outcome): void {
	sum.passed += passed;
	sum.failed += failed;
	sum.skipped += skipped;
	sum.failures.push(...failures);
}

interface Failed {
	readonly title: string;
	readonly error: Partial<Error> & {
		readonly expected?: unknown;
		readonly actual?: unknown;
		readonly operator?: string;
	};
}

/** Seconds after which a suite is listed as long. */
const longSuite = 5;

const { EVENT_RUN_END, EVENT_SUITE_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } =
	Mocha.Runner.constants;

/**
 * Prints one line for each outer suite as it ends, and at the end every failure with its difference and the lines of our
 * own files that it went through. Works in this process as well as inside an extension host.
 */
export function reportTo(print: (line: string) => void, done: (outcome: Outcome) => void) {
	return class extends Mocha.reporters.Base {
		constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
			super(runner, options);
			const total = noOutcome();
			const failures: Failed[] = [];
			let ofSuite = noOutcome();
			let since = performance.now();
			const count = (kind: 'passed' | 'failed' | 'skipped') => {
				for (const outcome of [total, ofSuite]) outcome[kind]++;
			};
			runner.on(EVENT_TEST_PASS, () => count('passed'));
			runner.on(EVENT_TEST_PENDING, () => count('skipped'));
			runner.on(EVENT_TEST_FAIL, (test, error) => {
				count('failed');
				const title = test.titlePath().join(' > ');
				failures.push({ title, error });
				total.failures.push(`${title}: ${splitStack(error)[0].split('\n', 1)[0]}`);
			});
			runner.on(EVENT_SUITE_END, (suite) => {
				if (suite.root || suite.parent?.root !== true) return;
				const seconds = (performance.now() - since) / 1000;
				const took = seconds < longSuite ? '' : ` in ${seconds.toFixed(0)} s`;
				print(`  ${ofSuite.failed > 0 ? '✗' : '✓'} ${suite.title} (${describeOutcome(ofSuite)})${took}`);
				ofSuite = noOutcome();
				since = performance.now();
			});
			runner.once(EVENT_RUN_END, () => {
				for (const [index, failure] of failures.entries())
					print(`\n  ${index + 1}) ${describeFailure(failure)}`);
				done(total);
			});
		}
	};
}

/** Returns the counts as in the last line of a run. */
export function describeOutcome({ passed, failed, skipped }: Outcome): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function describeFailure({ title, error }: Failed): string {
	const lines = [title];
	const [message = '', stack = ''] = splitStack(error);
	lines.push(...message.split('\n').map((line) => `       ${line}`));
	const [expected, actual] = [asText(error.expected), asText(error.actual)];
	const isComparison = /equal/i.test(error.operator ?? '') && !message.includes('Expected values');
	if (isComparison && Math.max(expected.length, actual.length) > 20) {
		lines.push(...Mocha.reporters.Base.generateDiff(actual, expected).split('\n').slice(0, 40));
	}
	const own = stack.split('\n').filter((line) => !/node_modules|node:internal|^\s*$/.test(line));
	lines.push(...own.slice(0, 8).map((line) => `       ${line.trim()}`));
	return lines.join('\n');
}

function splitStack({ message = 'no message', stack = '' }: Partial<Error>): [string, string] {
	const start = stack.indexOf('\n    at ');
	return [message, start < 0 ? '' : stack.slice(start)];
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}
