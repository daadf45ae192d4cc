import { readFileSync } from 'node:fs';
import { speak, type Texts } from '../core/base/language.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Selects the language of the environment if the package has its texts, for numbers and times too. Call it before the
 * commands load, since some texts are created while their modules load.
 * @param env variables of the environment; `LC_ALL` comes before `LC_MESSAGES` and `LANG`, as in POSIX
 * @param folder of the texts, with a trailing slash
 */
export function speakAsAsked(env: Environment, folder: URL): void {
	const language = askedLanguage(env);
	const texts = language && textsOf(language, folder);
	if (texts) speak(language, texts);
}

/** Returns the requested language as in BCP 47; undefined without one, or for an unreadable one. */
function askedLanguage({ LC_ALL, LC_MESSAGES, LANG }: Environment): string | undefined {
	const asked = LC_ALL || LC_MESSAGES || LANG || '';
	try {
		return Intl.getCanonicalLocales((asked.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-'))[0];
	} catch {
		return undefined;
	}
}

/** Returns the texts of a language, or of the language without its region. */
function textsOf(language: string, folder: URL): Texts | undefined {
	for (const name of [language.toLowerCase(), language.split('-')[0]]) {
		try {
			return JSON.parse(readFileSync(new URL(`bundle.l10n.${name}.json`, folder), 'utf8'));
		} catch {
			// The next one, or English.
		}
	}
	return undefined;
}
