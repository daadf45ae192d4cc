import * as l10n from '@vscode/l10n';
import './outcome.ts';
import { html, nothing, type TemplateResult } from 'lit';
import type { ResultsItem, ResultsRun } from '../../core/runs/results/messages.ts';
import type { RunHost } from './runHost.ts';

/*
 * The parts of the results panel that follow from the run alone.
 */

/** Renders the page for a run without results. @param now milliseconds since 1970. */
export function outcomePage(run: ResultsRun, host: RunHost, now: number): TemplateResult {
	return html`<easel-outcome .run=${run} .host=${host} .now=${now}></easel-outcome>`;
}

/** Renders the notice above results: the failure of a run that has some, or trouble on the way. */
export function noticeAbove(run: ResultsRun, host: RunHost, now: number): TemplateResult | typeof nothing {
	if (run.error !== undefined) {
		return html`<easel-outcome class="above" .run=${run} .host=${host} .now=${now}></easel-outcome>`;
	}
	return run.notice === undefined ? nothing : html`<p class="notice">${run.notice}</p>`;
}

/** Renders one line instead of the closed details: the prompt, and the seed that reproduces it. */
export function summaryLine(run: ResultsRun, openDetails: () => void): TemplateResult | typeof nothing {
	if (run.prompt === undefined && run.seed === undefined) return nothing;
	return html`<button class="summary" type="button" title=${l10n.t('Run Details (D)')} @click=${openDetails}>
		<span class="prompt cut">${run.prompt}</span>${run.seed === undefined ? nothing : html`<span class="seed cut figures">${l10n.t('Seed {0}', run.seed)}</span>`}
	</button>`;
}

/** Returns the place of an item among all results; of a single one, the node that made it. */
export function itemPlaceText(run: ResultsRun, items: readonly ResultsItem[], item: ResultsItem): string {
	if (items.length > 1) return l10n.t('{0} of {1}', items.indexOf(item) + 1, items.length);
	const title = run.groups.find((candidate) => candidate.items.includes(item))?.title;
	return title === undefined ? '' : l10n.t('Output of "{0}"', title);
}
