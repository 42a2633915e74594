import { z } from 'zod'
import { SEALS_AT_ONCE, storedSeal } from '#outside/seal-store.ts'
import { bearer } from '../wire/bearer.ts'
import { listen, toRequestHandler, type RunningServer, type ServerOptions } from '../wire/listen.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { createServerApp } from '../wire/server-app.ts'
import { openStore } from '../wire/store.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS seal (number INTEGER PRIMARY KEY, digest TEXT NOT NULL) STRICT;`

/** Starts the store of the audit's seals, which only appends: docs/outside-systems.md 5. */
export function startSealStore(
  options: ServerOptions & { secret: string },
): Promise<RunningServer> {
  const store = openStore(options.dataFile, schema)
  const digestOf = (number: number) => {
    const row = store.prepare('SELECT digest FROM seal WHERE number = ?').get(number)
    return row === undefined ? undefined : z.object({ digest: z.string() }).parse(row).digest
  }
  return listen(
    options,
    () => {
      const { app } = createServerApp('seal-store', options)
      for (const path of ['/seals', '/seals/*']) app.use(path, bearer(options.secret))
      app.put('/seals/:number', async (c) => {
        const seal = await readBody(c, storedSeal)
        if (String(seal.number) !== c.req.param('number')) throw refusal(400, 'MALFORMED')
        const known = digestOf(seal.number)
        if (known !== undefined && known !== seal.digest) throw refusal(409, 'DIFFERS')
        if (known === undefined)
          store
            .prepare('INSERT INTO seal (number, digest) VALUES (?, ?)')
            .run(seal.number, seal.digest)
        return c.json(seal)
      })
      app.get('/seals', (c) => {
        const after = Number(c.req.query('after') ?? 0)
        const rows = store
          .prepare('SELECT number, digest FROM seal WHERE number > ? ORDER BY number LIMIT ?')
          .all(Number.isInteger(after) ? after : 0, SEALS_AT_ONCE)
        return c.json({ seals: rows.map((row) => storedSeal.parse(row)) })
      })
      return toRequestHandler(app)
    },
    () => store.close(),
  )
}
