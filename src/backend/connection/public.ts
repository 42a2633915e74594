/** What other areas may use of connections. */
export { endWaysWithoutLogin } from './commands/end-connections.ts'
