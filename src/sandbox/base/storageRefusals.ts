/** The refusals of the storage host, in the same words from a rule and from a fault. */
export const storageRefusals = {
	signature: 'The signature of this address is missing, wrong or expired.',
	size: 'The size of the body is not the one that this address was signed for.',
} as const;
