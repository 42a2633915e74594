import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realClock } from '#backend/clock.ts'
import { createTestDatabase } from '#tests/api/database.ts'
import { productionFaults } from '#server/config/production-faults.ts'
import { startStandIns } from './start-stand-ins.ts'

test('デモの設定は、本番のサーバーが断らないものだけでできている', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'demo-'))
  const demo = await startStandIns({
    dataFolder,
    databaseUrl: await createTestDatabase(),
    port: 3000,
    clock: realClock,
    withoutPast: true,
    log: () => undefined,
  })
  try {
    expect(productionFaults(demo.config)).toEqual([])
  } finally {
    await demo.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
