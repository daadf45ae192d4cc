/** Workspace state: this window listened when it was closed. */
export const listeningKey = 'webhooks.listening';
