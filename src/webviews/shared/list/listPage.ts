import { css } from 'lit';
import { borderLine } from '../panelStyles.ts';

/** The page of a panel that shows one long list: tools above it, a line with figures below it. */
export const listPageStyle = css`
	:host {
		position: relative;
		display: flex;
		flex-direction: column;
		height: 100vh;
	}
	main {
		display: flex;
		flex: 1;
		min-height: 0;
	}
	.nothing {
		display: grid;
		flex: 1;
		gap: 8px;
		align-content: center;
		justify-items: center;
		padding: 16px;
		text-align: center;
	}
	.nothing p {
		max-width: 44ch;
		margin: 0;
	}
	footer {
		padding: 3px 8px;
		border-top: ${borderLine};
	}
`;
