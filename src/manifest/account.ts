import { rows } from './rows.ts';
import type { Commands } from './table.ts';

export const account = {
	'easel.signIn': {
		title: 'Sign In (Login)',
	},
	'easel.signOut': {
		title: 'Sign Out (Logout)',
		palette: 'easel.signedIn',
	},
	'easel.pasteToken': {
		title: 'Paste an Access Token...',
		palette: '!easel.signedIn',
	},
	'easel.whoAmI': {
		title: 'Show Signed-In Account',
		palette: 'easel.signedIn',
	},
	'easel.showBalance': {
		title: 'Show Balance',
		palette: 'easel.signedIn',
	},
	'easel.openProfilePage': {
		title: 'Open Profile Page',
		palette: 'never',
	},
	'easel.switchConnection': {
		title: 'Switch Connection (ComfyUI)...',
	},
	'easel.accountActions': {
		title: 'Show Account Actions',
		palette: 'never',
	},
	'easel.setEngineToken': {
		title: 'Set Token of the Engine...',
		palette: 'easel.engine',
		rows: [{ of: rows.engine, group: '4_token@1' }],
	},
	'easel.startSandbox': {
		title: 'Start Sandbox',
		palette: '!easel.sandboxRunning || easel.connection != sandbox',
	},
	'easel.stopSandbox': {
		title: 'Stop Sandbox',
		palette: 'easel.sandboxRunning',
	},
	'easel.resetSandbox': {
		title: 'Reset Sandbox...',
		palette: 'easel.sandboxRunning',
	},
} satisfies Commands;
