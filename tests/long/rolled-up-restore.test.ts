import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brokenDataLaws } from '#tests/api/broken-data-laws.ts'
import { ledgersUnlikeReplay } from '#backend/data/queries/ledger-sample.ts'
import { rollUpUsage } from '#backend/data/commands/roll-up-usage.ts'
import { connectDatabase, type Db } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { monthPartitions } from '#backend/db/month-partitions.ts'
import { instant } from '#domain/tokyo.ts'
import { backUpCluster } from '#demo/embedded-postgres/backup.ts'
import {
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#demo/embedded-postgres/embedded-postgres.ts'
import { restoreCluster } from '#demo/embedded-postgres/restore.ts'
import { askEveryLaw } from '../../tools/setup/ask-laws.ts'
import { startHarness } from '../api/harness.ts'
import { createUse } from '../api/used-for-months.ts'
import { scratchFolder } from '../setup/scratch-folder.ts'

const NOW = '2026-12-20T10:00:00+09:00'
const log = () => undefined

async function start(folder: string) {
  onTestFinished(() => removeEmbeddedPostgres(folder, log))
  const server = await startEmbeddedPostgres({ folder, log })
  onTestFinished(() => server.stop())
  const handle = connectDatabase({ url: server.url })
  onTestFinished(handle.close)
  return { handle, url: server.url }
}

/** What is left of use and ledgers once records have gone. */
async function stored(db: Db) {
  const tables = [
    'usage_record',
    'usage_day',
    'usage_let_go',
    'data_entry',
    'data_ledger',
    'data_bucket',
    'data_opening',
  ] as const
  return {
    months: (await monthPartitions(db, 'usage_record')).toSorted(),
    entryMonths: (await monthPartitions(db, 'data_entry')).toSorted(),
    rows: await Promise.all(
      tables.map(async (table) =>
        (await db.selectFrom(table).selectAll().execute())
          .map((row) => JSON.stringify(row))
          .toSorted(),
      ),
    ),
  }
}

test(
  '古い月の記録をまとめて消したあとの控えから戻しても、約束はすべて守られ、遅れて来た記録も同じに扱われる',
  { timeout: 600_000 },
  async () => {
    const scratch = scratchFolder()
    const first = await start(join(scratch, 'database'))
    await migrate(first.handle.pool)
    const harness = await startHarness(NOW, {}, { past: { url: first.url, folder: scratch } })
    onTestFinished(harness.stop)
    const { lineRef } = await createUse(harness).makeUser({ from: '2025-08', months: 17 })
    await rollUpUsage(harness.services, instant(NOW))
    const before = await stored(first.handle.db)
    expect(before.months[0]).toBe('2025-11')
    expect(before.entryMonths[0]).toBe('2025-11')

    const file = join(scratch, 'backup.tar.gz')
    await backUpCluster(first.url, file)
    const folder = join(scratch, 'restored')
    onTestFinished(() => removeEmbeddedPostgres(`${folder}.restoring`, log))
    const found: unknown[] = []
    const check = async (url: string) => {
      const { faults } = await askEveryLaw(url)
      found.push(faults)
      return faults
    }
    await restoreCluster({ file, folder, log, check })
    expect(found).toEqual([[]])

    const restored = await start(folder)
    expect(await stored(restored.handle.db)).toEqual(before)
    expect(await brokenDataLaws(restored.handle.db)).toEqual([])
    expect(await ledgersUnlikeReplay(restored.handle.db, instant(NOW))).toEqual([])

    const after = await startHarness(NOW, {}, { past: { url: restored.url, folder: scratch } })
    onTestFinished(after.stop)
    const { take, charge } = createUse(after)
    const at = instant('2026-12-20T11:00:00+09:00')
    const hours = [
      ['2025-10-11T09', 50],
      ['2025-11-11T09', 50],
    ] as const
    await take(lineRef, hours, at)
    await charge(at)
    const late = await restored.handle.db.selectFrom('usage_late').select('high_bytes').execute()
    expect(late).toEqual([{ high_bytes: 50_000_000 }])
    const now = await stored(restored.handle.db)
    expect([now.months[0], now.entryMonths[0]]).toEqual(['2025-11', '2025-11'])
    expect(await brokenDataLaws(restored.handle.db)).toEqual([])
    expect(await ledgersUnlikeReplay(restored.handle.db, at)).toEqual([])
  },
)
