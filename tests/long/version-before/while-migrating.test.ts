import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate, OLDEST_MAJOR } from '#backend/db/migrate.ts'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { inDatabase } from '#tests/api/database.ts'
import { until } from '#tests/api/faults/until.ts'
import { startPostgresql } from '../../../tools/setup/postgresql-server.ts'
import { fillBooks, writeBooks } from './books.ts'
import { buy, CONTRACTS, fillLedgers, readLedger, step, USES } from './ledger.ts'
import { makeSchemaBefore } from './schema.ts'

/** What a member waits for at most before the portal says that it is busy (connect.ts). */
const LONGEST_ANSWER_MS = 2500

const scratch = mkdtempSync(join(tmpdir(), 'version-before-'))
let oldest: Awaited<ReturnType<typeof startPostgresql>>
beforeAll(async () => {
  oldest = await startPostgresql(OLDEST_MAJOR, scratch)
})
afterAll(async () => {
  await oldest.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** A database of one's own of that server. */
async function databaseOf(server: string) {
  const name = `before_${randomBytes(6).toString('hex')}`
  await inDatabase(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

type Work = (client: pg.PoolClient, round: number) => Promise<unknown>

/** Does the same over and over, as a web with its guards would, until it is told to end. */
function keepAsking(url: string, work: Work) {
  const { pool, close } = connectDatabase({ url, maxConnections: 1 })
  const seen = { done: 0, longestMs: 0, errors: new Array<string>() }
  const over = new AbortController()
  const asking = (async () => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const at = performance.now()
      try {
        const client = await pool.connect()
        try {
          await work(client, round)
        } finally {
          client.release()
        }
        seen.done += 1
      } catch (error) {
        seen.errors.push(String(error))
      }
      seen.longestMs = Math.max(seen.longestMs, performance.now() - at)
      await pause(1)
    }
  })()
  return {
    seen,
    async end() {
      over.abort()
      await asking
      await close()
    },
  }
}

describe.each([
  ['自前の PostgreSQL', async () => String(process.env['TEST_DATABASE_URL'])],
  ['約束している最も古い PostgreSQL', async () => oldest.url],
])('%s', (_, serverOf) => {
  test('前の版は、台帳の移しかえの間も後も、断られずに読み書きし、1件も失われない', async () => {
    const url = await databaseOf(await serverOf())
    const { pool, db, close } = connectDatabase({ url, queryTimeoutMs: 600_000 })
    const owner = await pool.connect()
    await makeSchemaBefore(owner, '0380')
    await fillLedgers(owner)
    owner.release()

    const contractOf = (round: number) => `ctr_${(round % CONTRACTS) + 1}`
    const moments = { between: 0 }
    const buyers = [0, 1].map((buyer) =>
      keepAsking(url, async (client, round) => {
        const at = new Date(Date.UTC(2026, 10, 20) + round * 1000).toISOString()
        const written = await buy(client, contractOf(round * 2 + buyer), `P${buyer}-${round}`, at)
        // Every use of the month and every purchase of before, each with the name it was written under.
        const named = written.filter((entry) => /@.*#1$/.test(entry.source_ref))
        const expected = USES + Math.floor((round * 2 + buyer) / CONTRACTS)
        if (named.length !== expected) throw new Error(`${named.length} of ${expected} entries`)
        moments.between += 1
      }),
    )
    const reader = keepAsking(url, async (client, round) => {
      const { entries } = await readLedger(client, contractOf(round))
      if (entries.length !== 20) throw new Error(`${entries.length} entries`)
    })
    await pause(300)
    const before = moments.between
    const done = await migrate(pool)
    const during = moments.between - before
    await until(
      'purchases by the version before, after it',
      () => moments.between > before + during + 5,
    )
    for (const one of [...buyers, reader]) await one.end()
    const turner = await pool.connect()
    await step(turner, 'ctr_1', 100_000)
    turner.release()

    expect(done[0]).toBe('0380_entry_by_end.sql')
    for (const { seen } of [...buyers, reader]) {
      expect(seen.errors).toEqual([])
      expect(seen.longestMs).toBeLessThan(LONGEST_ANSWER_MS)
    }
    expect(during).toBeGreaterThan(20)
    const { rows } = await pool.query(
      `select (select count(*)::int from data_entry) as entries, (select count(*)::int from data_bucket) as buckets,
         (select count(*)::int from data_entry_default) as unplaced`,
    )
    expect(rows).toEqual([
      {
        entries: CONTRACTS * (USES + 1) + moments.between + 1,
        buckets: CONTRACTS + moments.between + 1,
        unplaced: expect.any(Number),
      },
    ])
    expect(await brokenDataLaws(db)).toEqual([])
    expect(await migrate(pool)).toEqual([])
    await close()
  })

  test('ずっと前の版の支払い・お知らせ・監査も、移しかえの間に書かれたものを含めて、1件残らず今の形になる', async () => {
    const url = await databaseOf(await serverOf())
    const { pool, close } = connectDatabase({ url, queryTimeoutMs: 600_000 })
    const owner = await pool.connect()
    await makeSchemaBefore(owner, '0190')
    await fillLedgers(owner)
    await fillBooks(owner)
    owner.release()

    let written = 0
    const writer = keepAsking(url, async (client) => {
      await writeBooks(client, written)
      written += 1
    })
    await pause(100)
    await migrate(pool)
    await pause(100)
    await writer.end()

    expect(writer.seen.errors).toEqual([])
    expect(writer.seen.longestMs).toBeLessThan(LONGEST_ANSWER_MS)
    expect(written).toBeGreaterThan(20)
    const { rows } = await pool.query(`
      select (select count(*)::int from payment where receipt_no ~ '^P-[2-9A-H]{4}-[2-9A-H]{4}-[2-9A-H]{4}$') as payments,
        (select count(*)::int from notice where kind in ('data', 'procedure')) as notices,
        (select count(*)::int from audit_head h where position = (select max(position) from audit_entry e where e.chain = h.chain)) as heads,
        (select count(*)::int from pg_index where not indisvalid) as unmade,
        (select count(*)::int from pg_constraint where not convalidated) as unproved`)
    expect(rows).toEqual([
      {
        payments: CONTRACTS + written,
        notices: CONTRACTS + written,
        heads: CONTRACTS,
        unmade: 0,
        unproved: 0,
      },
    ])
    await close()
  })
})
