import assert from 'node:assert/strict';
import { closestMatch, isSlip, keyCloseness, sameDigits } from '../../../src/core/base/closestMatch.ts';

describe('closest match', () => {
	const names = ['KSampler', 'KSamplerAdvanced', 'SaveImage', 'LoadImage', 'VAEDecode'];
	for (const [typed, meant] of [
		['Ksampler', 'KSampler'],
		['KSmapler', 'KSampler'],
		['SaveImages', 'SaveImage'],
		['vaedecode', 'VAEDecode'],
		['save_image', 'SaveImage'],
		['Something', undefined],
		['K', undefined],
		['', undefined],
		['K'.repeat(200), undefined],
	] as const) {
		it(`of "${typed.slice(0, 20)}" is ${meant ?? 'none'}`, () =>
			assert.equal(closestMatch(typed, names)?.match, meant));
	}

	it('of a spelling without separators is the key that has them', () =>
		assert.deepEqual(closestMatch('batchSize', ['batch_size', 'batch_sizes'], keyCloseness), {
			match: 'batch_size',
			clear: true,
		}));

	it('is not clear while another reads nearly as much like the word', () => {
		assert.equal(closestMatch('fp1', ['fp8', 'fp16'], keyCloseness)?.clear, false);
		assert.equal(closestMatch('linaer', ['linear', 'constant'], keyCloseness)?.clear, true);
	});

	it('is not clear where the two begin differently', () =>
		assert.deepEqual(closestMatch('bfloat', ['float', 'bf16'], keyCloseness), {
			match: 'float',
			clear: false,
		}));

	it('prefers the candidate written most alike among equals', () =>
		assert.equal(closestMatch('Loadimage', ['LOADIMAGE', 'LoadImage'])?.match, 'LoadImage'));

	it('tells versions from misspellings', () => {
		assert.equal(sameDigits('wan22', 'wan21'), false);
		assert.equal(sameDigits('qwen_imag', 'qwen_image'), true);
	});

	it('takes a name with a prefix or suffix for another name, and letters changed within for a slip', () => {
		assert.equal(isSlip('ImageFlip+', 'ImageFlip'), false);
		assert.equal(isSlip('CLIPLoaderGGUF', 'CLIPLoader'), false);
		assert.equal(isSlip('KSmapler', 'KSampler'), true);
	});
});
