import * as z from 'zod/mini';
import type { NodeProgress } from './nodeProgress.ts';

export const nodeProgressSchema: z.ZodMiniType<NodeProgress> = z.object({
	runId: z.string(),
	nodeId: z.exactOptional(z.string()),
	nodeTitle: z.exactOptional(z.string()),
	step: z.exactOptional(z.object({ value: z.number(), max: z.number() })),
	done: z.readonly(z.array(z.string())),
	cached: z.readonly(z.array(z.string())),
	total: z.number(),
});
