/** What other areas may use of connections. */
export { endClient, endWaysWithoutLogin } from './commands/end-connections.ts'
export { insertClient } from './commands/make-client.ts'
export { isRedirectUri, listClients } from './queries/connections.ts'
