import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decideSlowLines } from '#backend/data/commands/decide-speeds.ts'
import { chargeQueued } from '#backend/data/commands/charge-queued.ts'
import { importUsage } from '#backend/data/commands/import-usage.ts'
import { lookAtCalendar } from '#backend/data/commands/look-at-calendar.ts'
import { dataLaws } from '#backend/data/findings.ts'
import { familyLaws } from '#backend/family/findings.ts'
import { api } from '#protocol/index.ts'
import { findBrokenLaws } from '#backend/broken-law.ts'
import { familyDesk } from '#tests/api/families.ts'
import { noticeTitles } from '#tests/api/notices.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { refuseRow } from '#tests/api/refused-rows.ts'
import { rowsOf, setRows } from '#tests/api/rows.ts'
import { runTasksLike } from '#tests/api/tasks.ts'
import { feedOf, hourOf } from '#tests/api/usage-feed.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import type { RequestKind } from '#vocabulary/family-request.ts'
import { familyRequestLaws } from './findings.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))
const brokenLaws = async () => {
  const now = harness.clock.now()
  const laws = { ...dataLaws, ...familyLaws(now), ...familyRequestLaws(now) }
  const broken = await findBrokenLaws(harness.database.db, laws)
  return broken.map(({ law, what }) => [law, what])
}
afterEach(async () => {
  expect(await brokenLaws()).toEqual([])
})
const { holder, member } = familyDesk(harness, 'request')

const endOver = () => runTasksLike(harness, /family (roles|requests) ended/)

type Person = Awaited<ReturnType<typeof member>>
type Holder = Awaited<ReturnType<typeof holder>>

async function charge() {
  const now = harness.clock.now()
  await lookAtCalendar(harness.services, now)
  await chargeQueued(harness.services, now)
  await decideSlowLines(harness.services, now)
  await harness.drain()
}

/** A family whose second line has a user of its own, and a cap of 300 MB a day. */
async function family({ cap = true, manager = false } = {}) {
  const owner = await holder()
  const lineId = owner.lineIds[1] ?? ''
  const ren = await member(owner, 'lineUser', lineId)
  const other = manager ? await member(owner, 'manager') : ren
  await charge()
  if (cap)
    await owner.call(api.lineCapPut, {
      body: { lineId, over: 'day', dayMb: 300, atCap: 'ask', warnPercent: 0 },
    })
  return { owner, lineId, ren, manager: other }
}

/** The line uses its 300 MB from 9:00 to 10:00, and is slow. */
async function useUp(lineId: string) {
  await harness.database.db.deleteFrom('import_cursor').execute()
  const records = [hourOf(`ref-${lineId}`, '2026-11-20T09', 310)]
  const carrier = feedOf(harness.services.carrier, records)
  await importUsage({ ...harness.services, carrier }, harness.clock.now())
  await charge()
}

const ask = (ren: Person, lineId: string, kind: RequestKind = 'data', note = '') =>
  ren.call(api.lineRequestPost, { body: { lineId, kind, note } })

/** @returns what waits, as the holder reads it */
async function waiting({ call }: Pick<Holder, 'call'>) {
  const { requests } = await call(api.familyRequestGet, { query: {} })
  const open = requests.find(({ state }) => state === 'open')
  if (open === undefined) throw new Error('nothing waits')
  return open
}

const isOpen = ({ state }: { readonly state: string }) => state === 'open'

const speedOf = async (ren: Person) =>
  (await ren.call(api.familyLinesGet)).lines[0]?.highSpeed.speed

describe('お願いして、もらう', () => {
  test('上限に届いた回線の人が＋1GBをお願いし、契約者が金額と請求の変わり方を見て1回押すと、もらえる', async () => {
    const { owner, lineId, ren } = await family()
    await useUp(lineId)
    expect(await speedOf(ren)).toBe('low')
    const sent = await ask(ren, lineId, 'data', '社会の動画の宿題、今日まで')
    expect([sent.asking.allowed, sent.requests.map(({ label, state }) => [label, state])]).toEqual([
      false,
      [['＋1GB', 'open']],
    ])
    const open = await waiting(owner)
    const { bill } = open.answers[0] ?? {}
    expect({
      ...open,
      requestId: '',
      answers: open.answers.map(({ answer, priceYen }) => [answer, priceYen]),
    }).toMatchObject({
      name: '蓮',
      note: '社会の動画の宿題、今日まで',
      isSlow: true,
      line: { lineId },
      expiresAt: '2026-11-21T10:00:00+09:00',
      answers: [
        ['pack', 528],
        ['more', 0],
        ['noCap', 0],
      ],
    })
    expect([bill?.month, (bill?.afterYen ?? 0) - (bill?.beforeYen ?? 0)]).toEqual(['2026-11', 528])
    expect(await noticeTitles(harness, owner.accountId)).toContain('ご家族からお願いが届きました')
    const body = { requestId: open.requestId, priceYen: 528 }
    await owner.call(api.familyRequestPackPost, { body })
    await harness.drain()
    expect(await speedOf(ren)).toBe('high')
    const seen = await ren.call(api.lineRequestGet, { query: { lineId } })
    expect(seen.requests).toMatchObject([{ state: 'granted', answer: 'pack' }])
    expect(seen.asking.allowed).toBe(true)
    expect(await noticeTitles(harness, ren.accountId)).toContain(
      'お願いの返事がきました。もらえました',
    )
    const { lift } = await owner.call(api.lineCapGet, { query: { lineId } })
    expect(lift?.dayBytes).toBe(1_310_000_000)
  })

  test('料金はお願いした人に見えず、家族のほかの回線も見えない', async () => {
    const { owner, lineId, ren } = await family()
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    await owner.call(api.familyRequestPackPost, { body: { requestId, priceYen: 528 } })
    const text = JSON.stringify(await ren.call(api.lineRequestGet, { query: { lineId } }))
    expect(text).not.toMatch(/yen|528|orderNo/iu)
    expect(owner.lineIds.filter((id) => id !== lineId && text.includes(id))).toEqual([])
    const message = await rowsOf(harness, 'notice', ['body'], { account_id: ren.accountId })
    expect(JSON.stringify(message)).not.toContain('円')
  })

  test('きょうだけ上限なしは、その日の終わりまで返事ができ、上限のない回線ではお願いできない', async () => {
    const { owner, lineId, ren } = await family()
    await useUp(lineId)
    await ask(ren, lineId, 'noCap')
    const open = await waiting(owner)
    expect([open.expiresAt, open.answers.map(({ answer }) => answer)]).toEqual([
      '2026-11-21T00:00:00+09:00',
      ['noCap', 'more', 'pack'],
    ])
    const { requestId } = open
    await owner.call(api.familyRequestAnswerPost, { body: { requestId, answer: 'noCap' } })
    await harness.drain()
    expect(await speedOf(ren)).toBe('high')
    const bare = await family({ cap: false })
    expect(await codeOf(ask(bare.ren, bare.lineId, 'noCap'))).toBe('FAMILY_REQUEST_NOT_NEEDED')
    expect(
      (await bare.ren.call(api.lineRequestGet, { query: { lineId: bare.lineId } })).kinds,
    ).toEqual(['data'])
  })

  test('契約者が低速にした回線は、使う人には高速に戻せず、お願いすると戻る。自分で低速にしたものは自分で戻せる', async () => {
    const { owner, lineId, ren } = await family()
    await owner.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    await harness.drain()
    harness.clock.set('2026-11-20T10:05:00+09:00')
    const turnOn = { body: { lineId, on: true } }
    expect(await codeOf(ren.call(api.highSpeedStatusPut, turnOn))).toBe('FAMILY_SPEED_ASK')
    const { lines } = await ren.call(api.familyLinesGet)
    expect(lines[0]?.highSpeed.change).toMatchObject({ reasonCode: 'FAMILY_SPEED_ASK' })
    await ask(ren, lineId, 'speed')
    const { requestId } = await waiting(owner)
    await owner.call(api.familyRequestAnswerPost, { body: { requestId, answer: 'speed' } })
    await harness.drain()
    harness.clock.set('2026-11-20T10:10:00+09:00')
    expect(await speedOf(ren)).toBe('high')
    await ren.call(api.highSpeedStatusPut, { body: { lineId, on: false } })
    await harness.drain()
    harness.clock.set('2026-11-20T10:15:00+09:00')
    expect((await ren.call(api.highSpeedStatusPut, turnOn)).on).toBe(true)
  })

  test('オプションは、月額と規約を見て1回押すと申し込まれ、条件が変わっていたら何も申し込まない', async () => {
    const { owner, lineId, ren } = await family()
    const { options } = await ren.call(api.lineRequestGet, { query: { lineId } })
    expect(options.map(({ name }) => name)).toContain('10分かけ放題')
    const body = { lineId, kind: 'option', optionCode: 'tenMinuteCalls' } as const
    await ren.call(api.lineRequestPost, { body })
    const { requestId, label, answers } = await waiting(owner)
    const [answer] = answers
    expect([label, answer?.priceYen, answer?.bill?.month]).toEqual(['10分かけ放題', 770, '2026-11'])
    const { conditions = '', terms } = answer?.option ?? {}
    const agreed = { requestId, conditions, termsVersion: terms?.version ?? '' }
    const join = (own: object) =>
      owner.call(api.familyRequestOptionPost, { body: { ...agreed, ...own } })
    expect(await codeOf(join({ conditions: 'others' }))).toBe('CONDITIONS_CHANGED')
    await join({})
    const orders = await rowsOf(harness, 'procedure_order', ['procedure', 'state'], {
      contract_id: owner.contractId,
    })
    expect(orders).toEqual([{ procedure: 'optionJoin', state: 'setting' }])
    expect(await codeOf(join({}))).toBe('FAMILY_REQUEST_OVER')
  })

  test('マイページのトップに出るのは、待っているお願いだけ。期限が過ぎたら、記録される前でも出ない', async () => {
    const { owner, lineId, ren } = await family()
    const onTop = async ({ call }: Pick<Holder, 'call'>) =>
      (await call(api.familyRequestGet, { query: { only: 'open' } })).requests.map(
        ({ name, label }) => [name, label],
      )
    expect(await onTop(owner)).toEqual([])
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    await owner.call(api.familyRequestAnswerPost, { body: { requestId, answer: 'declined' } })
    expect(await onTop(owner)).toEqual([])
    await ask(ren, lineId)
    expect(await onTop(owner)).toEqual([['蓮', '＋1GB']])
    harness.clock.set('2026-11-21T10:00:00+09:00')
    expect(await onTop(await harness.signIn(owner.loginId))).toEqual([])
    await endOver()
  })

  test('見送りには、ひとことを添えられる。金額のかかることは何も起きない', async () => {
    const { owner, lineId, ren } = await family()
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    const body = { requestId, answer: 'declined', reply: '夕食のあとに話そう' } as const
    await owner.call(api.familyRequestAnswerPost, { body })
    const seen = await ren.call(api.lineRequestGet, { query: { lineId } })
    expect(seen.requests).toMatchObject([{ state: 'declined', reply: '夕食のあとに話そう' }])
    expect(
      await rowsOf(harness, 'booked_charge', ['kind'], { contract_id: owner.contractId }),
    ).toEqual([])
    expect(await noticeTitles(harness, ren.accountId)).toContain('お願いの返事がきました')
  })

  test('ほかの回線のお願いがいくつ続いても、待っているお願いは契約者の画面に残る', async () => {
    const { owner, lineId, ren } = await family()
    await ask(ren, lineId, 'data')
    harness.clock.set('2026-11-20T10:01:00+09:00')
    for (const otherId of [owner.lineIds[0] ?? '', owner.lineIds[2] ?? '']) {
      const other = await member(owner, 'lineUser', otherId)
      for (let nth = 0; nth < 5; nth += 1) {
        const { requests } = await ask(other, otherId, 'data')
        const requestId = requests.find(isOpen)?.requestId ?? ''
        await other.call(api.lineRequestDelete, { query: { requestId, lineId: otherId } })
      }
    }
    expect((await waiting(owner)).line.lineId).toBe(lineId)
  })
})

describe('二度はもらえず、終わったお願いは動かない', () => {
  test('2つの画面から同時に返事をしても、買うのは1回で、あとの人は何と返事をしたかを読む', async () => {
    const { owner, lineId, ren } = await family()
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    const buy = () =>
      owner.call(api.familyRequestPackPost, { body: { requestId, priceYen: 528 } }).then(
        () => 'bought',
        (error: { failure?: { code: string; message: string } }) => error.failure?.message ?? '',
      )
    const both = await Promise.all([buy(), buy()])
    expect(both.filter((one) => one === 'bought')).toHaveLength(1)
    expect(both.filter((one) => one !== 'bought')).toEqual([
      'このお願いには、2026年11月20日（金）10:00に「＋1GBを買う」と返事をしています。この操作では、何も変わっていません。',
    ])
    const charges = await rowsOf(harness, 'booked_charge', ['figure_key'], {
      contract_id: owner.contractId,
    })
    expect(charges).toEqual([{ figure_key: 'topup.1gbNoCarry' }])
  })

  test('契約者が買うのとまとめ役が上限を増やすのが同時でも、起きるのは早いほうの1つだけ', async () => {
    const { owner, lineId, ren, manager } = await family({ manager: true })
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    const codes = await Promise.all([
      codeOf(owner.call(api.familyRequestPackPost, { body: { requestId, priceYen: 528 } })),
      codeOf(manager.call(api.familyRequestAnswerPost, { body: { requestId, answer: 'noCap' } })),
    ])
    expect(codes.filter((code) => code === 'FAMILY_REQUEST_OVER')).toHaveLength(1)
    const [row] = await rowsOf(harness, 'family_request', ['answer', 'order_no'], {
      request_id: requestId,
    })
    const charges = await rowsOf(harness, 'booked_charge', ['figure_key'], {
      contract_id: owner.contractId,
    })
    const lifts = await rowsOf(harness, 'line_cap_lift', ['day_bytes'], { line_id: lineId })
    const isBought = row?.answer === 'pack'
    expect([
      charges.length,
      row?.order_no !== null,
      lifts.map(({ day_bytes }) => day_bytes),
    ]).toEqual(isBought ? [1, true, [1_300_000_000]] : [0, false, [null]])
  })

  test('価格が変わっていたら買わず、期限を過ぎたお願いには返事ができず、本人に知らせが届く', async () => {
    const { owner, lineId, ren } = await family()
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    const buy = (call: Holder['call'], priceYen: number) =>
      codeOf(call(api.familyRequestPackPost, { body: { requestId, priceYen } }))
    expect(await buy(owner.call, 500)).toBe('CONDITIONS_CHANGED')
    harness.clock.set('2026-11-21T10:00:00+09:00')
    const { call } = await harness.signIn(owner.loginId)
    expect(await buy(call, 528)).toBe('FAMILY_REQUEST_OVER')
    await endOver()
    await endOver()
    const rows = await rowsOf(harness, 'family_request', ['state'], { request_id: requestId })
    expect(rows).toEqual([{ state: 'expired' }])
    const titles = await noticeTitles(harness, ren.accountId)
    expect(titles.filter((title) => title === 'お願いの時間が過ぎました')).toHaveLength(1)
  })

  test('一度に1つ、1日に5回まで。取り消すと次を送れ、翌日にはまた送れる', async () => {
    const { owner, lineId, ren } = await family()
    for (let n = 0; n < 5; n += 1) {
      const { requests } = await ask(ren, lineId)
      expect(await codeOf(ask(ren, lineId))).toBe('FAMILY_REQUEST_OPEN')
      const query = { lineId, requestId: requests.find(isOpen)?.requestId ?? '' }
      await ren.call(api.lineRequestDelete, { query })
      expect(await codeOf(ren.call(api.lineRequestDelete, { query }))).toBe('FAMILY_REQUEST_OVER')
    }
    expect(await codeOf(ask(ren, lineId))).toBe('FAMILY_REQUESTS_FULL')
    const { asking } = await ren.call(api.lineRequestGet, { query: { lineId } })
    expect(asking.freeFrom).toBe('2026-11-21')
    harness.clock.set('2026-11-21T00:00:00+09:00')
    const again = await harness.signIn(ren.loginId)

    expect((await ask({ ...ren, ...again }, lineId)).requests.some(isOpen)).toBe(true)
    const { requests } = await (
      await harness.signIn(owner.loginId)
    ).call(api.familyRequestGet, { query: {} })
    expect(requests).toHaveLength(6)
  })

  test.each([
    [
      '役割の終わり',
      (owner: Holder, ren: Person) =>
        owner.call(api.familyRoleDelete, { query: { roleId: ren.roleId } }),
    ],
    [
      '回線の解約',
      (_: Holder, _ren: Person, lineId: string) =>
        setRows(harness, 'line', { status: 'ended' }, { line_id: lineId }),
    ],
    [
      '承継',
      async (owner: Holder) => {
        const { accountId } = await harness.signIn(`request-heir-${owner.loginId}`)
        await setRows(
          harness,
          'contract',
          { account_id: accountId },
          { contract_id: owner.contractId },
        )
      },
    ],
    [
      '使う人のアカウントの削除',
      (_: Holder, { accountId }: Person) =>
        setRows(harness, 'account', { subject: `let-go ${accountId}` }, { account_id: accountId }),
    ],
  ])('%sで、待っているお願いも終わる', async (_, end) => {
    const { owner, lineId, ren } = await family()
    const { requests } = await ask(ren, lineId)
    await end(owner, ren, lineId)
    await endOver()
    const rows = await rowsOf(harness, 'family_request', ['state', 'answer'], {
      request_id: requests[0]?.requestId ?? '',
    })
    expect(rows).toEqual([{ state: 'closed', answer: null }])
  })
})

describe('終わったことの記録', () => {
  test('1件が記録できなくても、ほかのお願いは終わり、記録できない1件は次の1時間に終わる', async () => {
    const [stuck, other] = [await family(), await family()]
    const sent = await Promise.all(
      [stuck, other].map(async ({ ren, lineId }) => (await ask(ren, lineId)).requests[0]),
    )
    const [first = '', second = ''] = sent.map((one) => one?.requestId)
    const mend = await refuseRow(harness.database, 'family_request', ['request_id', first])
    harness.clock.set('2026-11-21T10:00:00+09:00')
    await endOver()
    const stateOf = async (requestId: string) =>
      rowsOf(harness, 'family_request', ['state'], { request_id: requestId })
    expect([await stateOf(first), await stateOf(second)]).toEqual([
      [{ state: 'open' }],
      [{ state: 'expired' }],
    ])
    const said = harness.logLines.filter((line) => line.includes('family request not ended'))
    expect([said.length, said[0]?.includes(first)]).toEqual([1, true])
    harness.clock.set('2026-11-21T13:00:00+09:00')
    expect(await brokenLaws()).toEqual([
      ['a request waits no longer than its clock and its role', first],
    ])
    await mend()
    await endOver()
    expect(await stateOf(first)).toEqual([{ state: 'expired' }])
  })

  test('もらえたのに出されていないもの、二重に使われた受付番号、断ったのに買ったものは、法則が見つける', async () => {
    const { owner, lineId, ren } = await family()
    await ask(ren, lineId)
    const { requestId } = await waiting(owner)
    await owner.call(api.familyRequestAnswerPost, { body: { requestId, answer: 'more' } })
    await ask(ren, lineId)
    const bought = (await waiting(owner)).requestId
    await owner.call(api.familyRequestPackPost, { body: { requestId: bought, priceYen: 528 } })
    expect(await brokenLaws()).toEqual([])
    const of = { request_id: requestId }
    const [pack] = await rowsOf(harness, 'family_request', ['order_no'], { request_id: bought })
    const lift = { line_id: lineId, day_bytes: 1_300_000_000 }
    await setRows(harness, 'line_cap_lift', { line_id: owner.lineIds[0] ?? '' }, lift)
    expect(await brokenLaws()).toEqual([['what was granted was given at that moment', requestId]])
    await setRows(
      harness,
      'line_cap_lift',
      { line_id: lineId },
      { ...lift, line_id: owner.lineIds[0] ?? '' },
    )
    await setRows(harness, 'family_request', { order_no: pack?.order_no ?? null }, of)
    expect(await brokenLaws()).toEqual([
      ['nothing that was bought answers two requests', pack?.order_no],
    ])
    await setRows(harness, 'family_request', { state: 'declined', answer: 'declined' }, of)
    expect((await brokenLaws()).map(([law]) => law)).toEqual([
      'nothing that was bought answers two requests',
      'what was not granted has ordered nothing',
    ])
    await setRows(harness, 'family_request', { order_no: null }, of)
  })
})

describe('だれが、何を', () => {
  test('まとめ役は料金のかからない返事だけができ、その役割が記録に残る', async () => {
    const { owner, lineId, ren, manager } = await family({ manager: true })
    await ask(ren, lineId)
    expect(await noticeTitles(harness, manager.accountId)).toContain('ご家族からお願いが届きました')
    const { requestId, answers } = await waiting(manager)
    expect(answers.map(({ answer }) => answer)).toEqual(['more', 'noCap'])
    const paid = manager.call(api.familyRequestPackPost, { body: { requestId, priceYen: 528 } })
    expect(await codeOf(paid)).toBe('ACCESS_DENIED')
    await manager.call(api.familyRequestAnswerPost, { body: { requestId, answer: 'more' } })
    const entries = await rowsOf(harness, 'audit_entry', ['actor', 'account_id', 'details'], {
      chain: owner.contractId,
      action: 'family-request-granted',
    })
    expect(entries).toMatchObject([
      {
        actor: 'member',
        account_id: owner.accountId,
        details: { answer: 'more', familyRole: manager.roleId },
      },
    ])
  })

  test('契約者はお願いを送れず、ほかの家族のお願いには、ないものと同じに断られる', async () => {
    const [mine, theirs] = [await family(), await family()]
    const { lineId, owner } = mine
    const own = owner.call(api.lineRequestPost, { body: { lineId, kind: 'data' } })
    expect(await codeOf(own)).toBe('FAMILY_REQUEST_USERS_ONLY')
    await ask(theirs.ren, theirs.lineId)
    const { requestId } = await waiting(theirs.owner)
    const answer = { body: { requestId, answer: 'more' } } as const
    expect(await codeOf(owner.call(api.familyRequestAnswerPost, answer))).toBe('NOT_FOUND')
    expect(
      await codeOf(owner.call(api.familyRequestPackPost, { body: { requestId, priceYen: 528 } })),
    ).toBe('NOT_FOUND')
    const taken = mine.ren.call(api.lineRequestDelete, { query: { lineId, requestId } })
    expect(await codeOf(taken)).toBe('FAMILY_REQUEST_OVER')
  })
})
