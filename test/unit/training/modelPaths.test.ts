import assert from 'node:assert/strict';
import { archs } from '../../../src/core/training/archs.ts';
import { apply, configuration, findings, fixAll } from './config.ts';

type Target = 'service' | 'local';

const chroma = ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma'];

/** Returns the findings at a key of a section: `severity code`, with the titles of the fixes. */
function said(
	section: 'model' | 'network' | 'train',
	line: string,
	target: Target,
	given = chroma,
): string[] {
	const model = section === 'model' && line.startsWith('name_or_path') ? [line, ...given.slice(1)] : given;
	const text = configuration({
		model: section === 'model' && !line.startsWith('name_or_path') ? [...model, line] : model,
		network: ['type: lora', 'linear: 16', ...(section === 'network' ? [line] : [])],
		train: [
			'batch_size: 1',
			'steps: 2000',
			'noise_scheduler: flowmatch',
			'lr: 0.0001',
			...(section === 'train' ? [line] : []),
		],
	});
	const key = line.slice(0, line.indexOf(':'));
	return findings(text, { target })
		.filter(({ path, severity }) => path?.endsWith(`.${key}`) && severity !== 'hint')
		.map(({ severity, code }) => `${severity} ${code}`);
}

const modelKeys = [
	'name_or_path',
	'extras_name_or_path',
	'te_name_or_path',
	'vae_path',
	'unet_path',
	'lora_path',
	'assistant_lora_path',
	'inference_lora_path',
	'refiner_name_or_path',
	'accuracy_recovery_adapter',
];
const ofAComputer = [
	'/home/me/models/Qwen-Image',
	'C:/models/Qwen-Image',
	"'C:\\models\\Qwen-Image'",
	"'\\\\server\\models\\Qwen-Image'",
	'"~/models/Qwen-Image"',
	'./models/Qwen-Image',
	'../Qwen-Image',
	'file:///models/Qwen-Image',
	'model.safetensors',
	'models/model.safetensors',
];
const ofTheHub = [
	'lodestones/Chroma1-HD',
	'someone/adapter.v1',
	'someone/lora/file.safetensors',
	'someone/lora/folder/file.safetensors',
	'/app/ai-toolkit/datasets/weights',
	`$\{WEIGHTS}`,
];

describe('names of models', () => {
	for (const key of modelKeys) {
		it(`${key}: a local path is an error only for the service`, () => {
			for (const value of ofAComputer) {
				assert.deepEqual(said('model', `${key}: ${value}`, 'service'), ['error platform-path'], value);
				assert.deepEqual(said('model', `${key}: ${value}`, 'local'), [], value);
			}
		});

		it(`${key}: a repository or a file in it is no error`, () => {
			for (const value of ofTheHub)
				for (const target of ['service', 'local'] as const)
					assert.deepEqual(said('model', `${key}: ${value}`, target), [], value);
		});

		it(`${key}: the page of a repository becomes its name`, () => {
			for (const value of [
				'https://huggingface.co/lodestones/Chroma1-HD',
				'http://www.huggingface.co/lodestones/Chroma1-HD/',
				'https://hf.co/lodestones/Chroma1-HD/tree/main',
				'https://huggingface.co/lodestones/Chroma1-HD?library=diffusers',
				'huggingface.co/lodestones/Chroma1-HD',
				'hf://lodestones/Chroma1-HD',
			]) {
				for (const target of ['service', 'local'] as const) {
					assert.deepEqual(said('model', `${key}: "${value}"`, target), ['error platform-path'], value);
				}
				const model = key === 'name_or_path' ? chroma.slice(1) : chroma;
				const text = (name: string) => configuration({ model: [...model, `${key}: "${name}"`] });
				assert.equal(fixAll(text(value)), text('lodestones/Chroma1-HD'), value);
			}
		});
	}

	it('a file address is left to its loader, and another page has no name to offer', () => {
		const file = 'https://huggingface.co/Qwen/Qwen-Image/blob/main/model.safetensors';
		const qwen = ['', 'arch: qwen_image'];
		assert.deepEqual(said('model', `name_or_path: ${file}`, 'service', qwen), []);
		const page = configuration({ model: ['name_or_path: https://github.com/someone/model', 'arch: chroma'] });
		assert.deepEqual(
			findings(page).map(({ code, fixes = [] }) => [code, fixes.length]),
			[['platform-path', 0]],
		);
		const civitai = ['', 'arch: sdxl'];
		assert.deepEqual(said('model', 'name_or_path: https://civitai.com/models/101055', 'local', civitai), []);
	});

	it('paths in other model keys, training keys and after the quantization type are checked', () => {
		for (const [section, line] of [
			['model', 'model_kwargs: {text_encoder_path: /models/te}'],
			['model', 'qtype: "uint4|/models/adapter.safetensors"'],
			['train', 'adapter_assist_name_or_path: ./adapter'],
			['train', 'latent_feature_extractor_path: ~/extractor'],
		] as const) {
			const text = configuration({ [section]: [...(section === 'model' ? chroma : []), line] });
			assert.ok(
				findings(text).some(({ code, severity }) => code === 'platform-path' && severity === 'error'),
				line,
			);
		}
	});

	it('initial weights are read only from the machine, and a training without them continues', () => {
		for (const value of ['D:/loras/base.safetensors', 'someone/lora/file.safetensors', 'someone/lora'])
			assert.deepEqual(said('network', `pretrained_lora_path: ${value}`, 'service'), [
				'warning platform-path',
			]);
		assert.deepEqual(
			said('network', 'pretrained_lora_path: /app/ai-toolkit/output/a/a.safetensors', 'service'),
			[],
		);
		assert.deepEqual(said('network', 'pretrained_lora_path: D:/loras/base.safetensors', 'local'), []);
	});

	it('a local path can become the usual weights of the architecture', () => {
		const text = (name: string) =>
			configuration({ model: [`name_or_path: ${name}`, 'arch: qwen_image', 'quantize: true'] });
		const broken = text('/home/me/models/Qwen-Image');
		const fix = findings(broken).find(({ code }) => code === 'platform-path')?.fixes?.[0];
		assert.ok(fix);
		assert.equal(fix.preferred, undefined);
		assert.equal(apply(broken, fix.edits), text('Qwen/Qwen-Image'));
	});
});

describe('a single file as weights', () => {
	const takesFiles = new Set(
		`flux2 flux2_klein_4b flux2_klein_9b qwen_image qwen_image_edit qwen_image_edit_plus ltx2 ltx2.3 ltx2.5 zimage zimage_l2p krea2
		chroma chroma_radiance zeta_chroma hidream_o1 sd1 sd2 sdxl ssd vega ace_step_15 ace_step_15_xl`.split(
			/\s+/,
		),
	);
	const unsure = new Set([
		'qwen_image_2',
		'minimax_h3',
		'minimax_h3_ref2va',
		'ming_image',
		'yue2',
		'qwen25_omni',
	]);

	for (const { arch } of archs.filter(({ arch: name }) => !unsure.has(name))) {
		it(`${arch} ${takesFiles.has(arch) ? 'takes one' : 'takes a folder alone'}`, () => {
			for (const value of ['/models/a.safetensors', '"D:/models/a.SAFETENSORS"'])
				assert.deepEqual(
					said('model', `name_or_path: ${value}`, 'local', ['', `arch: ${arch}`]),
					takesFiles.has(arch) ? [] : ['error toolkit-conflict'],
				);
			const file = 'someone/repository/a.safetensors';
			assert.deepEqual(
				said('model', `name_or_path: ${file}`, 'service', ['', `arch: ${arch}`]),
				takesFiles.has(arch) ? [] : ['error toolkit-conflict'],
			);
		});
	}

	it('the old architecture keys count as well', () => {
		assert.deepEqual(said('model', 'name_or_path: /models/a.safetensors', 'local', ['', 'is_flux: true']), [
			'error toolkit-conflict',
		]);
		assert.deepEqual(said('model', 'name_or_path: /models/a.safetensors', 'local', ['', 'is_xl: true']), []);
	});

	it('no loader accepts GGUF', () => {
		assert.deepEqual(said('model', 'name_or_path: /models/a.gguf', 'local'), ['error toolkit-conflict']);
	});
});
