// The colors that the editor hands to a panel, for its three kinds of theme. A test page sets them as the editor does.

const type = {
	'font-family': 'sans-serif',
	'font-size': '13px',
	'font-weight': 'normal',
	'editor-font-family': 'monospace',
	'editor-font-size': '14px',
};

/** A color in the dark, the light and the high-contrast theme, which may lack it. */
const colors: Readonly<Record<string, readonly (string | undefined)[]>> = {
	'editor-background': ['#1F1F1F', '#FFFFFF', '#000000'],
	foreground: ['#CCCCCC', '#3B3B3B', '#FFFFFF'],
	descriptionForeground: ['#9D9D9D', '#3B3B3B', '#FFFFFFB3'],
	focusBorder: ['#0078D4', '#005FB8', '#F38518'],
	'panel-border': ['#2B2B2B', '#E5E5E5', '#6FC3DF'],
	'sideBar-background': ['#181818', '#F8F8F8', '#000000'],
	'sideBar-foreground': ['#CCCCCC', '#3B3B3B', '#ffffff'],
	'button-background': ['#0078D4', '#005FB8', '#000000'],
	'button-foreground': ['#FFFFFF', '#FFFFFF', '#FFFFFF'],
	'button-hoverBackground': ['#026EC1', '#0258A8', undefined],
	'button-border': ['#ffffff12', '#0000001a', '#6FC3DF'],
	'button-secondaryBackground': ['#313131', '#E5E5E5', '#000000'],
	'button-secondaryForeground': ['#CCCCCC', '#3B3B3B', '#FFFFFF'],
	'button-secondaryHoverBackground': ['#3C3C3C', '#CCCCCC', undefined],
	'badge-background': ['#616161', '#CCCCCC', '#000000'],
	'badge-foreground': ['#F8F8F8', '#3B3B3B', '#FFFFFF'],
	errorForeground: ['#F85149', '#C72E0F', '#F48771'],
	'progressBar-background': ['#0078D4', '#005FB8', '#6FC3DF'],
	'textLink-foreground': ['#4daafc', '#005FB8', '#21A6FF'],
	'textLink-activeForeground': ['#4daafc', '#005FB8', '#21A6FF'],
	'editorWidget-background': ['#202020', '#F8F8F8', '#0C141F'],
	'widget-shadow': ['#0000005c', '#00000029', undefined],
	'widget-border': ['#313131', '#E5E5E5', '#6FC3DF'],
	'toolbar-hoverBackground': ['#5a5d5e50', '#b8b8b850', undefined],
	'icon-foreground': ['#CCCCCC', '#3B3B3B', '#FFFFFF'],
	'inputOption-activeBackground': ['#2489DB82', '#BED6ED', '#00000000'],
	'inputOption-activeBorder': ['#2488DB', '#005FB8', '#6FC3DF'],
	'inputOption-activeForeground': ['#fff', '#000', '#FFFFFF'],
	disabledForeground: ['#cccccc80', '#61616180', '#A5A5A5'],
	'list-hoverBackground': ['#2a2d2e', '#F2F2F2', undefined],
	'scrollbarSlider-background': ['#79797966', '#64646466', '#6FC3DF99'],
	'testing-iconPassed': ['#73c991', '#73c991', '#73c991'],
	'settings-checkboxBackground': ['#313131', '#f8f8f8', '#000000'],
	'settings-checkboxBorder': ['#3c3c3c', '#cecece', '#6FC3DF'],
	'settings-checkboxForeground': ['#cccccc', '#3b3b3b', '#ffffff'],
	'settings-dropdownBackground': ['#313131', '#ffffff', '#000000'],
	'settings-dropdownBorder': ['#3c3c3c', '#cecece', '#6FC3DF'],
	'settings-dropdownForeground': ['#cccccc', '#3b3b3b', '#ffffff'],
	'settings-dropdownListBorder': ['#3c3c3c', '#cecece', '#6FC3DF'],
	'settings-textInputBackground': ['#313131', '#ffffff', '#000000'],
	'settings-textInputBorder': ['#3c3c3c', '#cecece', '#6FC3DF'],
	'settings-textInputForeground': ['#cccccc', '#3b3b3b', '#ffffff'],
	'inputValidation-errorBackground': ['#5a1d1d', '#f2dede', '#000000'],
	'inputValidation-errorBorder': ['#be1100', '#be1100', '#6FC3DF'],
	'inputValidation-warningBackground': ['#352a05', '#f6f5d2', '#000'],
	'inputValidation-warningBorder': ['#b89500', '#b89500', '#6FC3DF'],
	'textCodeBlock-background': ['#2b2b2b', '#F8F8F8', '#000000'],
	'notifications-background': ['#1f1f1f', '#ffffff', '#0C141F'],
	'notifications-foreground': ['#cccccc', '#3B3B3B', '#ffffff'],
	'editor-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
	'editorWidget-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
	'editorWidget-border': ['#454545', '#c8c8c8', '#6fc3df'],
	'charts-purple': ['#b180d7', '#652d90', '#b180d7'],
	'charts-yellow': ['#cca700', '#bf8803', '#ffd370'],
	'charts-red': ['#f14c4c', '#e51400', '#f48771'],
	'charts-orange': ['#d18616', '#d18616', '#d18616'],
	'symbolIcon-classForeground': ['#ee9d28', '#d67e00', '#ee9d28'],
	'charts-blue': ['#3794ff', '#1a85ff', '#3794ff'],
	'charts-green': ['#89d185', '#388a34', '#89d185'],
	'terminal-ansiMagenta': ['#bc3fbc', '#bc05bc', '#cd00cd'],
	'terminal-ansiCyan': ['#11a8cd', '#0598bc', '#00cdcd'],
	'terminal-ansiBrightGreen': ['#23d18b', '#14ce14', '#00ff00'],
	'editorError-foreground': ['#f14c4c', '#e51400', '#f48771'],
	'editorWarning-foreground': ['#cca700', '#bf8803', '#ffd370'],
	'editorInfo-foreground': ['#3794ff', '#1a85ff', '#3794ff'],
	'gitDecoration-modifiedResourceForeground': ['#e2c08d', '#895503', '#e2c08d'],
	'input-background': ['#313131', '#ffffff', '#000000'],
	'input-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
	'input-border': ['#3c3c3c', '#cecece', '#6fc3df'],
	'input-placeholderForeground': ['#989898', '#767676', 'rgba(255,255,255,.7)'],
	'minimapSlider-background': ['rgba(121,121,121,.2)', 'rgba(100,100,100,.2)', undefined],
	contrastBorder: [undefined, undefined, '#6FC3DF'],
	contrastActiveBorder: [undefined, undefined, '#F38518'],
};

function tokensOf(theme: number): Readonly<Record<string, string>> {
	const own = Object.entries(colors).flatMap(([name, values]) => {
		const color = values[theme];
		return color === undefined ? [] : [[name, color] as const];
	});
	return { ...type, ...Object.fromEntries(own) };
}

export const themeTokens = { dark: tokensOf(0), light: tokensOf(1), highContrast: tokensOf(2) };
export type ThemeName = keyof typeof themeTokens;
