import * as vscode from 'vscode';

/**
 * Whether something that was found in the workspace may be read: a file of at most so many bytes. A pipe, or a link to a device, may have
 * any name and never ends.
 */
export function isBoundedFile({ type, size }: vscode.FileStat, mostBytes: number): boolean {
	return (type & vscode.FileType.File) !== 0 && size <= mostBytes;
}
