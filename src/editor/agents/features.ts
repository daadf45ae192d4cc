/* The modules that the tools for agents need, loaded together with the first call of one. */
export { agentCommands } from './commands.ts';
export { agentTools } from './tools.ts';
