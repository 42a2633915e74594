import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { ruleRows } from '#domain/catalogue/rules.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { brokenMoneyLaws } from '#backend/billing/findings.ts'
import { billed } from '#tests/api/debts.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { linkPoints, startTestPoints } from '#tests/api/points.ts'
import { rowsOf, setContract } from '#tests/api/rows.ts'
import { startHarness } from '#tests/api/harness.ts'
import { runTasks } from '#tests/api/tasks.ts'

const names = Array.from({ length: 30 }, (_, n) => `minori-${n + 1}`)
const partner = await startTestPoints([...names, 'minori-silent', 'minori-lost', 'minori-reject'])
const harness = await startHarness('2026-11-01T07:00:00+09:00', partner.settings)
afterAll(async () => {
  expect(await brokenMoneyLaws(harness.database.db)).toEqual([])
  await harness.stop()
  await partner.points.close()
})

// Nothing is granted any more to whom the tests before have made: each round looks at all of them.
afterEach(() => harness.database.db.deleteFrom('partner_link').execute())

async function roundAt(at: string, ...taskNames: string[]) {
  harness.clock.set(at)
  await runTasks(harness, ...taskNames)
}
const grantAt = (at: string) => roundAt(at, 'points')

let serial = 0
/** October's bill of 5,949円 (5,409円 without tax) is paid by card on 7 November. */
async function payer({
  partnerId = `minori-${serial + 1}`,
  linkedAt = '2026-11-03T10:00:00+09:00',
  agreed = true,
} = {}) {
  serial += 1
  harness.clock.set(linkedAt)
  const loginId = `earner-${serial}`
  const member = await makeMember(harness, { loginId })
  if (partnerId !== '') await linkPoints(harness, member.accountId, partnerId, { agreed })
  await billed(harness, member.contractId, { month: '2026-10', yen: 5949 })
  await roundAt('2026-11-07T10:00:00+09:00', 'collection')
  return { ...member, loginId, partnerId }
}
type Payer = Awaited<ReturnType<typeof payer>>

const rowsOfPoints = ({ contractId }: Payer) =>
  rowsOf(
    harness,
    'point_grant',
    ['month', 'points', 'moved_points', 'state', 'reason'],
    { contract_id: contractId },
    'month',
  )
/** Signed in at the time of asking. */
const again = async ({ loginId }: Payer) => (await harness.signIn(loginId)).call
const pointsOf = async (of: Payer) => (await again(of))(api.pointGet)
const entriesOf = async (of: Payer) =>
  (await pointsOf(of)).entries.map(({ kind, month, points, stateLabel, on }) => [
    kind,
    month,
    points,
    stateLabel,
    on,
  ])

describe('支払った請求のポイント', () => {
  test('支払いの翌20日10時に1度だけつき、予定も結果も明細に並び、知らせが届く', async () => {
    const member = await payer()
    expect(await entriesOf(member)).toEqual([['earned', '2026-10', 54, '予定', '2026-11-20']])
    await grantAt('2026-11-20T09:00:00+09:00')
    expect(await rowsOfPoints(member)).toEqual([])
    await grantAt('2026-11-20T10:00:00+09:00')
    await Promise.all([grantAt('2026-11-20T11:00:00+09:00'), grantAt('2026-11-20T11:00:00+09:00')])
    expect(await rowsOfPoints(member)).toEqual([
      { month: '2026-10', points: 54, moved_points: 54, state: 'ok', reason: null },
    ])
    expect(await partner.balanceOf(member.partnerId)).toBe(1054)
    expect(await entriesOf(member)).toEqual([['earned', '2026-10', 54, '完了', '2026-11-20']])
    expect(await noticeTitles(harness, member.accountId)).toContain(
      '10月分の料金で54ポイントがつきました',
    )
    const { balance, earns, nextGrantOn, yenPerPoint } = await pointsOf(member)
    expect({ balance, earns, nextGrantOn, yenPerPoint }).toEqual({
      balance: 1054,
      earns: true,
      nextGrantOn: '2026-12-20',
      yenPerPoint: 100,
    })
  })

  test('連携だけで同意のない人、同意の前の月に支払った請求、連携していない人には、何も頼まない', async () => {
    const silent = await payer({ agreed: false })
    const late = await payer({ linkedAt: '2026-11-03T10:00:00+09:00', partnerId: '' })
    harness.clock.set('2026-12-02T10:00:00+09:00')
    await linkPoints(harness, late.accountId, 'minori-25')
    await grantAt('2026-12-20T10:00:00+09:00')
    expect([await rowsOfPoints(silent), await rowsOfPoints(late)]).toEqual([[], []])
    expect((await pointsOf(silent)).earns).toBe(false)
  })

  test('20日を過ぎてから連携した月の支払いは、次の20日につく', async () => {
    const member = await payer({ partnerId: '' })
    harness.clock.set('2026-11-25T10:00:00+09:00')
    await linkPoints(harness, member.accountId, 'minori-26')
    await grantAt('2026-11-25T11:00:00+09:00')
    expect(await rowsOfPoints(member)).toEqual([])
    await grantAt('2026-12-20T10:00:00+09:00')
    expect(await rowsOfPoints(member)).toMatchObject([{ points: 54, state: 'ok' }])
  })

  test('ポイントの割合があとで変わっても、支払った日の割合でつく', async () => {
    const [today] = ruleRows.filter((row) => row.key === 'yenPerPoint')
    if (today === undefined) throw new Error('yenPerPoint')
    ruleRows.push({ ...today, value: 10_000, validFrom: tokyoDate('2026-12-01') })
    onTestFinished(() => void ruleRows.pop())
    const member = await payer({ partnerId: '' })
    harness.clock.set('2026-11-25T10:00:00+09:00')
    await linkPoints(harness, member.accountId, 'minori-24')
    await grantAt('2026-12-20T10:00:00+09:00')
    expect(await rowsOfPoints(member)).toMatchObject([{ points: 54, state: 'ok' }])
  })

  test('契約が終わったあとは、何も送らない', async () => {
    const member = await payer()
    await setContract(harness, member.contractId, {
      status: 'terminated',
      ends_on: tokyoDate('2026-11-19'),
    })
    await grantAt('2026-11-20T10:00:00+09:00')
    expect(await rowsOfPoints(member)).toEqual([])
  })
})

describe('提携先の不調', () => {
  test.each(['down', 'silent'])(
    '%s：答えがないうちは手続き中で、照会して1度だけつく',
    async (mode) => {
      const member = await payer()
      await partner.partnerIs(mode, '/movements', mode === 'silent' ? 1 : 2)
      await grantAt('2026-11-20T10:00:00+09:00')
      expect(await rowsOfPoints(member)).toMatchObject([{ state: 'unknown', moved_points: null }])
      await partner.partnerIs('off')
      await grantAt('2026-11-20T11:00:00+09:00')
      await grantAt('2026-11-20T12:00:00+09:00')
      expect(await rowsOfPoints(member)).toMatchObject([{ state: 'ok', moved_points: 54 }])
      expect(await partner.balanceOf(member.partnerId)).toBe(1054)
    },
    20_000,
  )

  test('届かないままの依頼は同じ番号で送り直し、そのあいだ同じ人の次の月は頼まない', async () => {
    const member = await payer({ partnerId: 'minori-lost' })
    await grantAt('2026-11-20T10:00:00+09:00')
    await putCard(harness, member.contractId)
    await billed(harness, member.contractId, { month: '2026-11', yen: 1191 })
    await roundAt('2026-12-07T10:00:00+09:00', 'collection')
    await grantAt('2026-12-20T10:00:00+09:00')
    expect(await rowsOfPoints(member)).toMatchObject([{ month: '2026-10', state: 'unknown' }])
    // Settled, so that it does not use up the faults of the next tests.
    await harness.database.db
      .updateTable('point_grant')
      .set({ state: 'refused', reason: 'member_unknown' })
      .where('contract_id', '=', member.contractId)
      .execute()
  }, 20_000)

  test('断られたポイントは理由を知らせ、頼み直さない', async () => {
    const member = await payer({ partnerId: 'minori-reject' })
    await grantAt('2026-11-20T10:00:00+09:00')
    await grantAt('2026-11-20T11:00:00+09:00')
    expect(await rowsOfPoints(member)).toMatchObject([{ state: 'refused', reason: 'not_accepted' }])
    expect(await noticeTitles(harness, member.accountId)).toContain(
      '10月分のポイントをつけられませんでした',
    )
    const [entry] = (await pointsOf(member)).entries
    expect(entry).toMatchObject({
      stateLabel: 'できませんでした',
      message: 'みのりポイントから承認されませんでした。',
    })
  })

  test('連携を解除した人の、届かなかった依頼は送り直さない', async () => {
    const member = await payer()
    await partner.partnerIs('down', '/movements', 1)
    await grantAt('2026-11-20T10:00:00+09:00')
    await (
      await again(member)
    )(api.linkRidRegisterDelete, {})
    await grantAt('2026-11-20T11:00:00+09:00')
    expect(await rowsOfPoints(member)).toMatchObject([{ state: 'refused', reason: 'unlinked' }])
    expect(await partner.balanceOf(member.partnerId)).toBe(1000)
  })

  test('残高を答えないときも、明細は読める', async () => {
    const member = await payer()
    await partner.partnerIs('down', '/members')
    const { balance, isLinked, entries } = await pointsOf(member)
    expect({ balance, isLinked, length: entries.length }).toEqual({
      balance: undefined,
      isLinked: true,
      length: 1,
    })
  })
})

describe('返金に伴う取り消し', () => {
  /** November's bill gives 3,300円 (3,000円 without tax) back. */
  async function reversed(of: Payer, yen = -3300) {
    harness.clock.set('2026-12-01T06:00:00+09:00')
    await billed(harness, of.contractId, { month: '2026-11', yen })
    await grantAt('2026-12-20T10:00:00+09:00')
  }

  test('マイナスの請求は、税抜100円ごとに1ポイントを取り消す', async () => {
    const member = await payer()
    await grantAt('2026-11-20T10:00:00+09:00')
    await reversed(member)
    expect(await rowsOfPoints(member)).toMatchObject([
      { month: '2026-10', points: 54 },
      { month: '2026-11', points: -30, moved_points: 30, state: 'ok' },
    ])
    expect(await partner.balanceOf(member.partnerId)).toBe(1024)
    expect(await noticeTitles(harness, member.accountId)).toContain(
      '11月分の返金に伴い、ポイントを取り消しました',
    )
  })

  test('つけたより多くは取り消さず、使ったあとなら残高の分だけを取り消す', async () => {
    const member = await payer()
    await grantAt('2026-11-20T10:00:00+09:00')
    const { POINTS_URL, POINTS_SECRET } = harness.services.config
    await fetch(`${POINTS_URL}/movements`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${POINTS_SECRET}` },
      body: JSON.stringify({
        orderId: `elsewhere-${member.partnerId}`,
        memberId: member.partnerId,
        kind: 'spend',
        points: 1044,
      }),
    })
    await reversed(member, -99_000)
    expect(await rowsOfPoints(member)).toMatchObject([
      { points: 54, moved_points: 54 },
      { points: -54, moved_points: 10, state: 'ok' },
    ])
    expect(await partner.balanceOf(member.partnerId)).toBe(0)
    expect(await entriesOf(member)).toContainEqual([
      'takenBack',
      '2026-11',
      -10,
      '完了',
      '2026-12-20',
    ])
  })

  test('ポイントのついていない請求の返金では、何も取り消さない', async () => {
    const member = await payer({ partnerId: '' })
    harness.clock.set('2026-12-01T05:00:00+09:00')
    await linkPoints(harness, member.accountId, 'minori-27')
    await reversed(member)
    expect(await rowsOfPoints(member)).toEqual([])
    expect(await rowsOf(harness, 'bill', ['month'], { month: tokyoMonth('2026-11') })).not.toEqual(
      [],
    )
  })
})
