import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import type { FailureKind } from '../../../src/core/base/failure.ts';
import { failureOfReply } from '../../../src/core/http/errorReplies.ts';
import { codesOf, type ServicePart, serviceCodes } from '../../../src/core/wire/codes.ts';

const { meaningOf } = serviceCodes;

/** Every code of both service documents and of the public facts, with its name. */
const documented: Readonly<Record<ServicePart, Readonly<Record<number, string>>>> = {
	inference: {
		401001: 'Unauthorized',
		403003: 'Forbidden',
		404001: 'Not Found',
		422001: 'Validation Error',
		500001: 'Internal Error',
		10001: 'InsufficientFunds',
		10002: 'DisabledDeployment',
		10003: 'DeletedDeployment',
	},
	catalog: {
		400001: 'InvalidResourceIdentifier',
		400002: 'InsufficientResources',
		400004: 'UserAccountError',
		400005: 'ResultNotReady',
		403001: 'PermissionDeniedError',
		404001: 'ResourceNotFound',
		// Not in its table: inputs that a model refuses have the code of the other host.
		422001: 'Validation Error',
	},
	trainer: {
		40001: 'INVALID_DATASET_ID',
		40401: 'DATASET_NOT_FOUND',
		40901: 'DATASET_NAME_CONFLICT',
		42201: 'INVALID_DATASET_NAME',
		42202: 'INVALID_FILE_TYPE',
		42203: 'FILE_SIZE_EXCEEDED',
		42204: 'UPLOAD_TO_FAILED_DATASET',
		42205: 'EMPTY_FILE_LIST',
		50001: 'DATASET_INTERNAL_ERROR',
		50002: 'UPLOAD_IO_ERROR',
		50003: 'STORAGE_SCAN_ERROR',
		50004: 'DATASET_PROCESSING_FAILED',
		40051: 'INVALID_JOB_ID',
		40451: 'JOB_NOT_FOUND',
		40951: 'JOB_NAME_CONFLICT',
		42251: 'INVALID_CONFIG_FORMAT',
		42252: 'INVALID_GPU_TYPE',
		42253: 'INVALID_YAML',
		42254: 'DATASET_NOT_FOUND',
		42255: 'DATASET_NOT_READY',
		42256: 'NO_TRAINING_DATA',
		42257: 'MODELA_HUB_TOKEN_REQUIRED',
		42258: 'MODELA2_OOM_RISK',
		42259: 'MODELB_EDIT_CONTROL_MISSING',
		42260: 'MODELB_EDIT_SAMPLE_CONTROL_MISSING',
		42261: 'MODELC_I2V_SAMPLING_CRASH',
		42262: 'INVALID_JOB_NAME',
		42263: 'MULTI_FRAME_LATENT_CACHING',
		42264: 'DIFF_OUTPUT_PRESERVATION_TRIGGER',
		42265: 'VIDEO_LORA_NUM_FRAMES_ONE',
		42266: 'IMAGE_DATASET_MULTI_FRAMES',
		42267: 'INVALID_RESUME_STATE',
		42268: 'MODELD_VIDEO_I2V_BATCH_SIZE',
		42269: 'DIFF_PRESERVATION_CACHE_CONFLICT',
		42270: 'IMAGE_MODEL_GC_OFF_OOM_RISK',
		42271: 'MODELA_HIGH_BATCH_OOM_RISK',
		42272: 'MODELC_VIDEO_OOM_RISK',
		42273: 'INVALID_GPU_COUNT',
		42274: 'INVALID_LEARNING_RATE',
		42275: 'MISSING_MODEL_ARCH',
		42276: 'INVALID_EDIT_STATE',
		42277: 'CONFIG_NAME_IMMUTABLE',
		50051: 'JOB_INTERNAL_ERROR',
		50052: 'JOB_CREATE_FAILED',
	},
};

const parts = Object.keys(documented) as readonly ServicePart[];
const documents = new URL('../../../../shared/spec/', import.meta.url);

/** Returns the first two cells of the table rows that begin with a code, in a document or in one of its sections. */
function rowsOf(document: string, section: RegExp): ReadonlyMap<number, string> {
	const text = section.exec(readFileSync(new URL(document, documents), 'utf8'))?.[0] ?? '';
	return new Map(
		[...text.matchAll(/^\| (\d{5,6}) \| ([^|]+) \|/gm)].map(([, code, name = '']) => [
			Number(code),
			name.trim(),
		]),
	);
}

describe('the catalog of codes', () => {
	for (const part of parts) {
		it(`has exactly the codes of the ${part} part, each with its name`, () => {
			const known = Object.fromEntries(codesOf(part).map((meaning) => [meaning.code, meaning.name]));
			assert.deepEqual(known, documented[part]);
		});
	}

	for (const [document, section, wanted] of [
		['trainer-service.md', /^## Errors.*?^## Limits/ms, 40],
		['wire-facts.md', /^## 9\..*?^## 10\./ms, 13],
	] as const) {
		it(`has every code in the tables of ${document}`, function () {
			if (!existsSync(documents)) this.skip();
			const rows = rowsOf(document, section);
			assert.ok(rows.size >= wanted, `only ${rows.size} codes found in ${document}`);
			for (const [code, name] of rows) {
				const names = parts.map((part) => codesOf(part).find((meaning) => meaning.code === code)?.name);
				assert.ok(
					names.some((known) => known !== undefined),
					`${code} ${name} has no meaning`,
				);
				if (!/unknown|\W{3}/.test(name) && code !== 404001)
					assert.ok(names.includes(name), `${code} is called ${name}`);
			}
		});
	}

	it('explains every code in two sentences', () => {
		for (const meaning of parts.flatMap((part) => codesOf(part))) {
			assert.match(meaning.message, /^[A-Z"0-9][^\n]*\.$/, `${meaning.code}`);
			assert.match(meaning.nextStep, /^[A-Z"][^\n]*\.$/, `${meaning.code}`);
		}
	});

	it('assigns kinds that match the status class of a code', () => {
		const kinds: Readonly<Record<string, readonly FailureKind[]>> = {
			'400': ['input', 'notFound', 'balance', 'auth', 'conflict'],
			'401': ['auth'],
			'403': ['auth'],
			'404': ['notFound'],
			'409': ['conflict'],
			'422': ['input', 'conflict', 'notFound'],
			'500': ['upstream'],
		};
		for (const meaning of parts.flatMap((part) => codesOf(part))) {
			const allowed = kinds[String(meaning.code).slice(0, 3)];
			if (String(meaning.code).startsWith('1000')) continue;
			assert.ok(allowed?.includes(meaning.kind), `${meaning.code} is ${meaning.kind}`);
		}
	});

	it('mentions no deployment in a reply from the trainer', () => {
		for (const code of [10001, 403003, 404001, 422001]) {
			const meaning = meaningOf(code, 'trainer');
			assert.equal(meaning?.kind, meaningOf(code, 'inference')?.kind, `${code}`);
			assert.doesNotMatch(`${meaning?.message} ${meaning?.nextStep}`, /deploy|workflow/i, `${code}`);
		}
	});

	it('distinguishes equal codes by the responding part', () => {
		assert.equal(meaningOf(404001, 'catalog')?.name, 'ResourceNotFound');
		assert.equal(meaningOf(404001, 'inference')?.name, 'Not Found');
		assert.equal(meaningOf(404001, 'trainer')?.code, 404001);
		assert.equal(meaningOf(42254, 'inference')?.name, 'DATASET_NOT_FOUND');
		assert.equal(meaningOf(999999, 'inference'), undefined);
	});
});

describe('an error reply', () => {
	const context = {
		status: 400,
		host: 'service.test',
		part: 'inference' as const,
		codes: serviceCodes,
		secrets: [],
	};

	it('is read in every envelope', () => {
		const words = [
			'{"error_code": 422001, "error_message": "bad seed"}',
			'{"error_code": "422001", "message": "bad seed"}',
			'{"message": "bad seed"}',
			'{"detail": "bad seed"}',
			'{"error": "bad seed"}',
			'{"detail": [{"msg": "bad seed"}]}',
		].map((text) => failureOfReply(context, text));
		for (const failure of words) {
			assert.equal(failure.kind, 'input');
			assert.deepEqual(failure.details, ['bad seed']);
		}
	});

	it('with an unknown code is classified by the status inside the code', () => {
		const failure = failureOfReply(
			{ ...context, status: 200 },
			'{"error_code": 409123, "error_message": "x"}',
		);
		assert.deepEqual([failure.kind, failure.code, failure.codeName], ['conflict', 409123, undefined]);
		assert.equal(failureOfReply({ ...context, status: 200 }, '{"error_code": 7}').kind, 'input');
	});

	it('that is not JSON is classified by its status', () => {
		for (const [status, kind] of [
			[401, 'auth'],
			[402, 'balance'],
			[403, 'auth'],
			[404, 'notFound'],
			[408, 'timeout'],
			[409, 'conflict'],
			[418, 'protocol'],
			[422, 'input'],
			[429, 'rateLimited'],
			[502, 'upstream'],
		] as const) {
			assert.equal(failureOfReply({ ...context, status }, '<html>').kind, kind, `${status}`);
		}
	});
});
