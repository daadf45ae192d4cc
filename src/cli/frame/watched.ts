import { compact } from '../../core/base/compact.ts';
import type { Result } from '../../core/base/failure.ts';
import { type Operation, runOperation } from '../../core/operations/operation.ts';
import type { Ask } from '../../core/operations/questions.ts';
import type { OperationServices } from '../../core/operations/services.ts';
import type { CommandIo } from '../terminal/io.ts';
import { Progress } from '../terminal/progress.ts';
import type { Deadline } from './deadline.ts';

/** The parts of a command that an operation is run with. */
interface Watcher {
	readonly io: CommandIo;
	readonly services: OperationServices;
	readonly ask: Ask;
	readonly deadline: Pick<Deadline, 'signal'>;
}

/** Runs an operation and shows the progress that it reports. */
export async function watched<Input, Output>(
	{ io, services, ask, deadline }: Watcher,
	operation: Operation<Input, Output>,
	input: unknown,
): Promise<Result<Output>> {
	const shown = new Progress(io);
	const { signal } = deadline;
	const progress = ({ message, done, total }: { message: string; done?: number; total?: number }) =>
		shown.show(message, { state: operation.id, estimates: true, ...compact({ done, total }) });
	return runOperation(operation, services, input, ask, { signal, progress }).finally(() => shown.end());
}
