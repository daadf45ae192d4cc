import { compareVersions } from '../../../src/core/workflow/engineVersion.ts';
import {
	addCapture,
	addRead,
	baselineOf,
	type CoreNodes,
	coreNodesText,
	type ReadClasses,
	versionOf,
	withoutVersion,
} from './coreNodes.ts';
import type { Capture } from './engineCapture.ts';
import { nodeChanges } from './nodeChanges.ts';

/** The stored facts after a capture was added. */
interface RenewedNodes {
	readonly kept: CoreNodes;
	/** The classes that were read from the source, as long as no capture is as new. */
	readonly read: ReadClasses | undefined;
	/** The version that the items compare with. */
	readonly before: string;
	readonly items: readonly string[];
}

/**
 * Adds a capture to the stored facts. A version that was read from the source is replaced by a capture that is as new
 * or newer, since most of its classes were only copied.
 */
export function renewedNodes(
	kept: CoreNodes,
	read: ReadClasses | undefined,
	{ version, info }: Capture,
): RenewedNodes {
	const captured = addCapture(read ? withoutVersion(kept, read.version) : kept, version, info);
	const isRead = read !== undefined && compareVersions(version, read.version) < 0;
	const next = isRead ? addRead(captured, read) : captured;
	const before = baselineOf(kept, version);
	const changes = nodeChanges(
		(before && versionOf(kept, before)) || new Map(),
		versionOf(next, version) ?? new Map(),
	);
	const isOther = coreNodesText(next) !== coreNodesText(kept);
	const quiet = isOther ? ['- Only defaults, names or the number of the version changed.'] : [];
	return {
		kept: next,
		read: isRead ? read : undefined,
		before: before ?? 'nothing',
		items: changes.length > 0 ? changes : quiet,
	};
}
