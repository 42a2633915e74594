import { Hono } from 'hono'
import { createFaults, hangUpInstead } from './faults.ts'
import type { Faults } from './faults.ts'
import { listen, toRequestHandler, type RunningServer, type ServerOptions } from './listen.ts'
import { answerErrors } from './refusal.ts'
import { openStore, type Store } from './store.ts'

/** Of a stand-in that does something by itself. */
export type TickOptions = {
  /** Real milliseconds between looks at what is due; 0 = only on `POST /__tick`. */
  tickMs?: number
}

/** What the routes of a stand-in are built on, once its address is known. */
export type StandInParts = { app: Hono; faults: Faults; store: Store; url: string }

/** What is due happens now; gives what `POST /__tick` answers. */
type Tick = () => Promise<object>

/**
 * Starts a stand-in on its data file: health, faults by hand, errors as JSON, and what `build` adds. What it returns is
 * called every `tickMs` and by `POST /__tick`.
 */
export function startStandIn(
  name: string,
  options: ServerOptions & TickOptions,
  schema: string,
  build: (parts: StandInParts) => Tick | void,
): Promise<RunningServer> {
  const store = openStore(options.dataFile, schema)
  let timer: NodeJS.Timeout | undefined
  return listen(
    options,
    (url) => {
      const { app, faults } = createServerApp(name, options)
      const tick = build({ app, faults, store, url })
      const { tickMs = 500 } = options
      if (tick) app.post('/__tick', async (c) => c.json(await tick()))
      if (tick && tickMs > 0)
        timer = setInterval(() => {
          tick().catch((error: unknown) => options.log?.(`tick: ${String(error)}`))
        }, tickMs).unref()
      return toRequestHandler(app)
    },
    () => {
      clearInterval(timer)
      store.close()
    },
  )
}

function createServerApp(name: string, options: Pick<ServerOptions, 'now' | 'log' | 'hangsUp'>) {
  const app = new Hono()
  const faults = createFaults()
  app.onError(answerErrors(options.log ?? (() => {})))
  app.notFound((c) => c.json({ error: { code: 'NOT_FOUND', message: c.req.path } }, 404))
  app.get('/__health', (c) => c.json({ status: 'ok', name, now: options.now().toString() }))
  app.route('/', faults.routes)
  if (options.hangsUp) app.use(hangUpInstead)
  app.use(faults.middleware)
  return { app, faults }
}
