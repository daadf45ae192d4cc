import * as vscode from 'vscode';
import { speak, type Texts } from '../../core/base/language.ts';

// The first import of each composition root: texts of other modules are made while these load.
speak(vscode.env.language, vscode.l10n.bundle as Texts | undefined);
