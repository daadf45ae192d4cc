import { speak, type Texts } from '../../core/base/language.ts';

// The first import of each panel: texts of other modules are made while these load. The host wrote language and texts into the page.
const texts = document.getElementById('texts')?.textContent;
speak(document.documentElement.lang || 'en', texts ? (JSON.parse(texts) as Texts) : undefined);
