import assert from 'node:assert/strict';
import {
	moveHubToken,
	tokenHolders,
	tokenPlaces,
	withHubToken,
} from '../../../src/core/training/hubToken.ts';
import { isHubToken, tokenKeys, withoutHubTokens } from '../../../src/core/training/hubVariable.ts';
import { parseTraining } from '../../../src/core/training/yaml/document.ts';
import { apply, configuration, findings, fixAll, verdict } from './config.ts';

const variable = `$${'{HF_TOKEN}'}`;
const token = `hf_${'a1'.repeat(17)}`;
const weights = ['name_or_path: black-forest-labs/FLUX.1-dev', 'arch: flux'];
const flux = (...more: readonly string[]) => configuration({ model: [...weights, ...more] });
const required = 'error 42257 MODELA_HUB_TOKEN_REQUIRED';

describe('a model-hub token', () => {
	it('is any text that looks like one, under any key, but none in a comment', () => {
		for (const line of [`hf_token: ${token}`, `anything: ${token}`, `my_token: "Abcdefgh12"`])
			assert.ok(!verdict(flux(line), { hasHubToken: false }).includes(required), line);
		const atTheTop = `hub_token: ${token}\n${flux()}`;
		assert.ok(!verdict(atTheTop, { hasHubToken: false }).includes(required));
		for (const line of [`# ${token}`, `# ${variable}`, 'hf_token:', 'hf_token: ""'])
			assert.ok(verdict(flux(line), { hasHubToken: true }).includes(required), line);
	});

	it('replaces its variable if stored, and is missing otherwise', () => {
		const text = flux(`hf_token: ${variable}`);
		assert.deepEqual(verdict(text), []);
		assert.deepEqual(verdict(text, { hasHubToken: true, hasVariable: () => false }), []);
		const [missing, ...others] = findings(text, { hasHubToken: false, hasVariable: () => true });
		assert.deepEqual(others, []);
		assert.equal(missing?.code, '42257 MODELA_HUB_TOKEN_REQUIRED');
		assert.equal(missing?.path, 'config.process[0].model.hf_token');
		assert.equal(text.slice(missing?.range.start, missing?.range.end), variable);
		assert.deepEqual(missing?.fixes, [{ title: 'Set Model Hub Token', edits: [], act: 'setHubToken' }]);
	});

	it('that is not stored is a warning for open weights: the variable would be sent', () => {
		const text = configuration({
			model: ['name_or_path: lodestones/Chroma1-Base', 'arch: chroma', `hf_token: ${variable}`],
		});
		assert.deepEqual(verdict(text, { hasHubToken: false }), ['warning placeholder']);
		assert.deepEqual(verdict(text, { hasHubToken: true }), []);
		assert.deepEqual(verdict(text, { hasHubToken: false, target: 'local' }), []);
	});

	it('in plain text is stored by its fix, but skipped by Fix All, which can only discard it', () => {
		const text = flux(`hf_token: ${token}`);
		const [finding] = findings(text);
		assert.equal(`${finding?.severity} ${finding?.code}`, 'warning literal-token');
		const [fix] = finding?.fixes ?? [];
		assert.equal(fix?.act, 'storeHubToken');
		assert.equal(apply(text, fix?.edits ?? []), flux(`hf_token: ${variable}`));
		assert.equal(fixAll(text), text);
	});

	it('replaces a matching variable in a valid place, and is removed again', () => {
		const text = `hf_token: ${variable}\nconfig:\n  hub_token: "$${'{HUGGINGFACE_TOKEN}'}"\nc: $${'{HOME}'}\n`;
		const filled = `hf_token: ${token}\nconfig:\n  hub_token: "${token}"\nc: $${'{HOME}'}\n`;
		assert.equal(withHubToken(text, token), filled);
		assert.equal(withHubToken(flux(`hf_token: ${variable}`), token), flux(`hf_token: ${token}`));
		assert.equal(withoutHubTokens(`a: ${token}\n`), `a: ${variable}\n`);
	});

	it('is inserted in no place with an error from the check', () => {
		for (const text of [
			flux(`hf_token: ${variable}`, `# ${variable}`),
			flux(`hf_token: ${variable} and more`),
			flux(`hf_token: &t ${variable}`, 'assistant_lora_path: *t'),
			flux(`anything: ${variable}`),
			flux(`name_or_path: https://user:${variable}@weights.example/x`),
			flux().replace(/name: .*/, `name: job_${variable}`),
			`${flux()}meta:\n  hf_token: ${variable}\n`,
			`base: &b {hf_token: ${variable}}\n${flux()}meta: {<<: *b}\n`,
			`${flux()}words: [a, ${variable}]\n`,
			`${flux()}${variable}: a\n`,
		]) {
			assert.equal(withHubToken(text, token), undefined, text);
			assert.ok(verdict(text, { hasHubToken: true }).includes('error misplaced-token'), text);
		}
		const remedyFor = (text: string) =>
			findings(text, { hasHubToken: true }).find(({ code }) => code === 'misplaced-token')?.remedy ?? '';
		assert.match(remedyFor(flux(`anything: ${variable}`)), /"config\.process\[0\]\.model\.hf_token"/);
		const inAnotherKey = flux(`huggingface_token: ${variable}`);
		assert.deepEqual(verdict(inAnotherKey, { hasHubToken: true }), []);
		assert.match(
			remedyFor(inAnotherKey.replace(/name: .*/, `name: job_${variable}`)),
			/"config\.process\[0\]\.model\.huggingface_token"/,
		);
		const commented = flux(`hf_token: ${variable}`, `# ${variable}`);
		assert.equal(fixAll(commented), flux(`hf_token: ${variable}`, '# HF_TOKEN'));
	});

	it('is one word that YAML reads as a text', () => {
		for (const good of [token, 'api_org_abcdefgh', 'Abc-def.123']) assert.ok(isHubToken(good), good);
		for (const bad of ['', 'short', '12345678', 'two words', `${token}\n`, `"${token}"`, variable])
			assert.ok(!isHubToken(bad), bad);
	});

	it('may be the value of each of its keys, in the file, config, a process and its model', () => {
		for (const key of tokenKeys)
			for (const section of ['', 'config.', 'config.process[0].', 'config.process[0].model.']) {
				const text = apply(
					flux(`hf_token: ${variable}`),
					moveHubToken(parseTraining(flux(`hf_token: ${variable}`)), `${section}${key}`) ?? [],
				);
				assert.ok(!verdict(text, { hasHubToken: true }).includes('error misplaced-token'), text);
				assert.ok(withHubToken(text, token)?.includes(`${key}: ${token}`), text);
			}
	});

	it('moves to any offered place, with the rest of the text unchanged', () => {
		const text = flux(`hf_token: ${variable}`);
		for (const path of tokenPlaces) {
			const edits = moveHubToken(parseTraining(text), path);
			assert.ok(edits, path);
			const moved = apply(text, edits);
			const holders = tokenHolders(parseTraining(moved).root);
			assert.deepEqual(
				holders.map((holder) => holder.path),
				[path],
			);
			const back = moveHubToken(parseTraining(moved), tokenPlaces[0]);
			assert.equal(apply(moved, back ?? []), text, path);
		}
	});

	it('is added if the text has no place for it yet, and stays if it cannot be removed', () => {
		const text = flux();
		assert.equal(
			apply(text, moveHubToken(parseTraining(text), tokenPlaces[0]) ?? []),
			flux(`hf_token: ${variable}`),
		);
		const alone = `${flux()}extra:\n  hf_token: ${variable}\n`;
		assert.equal(moveHubToken(parseTraining(alone), tokenPlaces[0]), undefined);
		assert.equal(moveHubToken(parseTraining('config: {}\n'), tokenPlaces[0]), undefined);
	});
});
