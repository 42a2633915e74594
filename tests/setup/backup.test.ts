import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { recordAudit } from '#backend/audit.ts'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import { connectDatabase } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { instant, tokyoMonth } from '#domain/tokyo.ts'
import { backUpCluster } from '#demo/embedded-postgres/backup.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { embeddedPostgresFolder, paths } from '#demo/embedded-postgres/home.ts'
import { restoreCluster } from '#demo/embedded-postgres/restore.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { askEveryLaw } from '../../tools/setup/ask-laws.ts'
import { scratchFolder } from './scratch-folder.ts'
import { longTest } from '#tests/tries.ts'

const CONTRACTS = 2000
const at = instant('2026-12-01T06:05:00+09:00')
const log = () => undefined

/** Where a backup lies and is restored to; both are gone after the test. */
function folderToRestore() {
  const scratch = scratchFolder()
  const restored = join(scratch, 'restored')
  for (const one of [restored, `${restored}.restoring`])
    onTestFinished(() => removeEmbeddedPostgres(one, log))
  return { file: join(scratch, 'backup.tar.gz'), restored }
}

/** A running database whose folder is gone after the test. */
async function startDatabase() {
  const folder = join(scratchFolder(), 'database')
  onTestFinished(() => removeEmbeddedPostgres(folder, log))
  const server = await startEmbeddedPostgres({ folder, log })
  onTestFinished(() => server.stop())
  const handle = connectDatabase({ url: server.url, queryTimeoutMs: 60_000 })
  onTestFinished(handle.close)
  return { handle, url: server.url }
}

/** A backup of an empty database, made by the first test that asks for it. */
let made: Promise<Buffer> | undefined
function emptyBackup(): Promise<Buffer> {
  made ??= (async () => {
    const { url } = await startDatabase()
    const { file } = folderToRestore()
    await backUpCluster(url, file)
    return readFileSync(file)
  })()
  return made
}

longTest(
  'R19：請求を書いている間に取った控えには、終わりまでに確かめたすべてがあり、どの法則も守られる',
  async () => {
    const { handle, url } = await startDatabase()
    const { file, restored } = folderToRestore()
    await migrate(handle.pool)
    await insertContracts(handle.pool)
    const written = { bills: 0, audits: 0 }
    const over = new AbortController()
    const writing = (async () => {
      const month = billedMonth(tokyoMonth('2026-11'), publishedPrices)
      await closeMonth((work) => handle.db.transaction().execute(work), month, {
        now: () => at,
        partContracts: 20,
        onProgress: ({ contractsDone }) => (written.bills = contractsDone),
      })
      while (!over.signal.aborted) {
        await handle.db.transaction().execute((tx) =>
          recordAudit(tx, {
            chain: 'system',
            at,
            actor: 'system',
            action: 'drill',
            target: 'R19',
          }),
        )
        written.audits += 1
      }
    })()
    // What the log had is in the tables now, whether they were copied before or will be.
    const checking = (async () => {
      while (!over.signal.aborted) await handle.pool.query('checkpoint')
    })()
    let atTheEnd = { ...written }
    const before = { ...written }
    await backUpCluster(url, file, () => (atTheEnd = { ...written }))
    over.abort()
    await Promise.all([writing, checking])
    expect(atTheEnd.bills + atTheEnd.audits).toBeGreaterThan(before.bills + before.audits)

    const found: unknown[] = []
    await restoreCluster({
      file,
      folder: restored,
      log,
      check: async (checked) => {
        const { faults } = await askEveryLaw(checked)
        found.push(faults)
        return faults
      },
    })
    expect(found).toEqual([[]])
    const copy = await startEmbeddedPostgres({ folder: restored, log })
    onTestFinished(() => copy.stop())
    const [counts] = await query<{ bills: number; audits: number }>(
      copy.url,
      `select (select count(*)::integer from bill) as bills, (select count(*)::integer from audit_entry) as audits`,
    )
    expect(counts?.bills).toBeGreaterThanOrEqual(atTheEnd.bills)
    expect(counts?.audits).toBeGreaterThanOrEqual(atTheEnd.audits)
  },
)

longTest('途中で切れた、変わった、欠けた控えは断り、何も残さない', async () => {
  const { file, restored } = folderToRestore()
  const whole = await emptyBackup()
  const refused = async () => {
    const error: unknown = await restoreCluster({
      file,
      folder: restored,
      log,
      check: async () => [],
    }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartRefusal)
    expect(existsSync(embeddedPostgresFolder(restored))).toBe(false)
    expect(existsSync(embeddedPostgresFolder(`${restored}.restoring`))).toBe(false)
    return error instanceof Error ? error.message : ''
  }
  writeFileSync(file, whole.subarray(0, -1000))
  expect(await refused()).toMatch(/unexpected end of file/)

  const tar = gunzipSync(whole)
  const quickly = { level: 1 }
  const place = tar.indexOf('START WAL LOCATION')
  tar.write('s', place)
  writeFileSync(file, gzipSync(tar, quickly))
  expect(await refused()).toMatch(/data\/backup_label is missing or was changed/)

  tar.write('S', place)
  writeFileSync(file, gzipSync(tar.subarray(0, tar.indexOf('SHA256SUMS')), quickly))
  expect(await refused()).toMatch(/it is cut off/)
})

test('控えはデータベースの上には戻さず、法則が破れていれば置き換えない', async () => {
  const { file, restored } = folderToRestore()
  writeFileSync(file, await emptyBackup())
  const restore = (faults: string[]) =>
    restoreCluster({ file, folder: restored, log, check: async () => faults })
  await expect(restore(['broken: a law'])).rejects.toThrow(/^broken: a law\n/)
  expect(existsSync(paths(embeddedPostgresFolder(restored)).data)).toBe(false)
  await restore([])
  expect(existsSync(paths(embeddedPostgresFolder(restored)).data)).toBe(true)
  await expect(restore([])).rejects.toThrow(/^There is a database in /)
})

async function insertContracts(pool: pg.Pool) {
  const all = `generate_series(1, ${CONTRACTS}) n`
  await pool.query(`
    insert into account (account_id, subject, login_name_sealed, profile_sealed, email_index, created_at)
    select 'acc-' || n, 's' || n, '', '', n, now() from ${all}`)
  await pool.query(`
    insert into contract (contract_id, account_id, plan_code, course, status, applied_at, started_on)
    select 'ctr-' || lpad(n::text, 7, '0'), 'acc-' || n, 13, 'single', 'active', now(), date '2025-10-01' from ${all}`)
  await pool.query(`
    insert into line (contract_id, line_id, carrier_ref, position, kind, sim_size, number_sealed, number_index,
      iccid_sealed, status, activated_on)
    select 'ctr-' || lpad(n::text, 7, '0'), 'line-' || n, 'ref-' || n, 1, 'voice', 'nano', '', n, '', 'active',
      date '2025-10-01' from ${all}`)
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
