/** The part of the account's datasets that jobs need. */
export interface DatasetSource {
	/** Returns state and files of the existing dataset of this name; undefined without one. */
	byName(
		accountId: string,
		name: string,
	):
		| {
				readonly state: string;
				readonly files: readonly { readonly name: string; readonly bytes: number }[];
		  }
		| undefined;
}
