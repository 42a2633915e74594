/** What other areas may use of notices. */
export { postToAll } from './commands/post-to-all.ts'
