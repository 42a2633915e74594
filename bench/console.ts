import { holidayCalendar } from '#backend/holidays.ts'
import { kindsOf } from '#backend/console/queue/queries/kinds.ts'
import { readItem, readQueue, type Viewer } from '#backend/console/queue/queries/read-queue.ts'
import { connectDatabase, type Db } from '#backend/db/connect.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { instant } from '#domain/tokyo.ts'
import { findingsOfTheHouse } from '#server/findings/findings.ts'
import { createProcedures } from '#server/procedures.ts'
import { alternate, type Row } from './row.ts'
import { noteStatements, type Statement } from './noted-statements.ts'
import { openScratch } from './scratch.ts'

const SMALL_ITEMS = 1_000
const BIG_ITEMS = 50_000
const READS = 20
const ROUNDS = 9
const viewer: Viewer = {
  staffId: 'staff-1',
  roles: ['procedures'],
  now: instant('2026-11-20T10:00:00+09:00'),
}

/**
 * The queue page and an item of it, as the console's API answers them, with a thousand and with fifty thousand items; and
 * against the statements they ask, by bare pg. Drawing the page is not in it.
 */
export async function run(): Promise<Row[]> {
  const small = await openScratch()
  const big = await openScratch()
  const deps = {
    kinds: kindsOf(findingsOfTheHouse(createProcedures())),
    isHoliday: await holidayCalendar(),
    sealing: createSealing('bench'.repeat(10)),
  }
  const page = (db: Db) => readQueue(db, deps, viewer, { queue: 'identity', holder: 'all' })
  const item = (db: Db) =>
    readItem(db, deps, viewer, { item: 'identity-by-hand', ref: 'check-000500' })
  try {
    await fill(small, SMALL_ITEMS)
    await fill(big, BIG_ITEMS)
    const rows: Row[] = []
    for (const [what, read] of [
      ['a page of a queue', page],
      ['an item', item],
    ] as const) {
      const asked = await statementsOf(big, read)
      const many = (once: () => Promise<unknown>) => async () => {
        for (let n = 0; n < READS; n += 1) await once()
      }
      const bare = async () => {
        for (const { text, values } of asked) await big.pool.query(text, [...values])
      }
      const contenders = {
        small: many(() => read(small.db)),
        big: many(() => read(big.db)),
        bare: many(bare),
      }
      await alternate(3, contenders)
      const timeOf = await alternate(ROUNDS, contenders)
      const [smallMs, bigMs, bareMs] = [
        timeOf('small') / READS,
        timeOf('big') / READS,
        timeOf('bare') / READS,
      ] as const
      rows.push(
        {
          goal: 'console',
          what: `${what} at ${BIG_ITEMS} items`,
          medianMs: bigMs,
          anchor: `the same at ${SMALL_ITEMS} items`,
          anchorMs: smallMs,
          ratio: bigMs / smallMs,
          wanted: { atMost: 1.15 },
        },
        {
          goal: 'console',
          what: `${what} at ${BIG_ITEMS} items`,
          medianMs: bigMs,
          anchor: `its ${asked.length} statements by bare pg`,
          anchorMs: bareMs,
          ratio: bigMs / bareMs,
          wanted: { atMost: 1.5 },
        },
      )
    }
    return rows
  } finally {
    await small.drop()
    await big.drop()
  }
}

type Scratch = Awaited<ReturnType<typeof openScratch>>

/** Identity checks that wait for staff, a minute apart, the most of them long overdue. */
async function fill({ pool }: Scratch, items: number) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into identity_check (account_id, check_id, contract_id, order_no, state, attempts, failure, opened_at, changed_at)
       select 'a' || n, 'check-' || lpad(n::text, 6, '0'), 'c' || n, 'O-' || n, 'manual', 3, '["birth"]', at, at
       from generate_series(0, ${items - 1}) n,
         lateral (select '2026-11-20T09:00:00+09:00'::timestamptz - (${items} - n) * interval '1 minute' as at) times`,
    )
    // What was decided before lies beside them, as it would after years.
    await client.query(
      `insert into identity_check (account_id, check_id, contract_id, order_no, state, attempts, opened_at, changed_at)
       select 'b' || n, 'done-' || n, 'd' || n, 'D-' || n, 'matched', 1, '2026-10-01', '2026-10-01'
       from generate_series(0, ${items - 1}) n`,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze identity_check')
}

/** The statements of a read, as they are asked of the database. */
async function statementsOf({ url }: Scratch, read: (db: Db) => Promise<unknown>) {
  const noting = connectDatabase({ url, maxConnections: 1 })
  const statements: Statement[] = []
  noteStatements(noting.pool, statements)
  await read(noting.db)
  await noting.close()
  return statements
}
