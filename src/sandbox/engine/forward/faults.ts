import { jsonText } from '../../../core/json/exact.ts';
import {
	isArray,
	isObject,
	type Json,
	type JsonObject,
	member,
	parseKnownJson,
} from '../../../core/json/value.ts';
import { runErrorCodes } from '../engine.ts';
import { type RunError, runError } from '../outcome.ts';

/** The most faults of nodes that an error spells out. */
const mostFaults = 20;
const longestDebugInfo = 100_000;

/** Returns the engine's sentence and below it a line for each fault of a node, wherever in the document it is. */
export function refusal(text: string): RunError {
	const body = parsed(text);
	const error = member(body, 'error');
	const read = (name: string) => faultText(member(error, name));
	const faults = nodeFaults(member(body, 'node_errors'));
	const said = isObject(error) ? read('message') : faultText(error);
	const lines = [said, ...(faults.length > 0 ? faults : [read('details')])].filter((line) => line !== '');
	return {
		error: read('type') || 'invalid_prompt',
		details: lines.join('\n') || 'The engine refused the workflow.',
		debugInfo: text.slice(0, longestDebugInfo),
		errorCode: runErrorCodes.promptRefused,
	};
}

/** Returns a line for each fault of `node_errors`: `Node 1 (LoadImage): image - Invalid image file: absent.png`. */
function nodeFaults(nodeErrors: Json | undefined): readonly string[] {
	if (!isObject(nodeErrors)) return [];
	const lines = Object.entries(nodeErrors).flatMap(([nodeId, node]) => {
		const errors = member(node, 'errors');
		return (isArray(errors) ? errors : []).map((each) => {
			const [message, details] = [faultText(member(each, 'message')), faultText(member(each, 'details'))];
			const custom = faultText(member(each, 'type')) === 'custom_validation_failed' && details !== '';
			const words = custom ? [details] : [message, details];
			return `Node ${nodeId} (${faultText(member(node, 'class_type'))}): ${words.filter((word) => word !== '').join(': ')}`;
		});
	});
	const more = lines.length - mostFaults;
	return more > 0 ? [...lines.slice(0, mostFaults), `and ${more} more`] : lines;
}

/** Returns the error of a run that reached its end on the engine without success. */
export function runFault(status: JsonObject): RunError {
	const found = (name: string): JsonObject | undefined => {
		const messages = member(status, 'messages');
		const event = (isArray(messages) ? messages : []).find((each) => isArray(each) && each[0] === name);
		const about = isArray(event) ? event[1] : undefined;
		return isObject(about) ? about : undefined;
	};
	const failure = found('execution_error');
	if (failure !== undefined) {
		return {
			error: faultText(member(failure, 'exception_type')) || 'ExecutionError',
			details: `${placeIn(failure)}: ${faultText(member(failure, 'exception_message'))}`,
			debugInfo: jsonText(failure).slice(0, longestDebugInfo),
			errorCode: runErrorCodes.nodeFailed,
		};
	}
	const interruption = found('execution_interrupted');
	if (interruption !== undefined) {
		return {
			error: 'InterruptProcessingException',
			details: `The run was interrupted on the engine, at ${placeIn(interruption)}.`,
			debugInfo: jsonText(interruption).slice(0, longestDebugInfo),
			errorCode: runErrorCodes.nodeFailed,
		};
	}
	return {
		error: 'ExecutionError',
		details: 'The engine ended the run without success and does not say why. Look into its log.',
		debugInfo: jsonText(status).slice(0, longestDebugInfo),
		errorCode: runErrorCodes.nodeFailed,
	};
}

/** Returns a media input that could not be loaded, as the engine inside the sandbox reports it. */
export function mediaFault(nodeId: string, className: string, problem: string): RunError {
	return runError('MediaError', `Node ${nodeId} (${className}): ${problem}`, runErrorCodes.nodeFailed);
}

/** Returns the error for an engine that has exited, hangs, or has forgotten the run. */
export function lost(details: string): RunError {
	return runError('EngineError', details, runErrorCodes.engineLost);
}

export function parsed(text: string): Json {
	try {
		return parseKnownJson(text);
	} catch {
		return null;
	}
}

function placeIn(about: JsonObject): string {
	return `Node ${faultText(member(about, 'node_id'))} (${faultText(member(about, 'node_type'))})`;
}

function faultText(value: Json | undefined): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'string' ? value : jsonText(value);
}
