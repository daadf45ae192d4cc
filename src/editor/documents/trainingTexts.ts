import { parseTraining, type TrainingDocument } from '../../core/training/yaml/document.ts';
import { reparseTraining } from '../../core/training/yaml/reparse.ts';
import { ParsedTexts } from './parsedTexts.ts';

export function createTrainingTexts(): ParsedTexts<TrainingDocument> {
	return new ParsedTexts<TrainingDocument>({
		parse: parseTraining,
		update: { by: 'text', apply: reparseTraining },
		isKind: () => true,
		// Longer texts are read, too: the parser reports that they are too long to be checked.
		longest: Number.POSITIVE_INFINITY,
	});
}
