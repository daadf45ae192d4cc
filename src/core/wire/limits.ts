/** The balance that each product demands before it starts work, in millionths of a US dollar (both service documents, "Limits"). */
export const minimumBalance = { deployment: 1_000_000, training: 500_000 } as const;

/** Bounds and defaults of a deployment's settings (inference-service.md, "Deployment record"). */
export const deploymentLimits = {
	minInstances: { lowest: 0, highest: 30, usual: 0 },
	maxInstances: { lowest: 1, highest: 60, usual: 1 },
	queueSize: { lowest: 0, usual: 1 },
	keepWarmSeconds: { lowest: 0, usual: 60 },
} as const;

/** Sizes in bytes. The inline and address figures are recommendations of the service; the others are refused beyond. */
export const sizeLimits = {
	inlineImage: 256_000,
	inlineVideo: 1_000_000,
	addressImage: 50_000_000,
	addressVideo: 100_000_000,
	/** The largest request body that an engine accepts by default; the service specifies no limit. */
	body: 100 * 1024 * 1024,
	/** Largest file of a dataset in the direct upload; larger ones go to a signed address. */
	directUpload: 150_000_000,
} as const;

/** Pages of the catalog list. */
export const catalogPage = { lowest: 1, highest: 500, usual: 100 } as const;

/** Milliseconds for which output files are hosted. */
export const outputLifetimeMs = 7 * 24 * 3600 * 1000;
