import type { RunPlan } from './plan.ts';

/** Replaces the key for third-party API nodes when a plan is shown. */
export const keyPlaceholder = '(your key)';

/** Returns a plan for reading, without the key for third-party API nodes. */
export function withoutKey(plan: RunPlan, partnerKey: string | undefined): RunPlan {
	if (!partnerKey) return plan;
	const [key, instead] = [JSON.stringify(partnerKey), JSON.stringify(keyPlaceholder)];
	return { ...plan, bodyText: plan.bodyText.replaceAll(key, () => instead) };
}
