import type { Tool } from './tool.ts';
import { accountTools } from './tools/account.ts';
import { batchTools } from './tools/batches.ts';
import { deploymentTools } from './tools/deployments.ts';
import { documentTools } from './tools/documents.ts';
import { requestTools } from './tools/requests.ts';
import { trainingTools } from './tools/training.ts';

export const tools: readonly Tool[] = [
	...deploymentTools,
	...requestTools,
	...batchTools,
	...documentTools,
	...trainingTools,
	...accountTools,
];
