import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { startAll } from '#server/main.ts'

type Server = { startAll: typeof startAll }

/** The server as `buildPortal` left it; its sources run in `npm run dev`. */
export async function builtServer(root: string): Promise<Server> {
  const server: Server = await import(pathToFileURL(join(root, 'build/serve/main.js')).href)
  return server
}
