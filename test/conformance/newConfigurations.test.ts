import { withVariables } from '../../src/core/training/hubVariable.ts';
import { writeConfiguration } from '../../src/core/training/templates/configuration.ts';
import { knownModel, secondDataset, templateModels } from '../../src/core/training/templates/models.ts';
import { JobCalls } from './jobsSupport.ts';
import { suiteSandbox } from './support.ts';

const photos = { name: 'harbour-photos', files: ['harbour_001.png'] };
const videos = { name: 'coast-videos', files: ['coast_001.mp4'] };
const edited = { name: 'winter-edit', files: ['place_001.png'] };
const originals = { name: 'winter-edit-control', files: ['place_001.png'] };

describe('a new configuration at the service', () => {
	const sandbox = suiteSandbox();

	for (const model of templateModels) {
		it(`is accepted unchanged, with a token for its variable: ${knownModel(model).variant.label}`, async () => {
			const second = secondDataset(model);
			const { text } = writeConfiguration({
				model,
				name: `new_${templateModels.indexOf(model)}`,
				trigger: 'hrbr',
				gpuType: 'ADA_80_PLUS',
				gpuCount: 1,
				steps: model.steps,
				dataset: model.frames !== undefined ? videos : second === 'before' ? edited : photos,
				...(second === 'none' ? {} : { second: second === 'before' ? originals : photos }),
			});
			await new JobCalls(sandbox).submit(withVariables(text, `hf_${'e5'.repeat(17)}`));
		});
	}
});
