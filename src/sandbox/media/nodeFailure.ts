/** A node that failed while it ran: becomes the error object of the request. */
export class NodeFailure extends Error {
	readonly type: string;

	constructor(type: string, message: string) {
		super(message);
		this.type = type;
	}
}
