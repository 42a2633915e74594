/** What other areas may use of notices. */
export { endEveryLogin } from './commands/end-logins.ts'
export { postToAll } from './commands/post-to-all.ts'
