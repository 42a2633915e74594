import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { root } from '../../tools/setup/root.ts'

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string
    consoleUrl: string
  }
}

/** The one portal of this tier: the built one, in a process of its own, with the demo's people. */
export default async function setup({ provide }: TestProject) {
  const child = spawn(process.execPath, [join(root, 'tests/e2e/start-portal.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let url: string | undefined
  let consoleUrl: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /^ready (http\S+)/.exec(line)?.[1]
    consoleUrl = /^The staff's console: (http\S+)/.exec(line)?.[1]
    if (consoleUrl) break
  }
  if (!url || !consoleUrl) throw new Error('The portal ended before it was ready')
  child.stdout.resume()
  provide('portalUrl', url)
  provide('consoleUrl', consoleUrl)
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
