import type { SandboxContext } from '../base/context.ts';
import type { CatalogModel, ModelKind } from './model.ts';
import { audioModels, toolModels, workflowModels } from './otherModels.ts';
import { pictureModels } from './pictureModels.ts';
import { videoModels } from './videoModels.ts';

interface CatalogFilter {
	/** Case does not matter; looked for in id, name and description. */
	readonly search?: string;
	readonly category?: string;
	readonly kind?: ModelKind;
}

/** The models of the sandbox, with the number of copies that a bench requests. */
export class Catalog {
	readonly #sandbox: SandboxContext;
	readonly #own: readonly CatalogModel[];
	#all: readonly CatalogModel[] | undefined;
	#byId = new Map<string, CatalogModel>();

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
		const models = [
			...pictureModels(),
			...videoModels(),
			...audioModels(),
			...toolModels(),
			...workflowModels(),
		];
		this.#own = models.sort((a, b) => (a.id < b.id ? -1 : 1));
	}

	get(id: string): CatalogModel | undefined {
		this.#models();
		return this.#byId.get(id);
	}

	list({ search = '', category, kind }: CatalogFilter): readonly CatalogModel[] {
		const words = search.toLowerCase();
		return this.#models().filter(
			(model) =>
				(words === '' ||
					[model.id, model.name, model.description].some((text) => text.toLowerCase().includes(words))) &&
				(category === undefined || model.categories.includes(category)) &&
				(kind === undefined || model.kind === kind),
		);
	}

	categories(): readonly string[] {
		return [...new Set(this.#models().flatMap((model) => model.categories))].sort();
	}

	/** Adds copies under `copies/`; they stay until the next reset. */
	add(count: number): void {
		const { db } = this.#sandbox;
		db.run('INSERT INTO catalog_copies VALUES (?)', count);
		this.forgetCache();
	}

	/** Forgets cached records. Call it after the store was emptied. */
	forgetCache(): void {
		this.#all = undefined;
	}

	#models(): readonly CatalogModel[] {
		if (this.#all === undefined) {
			const row = this.#sandbox.db.get('SELECT coalesce(sum(count), 0) AS copies FROM catalog_copies');
			const copies = Array.from({ length: Number(row?.copies) }, (_, index) => this.#copy(index));
			this.#all = [...this.#own, ...copies];
			this.#byId = new Map(this.#all.map((model) => [model.id, model]));
		}
		return this.#all;
	}

	#copy(index: number): CatalogModel {
		const model = this.#own[index % this.#own.length];
		if (model === undefined) throw new Error('the catalog is empty');
		const number = String(index + 1).padStart(5, '0');
		return { ...model, id: `copies/${number}/${model.id}`, name: `Copy ${number} of ${model.name}` };
	}
}
