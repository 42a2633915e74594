import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { recordAudit } from '#backend/audit.ts'
import { createSealStore } from '#backend/adapters/seal-store.ts'
import { sealAudits } from '#backend/seal/seal-heads.ts'
import { verifySeals } from '#backend/seal/verify-seals.ts'
import { startSealStore } from '#demo/stand-ins/seal-store/start.ts'
import { behindTheTriggers } from '#tests/api/behind-triggers.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { standInFault } from '#tests/api/stand-ins.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const SECRET = 'seal-store-secret-seal-store-secret'
const START = '2026-11-20T10:00:00+09:00'
const store = await startSealStore({
  port: 0,
  dataFile: ':memory:',
  now: () => Temporal.Instant.from(START),
  secret: SECRET,
})
const harness = await useHarness(START, { AUDIT_SEAL_URL: store.url, AUDIT_SEAL_SECRET: SECRET })
afterAll(() => store.close())

const { services, database } = harness
const { db } = database
const sealStore = createSealStore({ url: store.url, secret: SECRET })
const seal = () => sealAudits(services)
const at = Temporal.Instant.from(START)

let chains = 0
/** A chain of three entries that was sealed. */
async function sealedChain() {
  const chain = `ctr_sealed${(chains += 1)}`
  for (const action of ['one', 'two', 'three'])
    await recordAudit(db, { chain, at, actor: 'system', action, target: chain })
  await seal()
  return chain
}

const faults = async () =>
  (await verifySeals(db, sealStore)).broken.map(({ what, found }) => `${what}: ${found}`)

/** What changes every hash after it, as somebody would who owns the database. */
async function writeAnew(chain: string, from: number) {
  const rows = await db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('position')
    .execute()
  await behindTheTriggers(
    database,
    `delete from audit_entry where chain = '${chain}'; delete from audit_head where chain = '${chain}'`,
  )
  for (const row of rows) {
    const target = row.position < from ? row.target : 'another'
    await recordAudit(db, { chain, at: row.at, actor: 'system', action: row.action, target })
  }
}

describe('監査の記録は、毎時、データベースの外に封をする', () => {
  test('動いた記録だけを一度封じ、外の控えと一致する', async () => {
    const chain = await sealedChain()
    const before = await verifySeals(db, sealStore)
    expect(before).toMatchObject({ unposted: 0, store: 'compared', broken: [] })
    await seal()
    expect((await verifySeals(db, sealStore)).seals).toBe(before.seals)
    await recordAudit(db, { chain, at, actor: 'system', action: 'four', target: chain })
    await seal()
    const after = await db
      .selectFrom('audit_seal')
      .select(['number', 'heads'])
      .orderBy('number', 'desc')
      .limit(1)
      .execute()
    expect(after).toEqual([{ number: before.seals + 1, heads: 1 }])
    expect(await faults()).toEqual([])
  })

  test('外の控えが答えなければ、次の時間にもう一度送る', async () => {
    await standInFault(store, { mode: 'down' })
    await sealedChain()
    expect(await verifySeals(db, sealStore)).toMatchObject({ unposted: 1, store: 'noAnswer' })
    await standInFault(store, { mode: 'off' })
    await seal()
    expect(await verifySeals(db, sealStore)).toMatchObject({ unposted: 0, store: 'compared' })
  })

  test('毎時の予定で封じられる', async () => {
    await recordAudit(db, { chain: 'ctr_hourly', at, actor: 'system', action: 'one', target: 'x' })
    await harness.walkTo('2026-11-20T11:00:00+09:00')
    const sealed = await db
      .selectFrom('audit_seal_head')
      .select('position')
      .where('head_of', '=', 'ctr_hourly')
      .execute()
    expect(sealed).toEqual([{ position: 1 }])
  })
})

describe('だれかが記録を書き換えれば、分かる', () => {
  const broken = async (chain: string) => (await faults()).filter((fault) => fault.includes(chain))
  /** The database is put back: later tests find only what they have done. */
  const forget = (chain: string) =>
    behindTheTriggers(database, `insert into let_go values ('${chain}', 'trade', now())`)

  test('1件を書き換え、あとのハッシュをすべて計算し直したとき', async () => {
    const chain = await sealedChain()
    await writeAnew(chain, 2)
    expect(await broken(chain)).toEqual([`${chain} 3: another hash`])
    await forget(chain)
  })

  test('最後を切り取り、長さの控えも合わせたとき', async () => {
    const chain = await sealedChain()
    await behindTheTriggers(
      database,
      `delete from audit_entry where chain = '${chain}' and position = 3;
       update audit_head set position = 2, hash = (select hash from audit_entry where chain = '${chain}' and position = 2) where chain = '${chain}'`,
    )
    expect(await broken(chain)).toEqual([`${chain} 3: no entry`])
    await forget(chain)
  })

  test('1人分の記録をまるごと消したとき', async () => {
    const chain = await sealedChain()
    await behindTheTriggers(
      database,
      `delete from audit_entry where chain = '${chain}'; delete from audit_head where chain = '${chain}'`,
    )
    expect(await broken(chain)).toEqual([`${chain} 3: no entry`])
    await forget(chain)
  })

  test('空にすることは、データベースが断る', async () => {
    for (const table of ['audit_entry', 'audit_head', 'audit_seal', 'audit_seal_head'])
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow(
        'append-only',
      )
  })

  test('封まで作り直しても、外の控えと違う', async () => {
    const chain = await sealedChain()
    const { number } = await db
      .selectFrom('audit_seal')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await behindTheTriggers(
      database,
      `delete from audit_seal_head where number = ${number}; delete from audit_seal where number = ${number};
       delete from audit_entry where chain = '${chain}'; delete from audit_head where chain = '${chain}'`,
    )
    expect(await faults()).toEqual(['store: has one that is not in the database'])
    await recordAudit(db, { chain, at, actor: 'system', action: 'another', target: chain })
    await seal()
    expect(await faults()).toEqual(['store: has another digest'])
    expect(harness.logLines.some((line) => line.includes('seal refused by its store'))).toBe(true)
  })
})

describe('監査の記録をさがす', () => {
  test('人・受付番号・契約からさがせ、さがしたことも残る。ほかの役割はさがせない', async () => {
    const matsumoto = await harness.staff('matsumoto')
    const fukuda = await harness.staff('fukuda')
    const ask = (body: object) => matsumoto.ask('consoleAuditSearchPost', { body })
    const own = await ask({ staffId: fukuda.staffId })
    expect(own.rows).toMatchObject([
      { action: 'staff-signed-in', staffName: '福田 健', chain: `staff:${fukuda.staffId}` },
    ])
    const of = await ask({ chain: 'ctr_hourly' })
    expect(of.rows.map(({ action }) => action)).toEqual(['audit-searched', 'one'])
    expect(of.rows[0]).toMatchObject({ staffName: '松本 静', role: 'privacy' })
    expect((await ask({ chain: 'ctr_hourly', until: START })).rows).toEqual([])
    expect(await codeOf(ask({}))).toBe('AUDIT_SEARCH_EMPTY')
    const body = { chain: 'ctr_hourly' }
    expect(await codeOf(fukuda.ask('consoleAuditSearchPost', { body }))).toBe('ROLE_MISSING')
  })

  test('運用の人も検証でき、外の控えと違うところを示す', async () => {
    const hayashi = await harness.staff('hayashi')
    const found = await hayashi.ask('consoleAuditVerifyGet', { query: { chain: 'ctr_hourly' } })
    expect(found.chain).toMatchObject({ entries: 3 })
    expect(found.chain?.brokenAt).toBeUndefined()
    expect(found.seals).toMatchObject({ store: 'compared', faults: [{ what: 'store' }] })
  })
})
