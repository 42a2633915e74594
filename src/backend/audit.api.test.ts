import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findBrokenAudit, recordAudit } from '#backend/audit.ts'
import { checkLaws } from '#server/laws/check-laws.ts'
import { behindTheTriggers } from '#tests/api/behind-triggers.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness()
const { database, services } = harness
const { db } = database

let serial = 0
/** A chain of three entries. */
async function written(at = harness.clock.now()) {
  const chain = `ctr_audited${(serial += 1)}`
  for (const action of ['first', 'second', 'third'])
    await db.transaction().execute((tx) =>
      recordAudit(tx, {
        chain,
        at,
        actor: 'member',
        action,
        target: 'x',
        traceKey: `by-${action}`,
      }),
    )
  return chain
}

const brokenNow = async () => {
  const check = await checkLaws(services, { always: true })
  return check === 'unchanged' ? [] : check.broken
}

describe('操作の記録は', () => {
  test.each([
    ['書き換え', 'update audit_entry set action = $$none$$'],
    ['消去', 'delete from audit_entry'],
    ['全部の消去', 'truncate audit_entry'],
    ['終わりの書き換え', 'update audit_head set position = 1'],
    ['終わりの消去', 'delete from audit_head'],
    ['終わりの全部の消去', 'truncate audit_head'],
  ])('%sを、データベースが断る', async (_, statement) => {
    const chain = await written()
    await expect(database.pool.query(statement)).rejects.toThrow(/is append-only/)
    expect(await findBrokenAudit(db, chain)).toBeUndefined()
  })

  test.each([
    [
      '終わりが切り取られた',
      (chain: string) => `delete from audit_entry where chain = '${chain}' and position = 3`,
      3,
    ],
    ['全部が消された', (chain: string) => `delete from audit_entry where chain = '${chain}'`, 1],
    [
      '真ん中が消された',
      (chain: string) => `delete from audit_entry where chain = '${chain}' and position = 2`,
      2,
    ],
    [
      '終わりの控えが消された',
      (chain: string) => `delete from audit_head where chain = '${chain}'`,
      4,
    ],
    [
      '内容が変えられた',
      (chain: string) =>
        `update audit_entry set target = 'y' where chain = '${chain}' and position = 2`,
      2,
    ],
    [
      '問い合わせ番号が変えられた',
      (chain: string) =>
        `update audit_entry set trace_key = 'other' where chain = '${chain}' and position = 2`,
      2,
    ],
  ])('%sと、毎時の検査が見つけ、何番目かを言う', async (_, spoil, position) => {
    const chain = await written()
    expect(await brokenNow()).toEqual([])
    await behindTheTriggers(database, spoil(chain))
    expect(await findBrokenAudit(db, chain)).toBe(position)
    const broken = await brokenNow()
    expect(broken.map((one) => one.contract_id)).toContain(chain)
    await behindTheTriggers(database, `delete from audit_entry where chain = '${chain}'`)
    await behindTheTriggers(database, `delete from audit_head where chain = '${chain}'`)
    expect(await brokenNow()).toEqual([])
  })

  test('ミリ秒の端で書かれても、壊れているとは言わない', async () => {
    const chain = await written(Temporal.Instant.from('2026-11-20T01:00:00.9999996Z'))
    expect(await findBrokenAudit(db, chain)).toBeUndefined()
  })

  test('問い合わせ番号を含まずに書かれた前の版の記録も、そのまま確かめられる', async () => {
    // As version 1 wrote it on 2026-11-22.
    await sql`insert into audit_entry (chain, position, at, actor, account_id, action, target, details, trace_key,
        previous_hash, hash)
      values ('ctr_old', 1, '2026-11-20T01:00:00Z', 'member', 'acc_1', 'done', 'x', '{"a": 1}', 'trace', '',
        'mCb34idU_TL0nh3-AsfhsIKMVs9l-cYuCiAgT9RgpG8')`.execute(db)
    expect(await findBrokenAudit(db, 'ctr_old')).toBeUndefined()
    const at = harness.clock.now()
    await recordAudit(db, { chain: 'ctr_old', at, actor: 'system', action: 'now', target: 'x' })
    expect(await findBrokenAudit(db, 'ctr_old')).toBeUndefined()
    expect(await brokenNow()).toEqual([])
  })
})
