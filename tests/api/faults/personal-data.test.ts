import { beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '#backend/audit.ts'
import { lineAad } from '#backend/contract/line-mapping.ts'
import { api } from '#protocol/index.ts'
import { demoMembers, mailOf } from '#demo/seed/demo-members.ts'
import { contractStories } from '#demo/seed/contracts.ts'
import { people } from '#demo/seed/people.ts'
import { codeOf } from '../refusals.ts'
import { useSeededHarness } from '../seeded.ts'
import { simDesk } from '../sim-orders.ts'

const harness = await useSeededHarness()
let secrets: string[]
beforeAll(async () => {
  secrets = await personalData()
  await useThePortal()
})

/** What the seeded people are called, where they live and how they are reached, as it might be written anywhere. */
async function personalData() {
  const ofPeople = demoMembers.flatMap(({ loginId, name, kana }) => {
    const person = people[loginId]
    const written = [name, name.replace(' ', ''), name.replace(' ', '　'), kana, mailOf(loginId)]
    return person ? [...written, person.street, person.zipCode, ...numbers(person.phone)] : written
  })
  const lines = await harness.database.db
    .selectFrom('line')
    .select(['line_id', 'number_sealed', 'iccid_sealed'])
    // One that is being prepared has no number yet.
    .where('activated_on', 'is not', null)
    .execute()
  const { sealing } = harness.services
  const ofLines = lines.flatMap((line) => [
    ...numbers(sealing.open(lineAad.number(line.line_id), line.number_sealed)),
    sealing.open(lineAad.iccid(line.line_id), line.iccid_sealed),
  ])
  const nicknames = contractStories.flatMap(({ lines: own }) =>
    own.flatMap(({ nickname }) => nickname ?? []),
  )
  return [...new Set([...ofPeople, ...ofLines, ...nicknames, RENAMED])]
}

/** What the members call a line: often somebody's name. */
const RENAMED = 'おばあちゃんの回線'

const numbers = (digits: string) => [
  digits,
  `${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`,
]

/** Procedures that go well, that are refused, and that meet a defect: all of them write. */
async function useThePortal() {
  const desk = simDesk(harness, 'unused')
  for (const loginId of ['sato', 'suzuki', 'takahashi']) {
    const { call } = await harness.signIn(loginId)
    const { lines } = await call(api.contractGet)
    const lineId = lines[0]?.lineId ?? ''
    await call(api.lineNicknamePut, { body: { lineId, nickname: RENAMED } })
    await codeOf(call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 220 } }))
    await codeOf(call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 1 } }))
    await codeOf(call(api.statusLineGet, { query: { lineId: 'line_of_nobody' } }))
    await codeOf(desk.orderCard(call, lineId))
    await codeOf(call(api.lineSuspensionPost, { body: { lineId } }))
  }
  await harness.drain()
  await harness.services.exchanges.reconcile()
  const doomed = harness.signIn('suzuki')
  await harness.database.pool.query('alter table booked_charge rename to away')
  const { call } = await doomed
  await codeOf(call(api.highSpeedCouponPost, { body: { packId: '100mb', priceYen: 220 } }))
  await harness.database.pool.query('alter table away rename to booked_charge')
}

/** Every row of every table as text, the queue's too: what a stolen dump would show. */
async function dump() {
  const { rows: tables } = await harness.database.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss')`,
  )
  const texts: { where: string; text: string }[] = []
  for (const { name } of tables) {
    const { rows } = await harness.database.pool.query(`select t::text as text from ${name} t`)
    texts.push(...rows.map((row) => ({ where: String(name), text: String(row.text) })))
  }
  return texts
}

/** All of them are looked for in one pass: one by one it took six seconds. */
function found(texts: readonly { where: string; text: string }[]) {
  const any = new RegExp(secrets.map((secret) => RegExp.escape(secret)).join('|'), 'g')
  return texts.flatMap(({ where, text }) =>
    (text.match(any) ?? []).map((secret) => `${where}: ${secret}`),
  )
}

const logged = () => harness.logLines.map((text) => ({ where: 'log', text }))

describe('会員の名前・住所・番号・メールアドレスは', () => {
  test('データベースの写しを盗んでも読めない', async () => {
    const texts = await dump()
    expect(texts.length).toBeGreaterThan(1000)
    expect(secrets.length).toBeGreaterThan(40)
    expect(found(texts)).toEqual([])
  })

  test('記録（ログ）にも残らない', () => {
    expect(harness.logLines.length).toBeGreaterThan(5)
    expect(harness.logLines.some((line) => line.includes('INTERNAL'))).toBe(true)
    expect(found(logged())).toEqual([])
  })

  test('どこかに書かれていれば見つかる（この試験は失敗できる）', async () => {
    const [first = ''] = secrets
    await recordAudit(harness.database.db, {
      chain: 'planted',
      at: harness.clock.now(),
      actor: 'system',
      action: 'planted',
      target: 'planted',
      details: { note: `電話で${first}さまに確認` },
    })
    harness.services.log.info({ note: first }, 'planted')
    expect(found(await dump())).toContain(`public.audit_entry: ${first}`)
    expect(found(logged())).toEqual([`log: ${first}`])
  })
})
