/** What windows agree through: leases in a place that all of them see. The ledger gives them. */
export interface Leases {
	/**
	 * Takes or prolongs a lease: true while `owner` holds it for `ttlMs` from now. Free, own and expired leases are given; a lease
	 * of another owner is not.
	 */
	lease(name: string, owner: string, ttlMs: number): Promise<boolean>;
	release(name: string, owner: string): Promise<void>;
}
