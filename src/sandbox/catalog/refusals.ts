import { coded, type Refusal } from '../base/errors.ts';

/** Codes of the catalog host; six digits, the first three are the HTTP status. */
const codes = { unknownModel: 400_001, insufficient: 400_002 } as const;

/** Returns the refusal for a malformed or unknown model id. */
export function unknownModel(id: string): Refusal {
	return coded(400, codes.unknownModel, `There is no model "${id.slice(0, 200)}" in the catalog.`);
}

/** Returns the refusal of a run that the balance does not cover. */
export function balanceTooLow(message: string): Refusal {
	return coded(400, codes.insufficient, message);
}
