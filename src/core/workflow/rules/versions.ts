import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Finding, Severity } from '../../base/findings.ts';
import { compareVersions } from '../engineVersion.ts';
import type { ClassLife, NodeClass } from '../nodeInfo.ts';
import type { LocalFinding } from './factTypes.ts';
import { rootOf } from './shapes.ts';

/** The findings of the rules with one description of the classes, and the versions of the engine that have it. */
export interface Opinion {
	readonly findings: readonly LocalFinding[];
	readonly versions: ClassLife;
	/** Only these inputs were looked at; the others are as in the newest version. */
	readonly about?: ReadonlySet<string>;
}

function isAbout({ about }: Opinion, { finding }: LocalFinding): boolean {
	return !about || (finding.input !== undefined && about.has(rootOf(finding.input)));
}

/** Returns a class in every shape that the engine may have, the newest first. */
export function shapesOf(nodeClass: NodeClass): readonly NodeClass[] {
	return nodeClass.otherShapes ? [nodeClass, ...nodeClass.otherShapes] : [nodeClass];
}

/** Returns the versions that have both; undefined without any. */
export function commonVersions(left: ClassLife, right: ClassLife): ClassLife | undefined {
	const later = compareVersions(left.since, right.since) >= 0 ? left : right;
	const until = compareVersions(left.until, right.until) <= 0 ? left.until : right.until;
	if (compareVersions(later.since, until) > 0) return undefined;
	return { since: later.since, until, ...compact({ before: later.before }) };
}

const softer: Readonly<Record<Severity, Severity>> = {
	error: 'warning',
	warning: 'info',
	info: 'info',
	hint: 'hint',
};

/** Names the setting for the version. */
export const howToChoose = l10n.t(
	'The version comes from the setting easel.workflow.engineVersion, or from --engine-version on the command line.',
);

/**
 * Returns the findings to show while the version of the engine is unknown: an error that only the newest version
 * reports is softened, and one that only an older version reports becomes a remark. Both name the version.
 */
export function acrossVersions(newest: Opinion, older: readonly Opinion[]): readonly LocalFinding[] {
	if (older.length === 0) return newest.findings;
	const findings = newest.findings.map((local) => {
		const without = older.find(
			(opinion) => isAbout(opinion, local) && !opinion.findings.some((other) => sameRule(local, other)),
		);
		return without && isLoud(local)
			? changed(local, softer[local.finding.severity], sinceText(newest.versions, without.versions))
			: local;
	});
	for (const opinion of older) {
		for (const local of opinion.findings) {
			if (local.finding.severity !== 'error' || findings.some((other) => sameRule(local, other))) continue;
			findings.push(changed(local, 'info', untilText(opinion.versions, newest.versions)));
		}
	}
	return findings;
}

function isLoud({ finding }: LocalFinding): boolean {
	return finding.severity === 'error' || finding.severity === 'warning';
}

function sameRule({ finding: left }: LocalFinding, { finding: right }: LocalFinding): boolean {
	return left.code === right.code && left.input === right.input && left.range.start === right.range.start;
}

function changed({ finding, whenRun }: LocalFinding, severity: Severity, sentence: string): LocalFinding {
	const softened: Finding = {
		...finding,
		severity,
		message: `${finding.message} ${sentence}`,
		remedy: finding.remedy === undefined ? howToChoose : `${finding.remedy} ${howToChoose}`,
	};
	return { finding: softened, whenRun };
}

function sinceText(newest: ClassLife, without: ClassLife): string {
	return without.since === without.until
		? l10n.t('This holds since engine {0}, but not for {1}.', newest.since, without.until)
		: l10n.t('This holds since engine {0}, but not for {1} and before.', newest.since, without.until);
}

function untilText(older: ClassLife, newest: ClassLife): string {
	return l10n.t('This holds for engines up to {0}, but no longer for {1}.', older.until, newest.since);
}

/** Describes when the engine had a class: "it came with 0.27.1", "it is gone since 0.8.0"; empty if it always had it. */
export function lifeText({ since, before, gone }: ClassLife): string {
	if (before === undefined) return gone === undefined ? '' : l10n.t('it was removed in {0}', gone);
	return gone === undefined
		? l10n.t('it was added after {0} and is in {1}', before, since)
		: l10n.t('it was added after {0}, is in {1}, and was removed in {2}', before, since, gone);
}
