import { describe, expect, test } from 'vitest'
import { loadBills } from '#backend/billing/queries/stored-bills.ts'
import { totalsOf } from '#domain/billing/bill.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { tokyoMonth } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { makeMember } from '#tests/api/members.ts'
import { useSeededHarness } from '#tests/api/seeded.ts'

const harness = await useSeededHarness()

const adviceOf = async (loginId: string, plan?: string) => {
  const { call } = await harness.signIn(loginId)
  return call(api.adviceGet, { query: plan === undefined ? {} : { plan } })
}

describe('この1年を、ほかのデータ容量で計算し直す', () => {
  test.each([
    ['sato', 13],
    ['suzuki', 20],
    ['takahashi', 13],
  ])('%sのいまの容量の行は、1回だけの料金を除いた請求書の合計と同じ', async (loginId) => {
    const { compared } = await adviceOf(loginId)
    const current = compared?.sizes.find((size) => size.current)
    const { contract_id: contractId } = await harness.database.db
      .selectFrom('contract')
      .innerJoin('account', 'account.account_id', 'contract.account_id')
      .select('contract_id')
      .where('subject', '=', `demo-${loginId}`)
      .executeTakeFirstOrThrow()
    const [from, to] = [compared?.firstMonth ?? '', compared?.lastMonth ?? '']
    expect([from, to]).toEqual(['2025-11', '2026-10'])
    const bills = await loadBills(harness.database.db, contractId, publishedPrices, {
      from: tokyoMonth(from),
      to: tokyoMonth(to),
    })
    const lasting = bills.map(
      ({ lines }) =>
        totalsOf(
          lines.filter(({ kind }) => kind !== 'oneOff'),
          publishedPrices,
        ).totalYen,
    )
    const sum = lasting.reduce((total, one) => total + one, 0)
    expect(lasting).toHaveLength(12)
    expect(compared?.paidYen).toBe(sum)
    expect(current?.deltaYen).toBe(0)
    const shown = await adviceOf(loginId, String(current?.plan))
    expect(shown.compared?.chosen.months.map(({ wouldYen }) => wouldYen)).toEqual(lasting)
  })

  test('いちばん安い容量から順に並び、いまの容量より高くはならない', async () => {
    const { compared, state, message } = await adviceOf('suzuki')
    const sums = compared?.sizes.map(({ wouldYen }) => wouldYen) ?? []
    expect(sums).toEqual(sums.toSorted((a, b) => a - b))
    expect(sums[0]).toBeLessThanOrEqual(compared?.paidYen ?? 0)
    // Three lines: only sizes of the share course.
    expect(compared?.sizes.map(({ plan }) => plan).toSorted((a, b) => a - b)).toEqual([
      18, 20, 25, 30, 40,
    ])
    expect(compared?.terms).toContain(
      '回線が複数あるため、シェアコースで選べる8GB以上を比べています。',
    )
    expect(message).toContain(state === 'cheaper' ? '安くなっていました' : 'いちばん安い容量でした')
  })

  test('月ごとの行は合計に足し合わさり、どの月も理由を言う', async () => {
    const { compared } = await adviceOf('sato', '18')
    const { chosen, paidYen } = compared ?? {}
    const sum = (of: 'paidYen' | 'wouldYen' | 'deltaYen') =>
      chosen?.months.reduce((total, month) => total + month[of], 0)
    expect(chosen).toMatchObject({ plan: 18, name: '8GB' })
    expect([sum('paidYen'), sum('wouldYen'), sum('deltaYen')]).toEqual([
      paidYen,
      chosen?.wouldYen,
      chosen?.deltaYen,
    ])
    for (const { reasons } of chosen?.months ?? []) expect(reasons.length).toBeGreaterThan(0)
    expect(chosen?.months[0]?.reasons[1]).toBe('基本料金が440円高くなります。')
    expect(chosen?.reasons[0]).toBe('実際の利用と料金、12か月分で計算しています。')
  })

  test('解約を予約している人には、ほかの容量を出さない', async () => {
    const answer = await adviceOf('ito')
    expect(answer).toMatchObject({ state: 'leaving' })
    expect(answer.compared).toBeUndefined()
  })

  test('MNP予約番号が使えるあいだも、出さない', async () => {
    const member = await makeMember(harness, { loginId: 'advice-leaver' })
    const line = { lineId: member.lineIds[0] ?? '' }
    const { conditions } = await member.call(api.portOutPaymentGet, { query: line })
    await member.call(api.portOutIssuanceRequestPost, {
      body: { ...line, conditions, agreed: true },
    })
    expect(await member.call(api.adviceGet, { query: {} })).toMatchObject({ state: 'leaving' })
  })

  test('3か月に満たなければ、いつから比べられるかを言う', async () => {
    const { call } = await makeMember(harness, {
      loginId: 'advice-new',
      startedOn: '2026-09-10',
    })
    const answer = await call(api.adviceGet, { query: {} })
    expect(answer).toMatchObject({ state: 'tooEarly', from: '2027-01-01' })
    expect(answer.message).toBe(
      '1か月を通してご利用になった月が3か月分そろってから比べられます。2027年1月1日（金）からご覧いただけます。',
    )
  })

  test('知らない容量を聞かれても、いちばん安いほかの容量の内訳を出す', async () => {
    const [unknown, unasked] = [await adviceOf('sato', '999'), await adviceOf('sato')]
    expect(unknown.compared?.chosen).toEqual(unasked.compared?.chosen)
    expect(unasked.compared?.chosen.current).toBe(false)
  })
})
