import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { requestLimits } from '#server/edge/request-limits.ts'
import { eids, holder, openBrowser, startCardPage } from '../../../tests/api/applicants.ts'
import { codeOf } from '../../../tests/api/refusals.ts'
import { countRows } from '../../../tests/api/rows.ts'
import { useHarness } from '../../../tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'

const cardPage = await startCardPage()
afterAll(cardPage.close)
const { applications } = requestLimits
const harness = await useHarness(
  START,
  { CARD_UPDATE_URL: cardPage.url },
  { limits: { applications } },
)
beforeEach(() => harness.clock.set(START))

const countOf = (table: string) => countRows(harness, table)

test('機械が1,000回始めても、翌日には何も残らない', async () => {
  const start = async () => {
    const browser = openBrowser(harness, '203.0.113.9')
    return browser.put({ step: 'plan', plan: 10, lines: 1 }, 0).then(
      () => 'saved',
      (error: unknown) => codeOf(Promise.reject(error)),
    )
  }
  await openBrowser(harness, '203.0.113.9').call(api.applicationGet)
  expect(await countOf('application')).toBe(0)
  const codes: string[] = []
  while (codes.length < 1000) codes.push(...(await Promise.all(Array.from({ length: 5 }, start))))
  const { requests } = applications.perAddress
  expect(codes.filter((code) => code === 'saved')).toHaveLength(requests)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1000 - requests)
  expect(await countOf('application')).toBe(requests)
  harness.clock.set('2026-11-21T10:00:00+09:00')
  await sweepOf('applications let go').run(harness.clock.now())
  expect(await countOf('application')).toBe(0)
})

function sweepOf(name: string) {
  const sweeps = harness.services.work.flatMap((part) => part.sweeps ?? [])
  const found = sweeps.find((sweep) => sweep.name === name)
  if (found === undefined) throw new Error(`no sweep ${name}`)
  return found
}

describe('外の仕組みが止まっていても、答えたことは失われず、二重にもならない', () => {
  test('カードは、断られても答えがなくても登録されず、もう一度試すと登録される', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await browser.signIn('cards')
    await browser.put({ step: 'holder', ...holder })
    expect(await browser.registerCard('refused')).toEqual({
      path: '/order/apply/card',
      outcome: 'failed',
    })
    expect(await browser.registerCard('silent')).toMatchObject({ outcome: 'failed' })
    const before = await browser.call(api.applicationGet)
    expect([before.card, before.answers.holder?.lastName]).toEqual([undefined, '森'])
    expect(await browser.registerCard()).toMatchObject({ outcome: 'changed' })
    const after = await browser.call(api.applicationGet)
    expect(after.card?.numberMasked).toBe('**** **** **** 4242')
  })

  test('カードのページから2度戻っても、1回分しか使われない', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['data'] })
    await browser.signIn('cards2')
    const { updateUrl } = await browser.call(api.applicationCardPost, { body: { back: '/order' } })
    const state = new URL(updateUrl).searchParams.get('state') ?? ''
    const by = {
      actor: 'member',
      accountId: browser.account(),
      contractId: null,
      now: harness.clock.now(),
    } as const
    const given = { state, code: 'good' }
    const stranger = await harness.signIn('stranger')
    const others = { ...by, accountId: stranger.accountId }
    expect((await harness.services.takeCardReturn(others, given)).outcome).toBe('failed')
    expect((await harness.services.takeCardReturn(by, given)).outcome).toBe('changed')
    expect((await harness.services.takeCardReturn(by, given)).outcome).toBe('failed')
  })

  test('本人確認の読み取りが一致しなければ理由を伝え、やり直せる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    await browser.signIn('readings')
    await browser.put({ step: 'holder', ...holder })
    expect(await browser.readDocument('mismatch')).toBe('/order/apply/identity')
    const { steps } = await browser.call(api.applicationGet)
    expect(steps.find(({ step }) => step === 'identity')).toMatchObject({
      done: false,
      problem: { code: 'IDENTITY_NOT_DONE' },
    })
    await browser.readDocument('matched')
    expect((await browser.call(api.applicationGet)).identity.state).toBe('matched')
  })

  test('ワンストップは、いまの会社のページから戻ると済み、番号を変えるとやり直しになる', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 1, kinds: ['voice'] })
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345678' })
    const visit = await browser.visitOldCarrier(1)
    expect(visit.page).toMatch(/^http/)
    const stranger = openBrowser(harness)
    const returned = { state: visit.state, token: 'token-1', until: '2026-12-05' }
    expect((await stranger.returnFromOldCarrier(returned)).outcome).toBe('failed')
    expect(await browser.returnFromOldCarrier(returned)).toEqual({
      path: '/order/apply/line/1/number',
      outcome: 'done',
    })
    expect((await browser.returnFromOldCarrier(returned)).outcome).toBe('failed')
    const [line] = (await browser.call(api.applicationGet)).answers.lines
    expect(line?.oneStop).toEqual({ state: 'done', lastDay: '2026-12-05' })
    await browser.put({ step: 'number', line: 1, by: 'oneStop', number: '08012345679' })
    const { steps } = await browser.call(api.applicationGet)
    expect(steps.find(({ step }) => step === 'number')).toMatchObject({ done: false })
  })

  test('同じEIDは、1つの回線だけに使える', async () => {
    const browser = openBrowser(harness)
    await browser.put({ step: 'plan', plan: 20, lines: 2, kinds: ['data', 'data'] })
    await browser.put({ step: 'sim', line: 1, size: 'esim', eid: eids[0] })
    const again = browser.put({ step: 'sim', line: 2, size: 'esim', eid: eids[0] })
    expect(await codeOf(again)).toBe('EID_REPEATED')
  })
})
