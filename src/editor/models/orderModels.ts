import * as vscode from 'vscode';
import { type ModelOrder, modelOrders } from '../../core/catalog/order.ts';

const storageKey = 'easel.modelOrder';

/** Returns the order that the person chose last, in any window. */
export function rememberedOrder(memory: vscode.Memento): ModelOrder {
	const kept = memory.get<unknown>(storageKey);
	return modelOrders.find((order) => order === kept) ?? 'service';
}

/** Asks for the order of the models and remembers it; undefined if nothing was chosen. */
export async function askForOrder(
	memory: vscode.Memento,
	present: ModelOrder,
): Promise<ModelOrder | undefined> {
	const labels: Readonly<Record<ModelOrder, string>> = {
		service: vscode.l10n.t('Order of the Service'),
		name: vscode.l10n.t('Name'),
		price: vscode.l10n.t('Price, Lowest First'),
	};
	const rows = modelOrders.map((order) => ({
		label: labels[order],
		...(order === present ? { description: vscode.l10n.t('current') } : {}),
		order,
	}));
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Sort Models'),
		placeHolder: vscode.l10n.t('Select how to sort the models in the list'),
	});
	if (chosen !== undefined) await memory.update(storageKey, chosen.order);
	return chosen?.order;
}
