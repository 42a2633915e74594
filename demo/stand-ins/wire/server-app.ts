import { Hono } from 'hono'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import type { ServerOptions } from './listen.ts'
import { answerErrors } from './refusal.ts'

/** The application every stand-in begins with: health, faults by hand, errors as JSON. */
export function createServerApp(
  name: string,
  options: Pick<ServerOptions, 'now' | 'log'>,
): { app: Hono; faults: Faults } {
  const app = new Hono()
  const faults = createFaults()
  app.onError(answerErrors(options.log ?? (() => {})))
  app.notFound((c) => c.json({ error: { code: 'NOT_FOUND', message: c.req.path } }, 404))
  app.get('/__health', (c) => c.json({ status: 'ok', name, now: options.now().toString() }))
  app.route('/', faults.routes)
  app.use(faults.middleware)
  return { app, faults }
}
