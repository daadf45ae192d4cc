/** The part of the account's datasets that jobs need. */
export interface DatasetSource {
	/** Returns state and files of the dataset that is not deleted and has this name; undefined when there is none. */
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
