import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { hasHiddenSecrets, literalSecrets, maskConfig } from '../../../src/core/jobs/config/secrets.ts';

const innocent = `# bearer of news: a token of thanks
job: extension
config:
  name: "harbor"
  process:
    - type: diffusion_trainer
      trigger_word: token_girl
      hf_token: \${HF_TOKEN}
      api_key: "\${API_KEY}"
      train:
        lr: 1.0e-4
        token_dropout_rate: 0.1
        use_secret: true
      sample:
        samples:
          - prompt: "a standard bearer carrying a flag --n token: none"
`;

describe('a saved configuration', () => {
	it('stays unchanged without a literal secret', () => {
		assert.deepEqual(maskConfig(innocent), { text: innocent, masked: false });
		assert.deepEqual(literalSecrets(innocent), []);
	});

	it('contains no secret in any spelling', () => {
		const secret = 'plain-5ecret.value';
		for (const line of [
			`hf_token: ${secret}`,
			`  hf_token: "${secret}"`,
			`  - HF-TOKEN: '${secret}'`,
			`"hf_token":   ${secret} # mine`,
			`env: {a: 1, hf_token: ${secret}, b: 2}`,
			`env: {"api_key": "${secret}"}`,
			`hf_token: a#5ecret,}5ecret`,
			`hf_token: a{{{#5ecret "5ecret`,
			`env: {hf_token: 'x 5ecret', b: \${B}}`,
			`hf_token: |\n  ${secret}\nnext: 1`,
			`  password: >-\n    ${secret}\n    ${secret}\n  next: 1`,
			`hf_token:\n  ${secret}\nnext: 1`,
			`prompt: "a cat hf_5ecretabcdefghijklmnop"`,
			`url: https://me:5ecret@hub.test/x`,
			`url: https://hub.test/x?sig=5ecret`,
		]) {
			const kept = maskConfig(`a: 1\n${line}\nz: \${VAR}\n`);
			assert.doesNotMatch(kept.text, /5ecret/, line);
			assert.equal(kept.masked, true, line);
			// The words of a prompt, and an address without its password, are not placeholders.
			assert.equal(hasHiddenSecrets(kept.text), !/^prompt:|5ecret@/.test(line), line);
			assert.match(kept.text, /^a: 1\n[\s\S]*z: \$\{VAR\}\n$/, line);
		}
	});

	it('is not reported as masked for a word in a prompt', () => {
		for (const text of [innocent, 'prompt: "a (hidden) door"', '- a door, (hidden)\n']) {
			assert.equal(hasHiddenSecrets(text), false, text);
		}
	});

	it('is unchanged when masked again', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.oneof(
						fc.string(),
						fc.constantFrom(
							'hf_token: ',
							'abc123xyz',
							'\n',
							'  ',
							'$' + '{X}',
							'"',
							'api_key: |',
							'https://a.test/?b',
						),
					),
				),
				(parts) => {
					const once = maskConfig(parts.join('')).text;
					assert.equal(maskConfig(once).text, once);
				},
			),
		);
	});
});
