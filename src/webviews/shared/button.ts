import { VscodeButton } from '@vscode-elements/elements/dist/vscode-button/index.js';

// The element shows that it is disabled, but does not tell screen readers.
VscodeButton.addInitializer((element) => {
	const button = element as VscodeButton;
	button.addController({
		hostUpdate() {
			button.ariaDisabled = button.disabled ? 'true' : null;
		},
	});
});
