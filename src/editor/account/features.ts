/* What a person does with accounts and connections now and then: loaded as one file when the first of it is done. */
export { failureText } from '../shell/failures.ts';
export { accountCommands } from './commands.ts';
export { sayOnlyService } from './engineConnection.ts';
export { askAgain, askForNewAddresses } from './questions.ts';
export { changeSandboxEngine, checkSandboxEngine } from './sandboxEngine.ts';
export { sandboxProgram } from './sandboxProgram.ts';
export { chooseStoredSignIn, ensureSignedIn } from './signIn.ts';
export { switchTo } from './switchConnection.ts';
