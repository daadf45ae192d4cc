import assert from 'node:assert/strict';
import { apply, configuration, findings, fixAll, train } from './config.ts';

function withParameters(scheduler: string | undefined, params: string): string {
	const named = scheduler === undefined ? [] : [`lr_scheduler: ${scheduler}`];
	return configuration({ train: [...train, ...named, `lr_scheduler_params: ${params}`] });
}

const optimizing = (optimizer: string, params: string) =>
	configuration({ train: [...train, `optimizer: ${optimizer}`, `optimizer_params: ${params}`] });

/** Returns the keys of errors and warnings. */
function refused(text: string): string[] {
	return findings(text)
		.filter(({ severity }) => severity === 'error' || severity === 'warning')
		.map(({ range }) => text.slice(range.start, range.end));
}

describe('settings of schedulers', () => {
	const taken: Readonly<Record<string, string>> = {
		constant: '{factor: 1.0, last_epoch: -1, total_iters: 5}',
		constant_with_warmup: '{num_warmup_steps: 100, last_epoch: -1}',
		cosine: '{eta_min: 0.00001, last_epoch: -1, T_max: 5}',
		cosine_with_restarts: '{T_mult: 2, eta_min: 0.00001, last_epoch: -1, T_0: 5}',
		linear: '{start_factor: 1.0, end_factor: 0.1, last_epoch: -1}',
	};
	for (const [scheduler, params] of Object.entries(taken)) {
		it(`${scheduler} accepts its own, and any other stops the job`, () => {
			assert.deepEqual(refused(withParameters(scheduler, params)), []);
			for (const key of ['num_cycles', 'max_iterations', 'power', 'gamma', 'lr_end', 'step_size']) {
				const text = withParameters(scheduler, `{${key}: 3}`);
				assert.deepEqual(refused(text), [key]);
				const [finding] = findings(text).filter(({ severity }) => severity === 'error');
				assert.match(finding?.code ?? '', /learning-rate-scheduler/);
				const [fix] = finding?.fixes ?? [];
				assert.deepEqual(refused(apply(text, fix?.edits ?? [])), []);
			}
		});
	}

	it('the default scheduler is the constant one', () => {
		assert.deepEqual(refused(withParameters(undefined, '{factor: 1.0}')), []);
		assert.deepEqual(refused(withParameters(undefined, '{eta_min: 0.1}')), ['eta_min']);
	});

	it('words of other trainers become the matching settings', () => {
		for (const [scheduler, word, meant] of [
			['cosine', 'min_lr', 'eta_min'],
			['cosine_with_restarts', 'lr_min', 'eta_min'],
			['constant_with_warmup', 'warmup_steps', 'num_warmup_steps'],
			['constant_with_warmup', 'num_warmup_step', 'num_warmup_steps'],
			['cosine_with_restarts', 't_mult', 'T_mult'],
		] as const)
			assert.equal(
				fixAll(withParameters(scheduler, `{${word}: 1}`)),
				withParameters(scheduler, `{${meant}: 1}`),
			);
	});

	it('are ignored for an unknown scheduler or one from a variable', () => {
		assert.deepEqual(refused(withParameters(`$\{SCHEDULER}`, '{num_cycles: 3}')), []);
		assert.deepEqual(refused(withParameters('polynomial', '{num_cycles: 3}')), ['polynomial']);
	});
});

describe('settings of optimizers', () => {
	it('each accepts its own', () => {
		for (const [optimizer, params] of [
			['adamw', '{betas: [0.9, 0.99], weight_decay: 0.01, amsgrad: true}'],
			['AdamW8bit', '{betas: [0.9, 0.99], weight_decay: 0.01, is_paged: true}'],
			['adafactor', '{clip_threshold: 1.0, beta1: 0.9, scale_parameter: true}'],
			['automagic', '{min_lr: 1.0e-7, max_lr: 0.001, lr_bump: 1.0e-6, beta2: 0.99}'],
			['lion', '{weight_decay: 0.01, use_triton: false}'],
			['dadaptation', '{anything: 1}'],
		] as const)
			assert.deepEqual(refused(optimizing(optimizer, params)), [], optimizer);
	});

	it('any other stops the job', () => {
		for (const [optimizer, key] of [
			['adamw', 'momentum'],
			['adamw8bit', 'momentum'],
			['adamw', 'd_coef'],
			['adafactor', 'betas'],
			['automagic2', 'betas'],
			['automagic3', 'lr_bump'],
			['lion8bit', 'min_lr'],
		] as const)
			assert.deepEqual(refused(optimizing(optimizer, `{${key}: [0.9, 0.99]}`)).slice(0, 1), [key], optimizer);
	});

	it('a misspelled one is renamed if the value fits', () => {
		assert.equal(
			fixAll(optimizing('adamw', '{weight_decy: 0.1}')),
			optimizing('adamw', '{weight_decay: 0.1}'),
		);
		const beta = optimizing('adamw', '{beta2: 0.99}');
		const [finding] = findings(beta);
		assert.deepEqual(
			finding?.fixes?.map(({ title }) => title),
			['Remove beta2'],
		);
	});

	it('Adafactor cannot find its own rate if one is given', () => {
		for (const key of ['relative_step', 'warmup_init']) {
			assert.deepEqual(refused(optimizing('adafactor', `{${key}: true}`)), [key]);
			assert.deepEqual(refused(optimizing('adafactor', `{${key}: false}`)), []);
		}
	});
});
