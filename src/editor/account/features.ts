/* Less frequent actions with accounts and connections, loaded as one file with the first of them. */
export { failureText } from '../shell/failures.ts';
export { accountCommands } from './commands.ts';
export { reportOnlyService } from './engineConnection.ts';
export { askAgain, askForNewAddresses } from './questions.ts';
export { changeSandboxEngine, checkSandboxEngine } from './sandboxEngine.ts';
export { sandboxProgram } from './sandboxProgram.ts';
export { chooseStoredSignIn, ensureSignedIn } from './signIn.ts';
export { switchTo } from './switchConnection.ts';
