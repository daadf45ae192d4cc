import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type {
	InputFormContents,
	InputFormProtocol,
	InputFormState,
} from '../../core/runs/inputs/messages.ts';
import type { Host } from '../shared/host.ts';
import { toolButton } from '../shared/toolbar.ts';

interface HeaderParts {
	readonly view: InputFormContents['view'];
	readonly hasMistake: boolean;
	readonly show: (view: InputFormContents['view']) => void;
	readonly openCopyMenu: () => void;
	readonly host: Pick<Host<InputFormProtocol>, 'send'>;
}

/** Renders the name of the form's subject, and the tools for all of its inputs. */
export function formHeader(state: InputFormState, parts: HeaderParts): TemplateResult {
	const { target, price, description, hasPage, phase, places } = state;
	const { view, hasMistake, show, openCopyMenu, host } = parts;
	const kind = {
		model: target.id,
		workflow: l10n.t('Workflow'),
		deployment: l10n.t('Deployment'),
		engine: '',
	};
	const about = [kind[target.kind], price ?? ''].filter((part) => part !== '');
	const views = ['form', 'json'] as const;
	const disabled = phase !== 'ready';
	const reset =
		places === undefined ? l10n.t('Reset to Defaults') : l10n.t('Reset to the Values of the Document');
	return html`<header>
		<div class="who">
			<h1 title=${target.name}>${target.name}</h1>
			<p class="about quiet cut">${about.join(' · ')}</p>
			${description === undefined ? nothing : html`<p class="about quiet cut description" title=${description}>${description}</p>`}
		</div>
		<div role="toolbar" aria-label=${l10n.t('Inputs')}>
			<div class="tools">
				${views.map((each) =>
					toolButton({
						text: each === 'form' ? l10n.t('Form') : 'JSON',
						label: each === 'form' ? l10n.t('Edit as Form') : l10n.t('Edit as JSON'),
						pressed: view === each,
						disabled,
						run: () => show(each),
					}),
				)}
			</div>
			<div class="tools">
				${toolButton({ icon: 'discard', label: reset, disabled, run: () => host.send('reset') })}
				${
					places === undefined
						? toolButton({
								icon: 'code',
								label: l10n.t('Copy as Code'),
								disabled: disabled || hasMistake,
								run: openCopyMenu,
							})
						: [
								toolButton({
									icon: 'book',
									label: l10n.t('Load Preset...'),
									disabled,
									run: () => host.send('loadPreset'),
								}),
								toolButton({
									icon: 'go-to-file',
									label: l10n.t('Open Document'),
									run: () => host.send('openInput', {}),
								}),
							]
				}
				${hasPage ? toolButton({ icon: 'link-external', label: l10n.t('Open Web Page'), run: () => host.send('openPage') }) : nothing}
			</div>
		</div>
	</header>`;
}
