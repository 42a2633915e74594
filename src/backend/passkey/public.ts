/** What other areas, and the server, may use of passkeys. How strongly a session is proved says `strengthOfProof` (caller.ts). */
export { endPasskeys } from './commands/keep-passkeys.ts'
export { hasPasskey } from './queries.ts'
