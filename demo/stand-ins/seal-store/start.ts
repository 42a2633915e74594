import { z } from 'zod'
import { SEALS_AT_ONCE, storedSeal } from '#outside/seal-store.ts'
import { bearer } from '../wire/bearer.ts'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { allRows, firstRow, insertRow } from '../wire/store.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS seal (number INTEGER PRIMARY KEY, digest TEXT NOT NULL) STRICT;`

const digestRow = z.object({ digest: z.string() })

/** Starts the store of the audit's seals, which only appends: docs/outside-systems.md 5. */
export function startSealStore(
  options: ServerOptions & { secret: string },
): Promise<RunningServer> {
  return startStandIn('seal-store', options, schema, ({ app, store }) => {
    for (const path of ['/seals', '/seals/*']) app.use(path, bearer(options.secret))
    app.put('/seals/:number', async (c) => {
      const seal = await readBody(c, storedSeal)
      if (String(seal.number) !== c.req.param('number')) throw refusal(400, 'MALFORMED')
      const sql = 'SELECT digest FROM seal WHERE number = ?'
      const known = firstRow(store, digestRow, sql, seal.number)?.digest
      if (known !== undefined && known !== seal.digest) throw refusal(409, 'DIFFERS')
      if (known === undefined)
        insertRow(store, 'seal', { number: seal.number, digest: seal.digest })
      return c.json(seal)
    })
    app.get('/seals', (c) => {
      const after = Number(c.req.query('after') ?? 0)
      const from = Number.isInteger(after) ? after : 0
      const sql = 'SELECT number, digest FROM seal WHERE number > ? ORDER BY number LIMIT ?'
      return c.json({ seals: allRows(store, storedSeal, sql, from, SEALS_AT_ONCE) })
    })
  })
}
