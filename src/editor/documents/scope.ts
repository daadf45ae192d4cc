import type * as vscode from 'vscode';
import { isDeploymentFileName } from '../../core/deployments/file/fileName.ts';
import { isPresetsFileName } from '../../core/workflow/named/fileName.ts';
import { isSweepFileName } from '../../core/workflow/sweep/fileName.ts';

/** Views of a text that is not the person's own to change: sides of a diff, output, settings. */
const foreignSchemes: ReadonlySet<string> = new Set([
	'git',
	'easel-saved',
	'easel-request',
	'easel-job',
	'easel-live',
	'output',
	'vscode-settings',
	'vscode-userdata',
	'vscode',
]);

type Text = Pick<vscode.TextDocument, 'languageId' | 'uri'>;

/** Returns whether this text could be a workflow, by its language and its scheme. */
export function mayBeWorkflow({ languageId, uri }: Text): boolean {
	if (foreignSchemes.has(uri.scheme)) return false;
	// A text that was pasted and never saved may not have a language yet.
	return (
		languageId === 'json' ||
		languageId === 'jsonc' ||
		(languageId === 'plaintext' && uri.scheme === 'untitled')
	);
}

/** Returns whether this text could be a training configuration, by its language and its scheme. */
export function mayBeTraining({ languageId, uri }: Text): boolean {
	return languageId === 'yaml' && !foreignSchemes.has(uri.scheme);
}

/** Returns whether this text is a file that describes a deployment, by its name alone. */
export function isDeploymentFile({ languageId, uri }: Text): boolean {
	return languageId === 'yaml' && !foreignSchemes.has(uri.scheme) && isDeploymentFileName(uri.path);
}

/** Returns whether this text is a file of presets, by its name alone. */
export function isPresetsFile({ languageId, uri }: Text): boolean {
	return languageId === 'yaml' && !foreignSchemes.has(uri.scheme) && isPresetsFileName(uri.path);
}

/**
 * Returns whether this text is a table of values, by its name alone, since only some editors have a language for such
 * tables.
 */
export function isSweepFile({ uri }: Pick<Text, 'uri'>): boolean {
	return !foreignSchemes.has(uri.scheme) && isSweepFileName(uri.path);
}

/** The same as `mayBeWorkflow` for language features; the features themselves leave out other schemes. */
export const workflowSelector: vscode.DocumentSelector = [
	{ language: 'json' },
	{ language: 'jsonc' },
	{ language: 'plaintext', scheme: 'untitled' },
];

export const trainingSelector: vscode.DocumentSelector = { language: 'yaml' };

export const deploymentFileSelector: vscode.DocumentSelector = {
	language: 'yaml',
	pattern: '**/*.deployment.{yaml,yml}',
};
