import { beforeEach, describe, expect, test } from 'vitest'
import { decideReview, listReviews, type Decision } from '#backend/identity/public.ts'
import { readReview, readReviews } from './queries/reviews.ts'
import { api } from '#protocol/index.ts'
import { profileHolders, type Holder } from '#tests/api/profile-holders.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { approvedByMail, byStaff } from '#tests/api/reviews.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
beforeEach(() => harness.clock.set(START))
const { sealing } = harness.services
const { holder, submit } = profileHolders(harness)

const moved = {
  zipCode: '1540004',
  region: '東京都',
  locality: '世田谷区',
  street: '太子堂1ｰ2－3',
}

/** Three readings of another person's card: the change waits for staff. */
async function reviewing(of: Holder) {
  const { orderNo = '' } = await submit(of, moved)
  for (let left = 2; left >= 0; left -= 1) await readCard(of, orderNo, 'mismatch')
  return orderNo
}

/** Begins as the button does, and plays the member's part at the reader. */
async function readCard(of: Holder, orderNo: string, outcome: string) {
  const { startUrl } = await of.call(api.identityCheckPost, {
    body: { orderNo, back: '/mypage/user/edit.html' },
  })
  const checkId = startUrl.split('/').at(-1) ?? ''
  const url = await harness.services.identity.start(of.accountId, checkId)
  await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome }),
  })
  await harness.services.identity.finish(of.accountId, checkId)
}

describe('氏名と住所の変更', () => {
  test('音声回線の契約者は、新しい内容で本人確認ができたときに変わる', async () => {
    const of = await holder('voice')
    const begun = await submit(of, { lastName: '𠮷野', lastNameKana: 'よしの', ...moved })
    expect(begun).toMatchObject({
      state: 'documents_required',
      needsProof: true,
      identity: { state: 'waiting', attemptsLeft: 3 },
      confirmations: [],
    })
    expect((await of.call(api.userGet)).lastName).toBe('髙橋')
    await readCard(of, begun.orderNo ?? '', 'matched')
    expect(await of.call(api.userEditStatusGet)).toMatchObject({ state: 'applied' })
    expect(await of.call(api.userGet)).toMatchObject({
      lastName: '𠮷野',
      lastNameKana: 'ヨシノ',
      firstName: '花子',
      street: '太子堂1-2-3',
    })
    expect(await of.call(api.personalGet)).toMatchObject({
      name: '𠮷野 花子',
      kana: 'ヨシノ ハナコ',
      address: '東京都世田谷区太子堂1-2-3',
      verifiedOn: '2026-11-20',
    })
    const titles = (await of.call(api.noticesGet)).rows.map(({ title }) => title)
    expect(titles.toSorted()).toEqual([
      '登録情報の変更には本人確認が必要です',
      '登録情報を変更しました',
    ])
  })

  test('読み取りが3回とも一致しなければ担当者の確認になり、変わらないまま待つ', async () => {
    const of = await holder('voice')
    await reviewing(of)
    expect(await of.call(api.userEditStatusGet)).toMatchObject({
      state: 'reviewing',
      identity: { state: 'manual' },
    })
    expect((await of.call(api.userGet)).street).toBe('千代田1-1')
    expect(await codeOf(submit(of, moved))).toBe('CHANGE_UNDER_REVIEW')
    expect(await of.call(api.userEditRegisterPost, { body: { step: 'withdraw' } })).toMatchObject({
      state: 'withdrawn',
    })
  })

  test('音声回線がなく、本人確認もしたことがない方の住所は、すぐに変わる', async () => {
    const of = await holder('data')
    expect(await submit(of, moved)).toMatchObject({ state: 'applied', needsProof: false })
    expect((await of.call(api.userGet)).locality).toBe('世田谷区')
  })

  test('取り下げた変更の本人確認は始められない', async () => {
    const of = await holder('voice')
    const { orderNo = '' } = await submit(of, moved)
    await of.call(api.userEditRegisterPost, { body: { step: 'withdraw' } })
    const body = { orderNo, back: '/mypage/user/edit.html' } as const
    expect(await codeOf(of.call(api.identityCheckPost, { body }))).toBe('WRONG_STATE')
  })
})

describe('担当者の確認の結果', () => {
  const decide = (checkId: string, decision: Decision) =>
    harness.database.db
      .transaction()
      .execute((tx) => decideReview(tx, { sealing }, checkId, decision, byStaff(harness)))

  async function task(asked: string) {
    await runTasks(harness, asked)
  }
  const carryOut = () => task('identity decisions')
  const lapseRound = () => task('profile changes let go')

  async function checkOf(orderNo: string) {
    const waiting = await listReviews(harness.database.db)
    return waiting.find((row) => row.order_no === orderNo)?.check_id ?? ''
  }

  test('認められると変わり、知らせが届き、もう一度は決められない', async () => {
    const of = await holder('voice')
    const checkId = await checkOf(await reviewing(of))
    await decide(checkId, approvedByMail)
    await expect(decide(checkId, approvedByMail)).rejects.toThrow('was decided before')
    expect((await of.call(api.userGet)).locality).toBe('千代田区')
    await carryOut()
    await carryOut()
    expect(await of.call(api.userEditStatusGet)).toMatchObject({ state: 'applied' })
    expect((await of.call(api.userGet)).locality).toBe('世田谷区')
    const titles = (await of.call(api.noticesGet)).rows.map(({ title }) => title)
    expect(titles.filter((title) => title === '登録情報を変更しました')).toHaveLength(1)
    expect(await of.call(api.personalGet)).toMatchObject({
      method: '本人限定受取郵便での、書類の原本の確認',
      document: '在留カード',
      checkedBy: '担当者',
    })
    await expect(decide(checkId, { decision: 'approved' })).rejects.toThrow('No check')
  })

  test('認められないと、理由が画面とお知らせに出て、登録は変わらず、もう一度申し込める', async () => {
    const of = await holder('voice')
    const checkId = await checkOf(await reviewing(of))
    const reason = '書類の住所が、お申し込みの住所と違います。'
    await decide(checkId, { decision: 'refused', reason })
    await carryOut()
    expect(await of.call(api.userEditStatusGet)).toMatchObject({ state: 'rejected', reason })
    expect((await of.call(api.userGet)).locality).toBe('千代田区')
    const { rows } = await of.call(api.noticesGet)
    const notice = rows.find(({ title }) => title === '登録情報を変更できませんでした')
    expect(notice?.body).toContain(`理由：${reason}`)
    harness.clock.set('2026-11-20T10:01:00+09:00')
    expect(await submit(of, moved)).toMatchObject({ state: 'documents_required' })
  })

  test('担当者がほかの書類をお願いすると、画面とお知らせに出て、読み取り直すと変わる', async () => {
    const of = await holder('voice')
    const orderNo = await reviewing(of)
    const checkId = await checkOf(orderNo)
    const wanted = '住所が新しくなった運転免許証を読み取ってください。'
    harness.clock.set('2026-12-03T10:00:00+09:00')
    const { call } = await harness.signIn(of.loginId)
    await decide(checkId, { decision: 'documents_asked', reason: wanted })
    await carryOut()
    await carryOut()
    expect(await call(api.userEditStatusGet)).toMatchObject({
      state: 'documents_required',
      identity: { state: 'waiting', attemptsLeft: 3, asked: wanted },
    })
    const { rows } = await call(api.noticesGet)
    const notices = rows.filter(({ title }) => title === '本人確認書類をもう一度お願いします')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.body).toContain(`お願い：${wanted}`)

    // The 14 days are counted from the asking, not from the change's first day.
    harness.clock.set('2026-12-10T10:00:00+09:00')
    await lapseRound()
    const { call: later } = await harness.signIn(of.loginId)
    expect((await later(api.userEditStatusGet)).state).toBe('documents_required')
    await readCard({ ...of, call: later }, orderNo, 'matched')
    expect(await later(api.userEditStatusGet)).toMatchObject({ state: 'applied' })
    expect((await later(api.userGet)).locality).toBe('世田谷区')
    expect((await later(api.userEditStatusGet)).identity.asked).toBeUndefined()
  })

  test('一覧は、何の確認か、いつからか、何が違うかを、名前を伏せて示す。内容は1件ずつ開く', async () => {
    const of = await holder('voice')
    const orderNo = await reviewing(of)
    const now = harness.clock.now().add({ hours: 72 })
    const { db } = harness.database
    const listed = await readReviews(db, sealing, now)
    const review = listed.find((one) => one.orderNo === orderNo)
    expect(review).toEqual({
      checkId: await checkOf(orderNo),
      orderNo,
      kind: '登録情報の変更（住所）',
      nameMasked: '髙＊ 花＊',
      daysWaiting: 3,
      readings: 3,
      differing: ['住所'],
      asked: null,
      decision: null,
    })
    expect(JSON.stringify(listed)).not.toMatch(/髙橋|花子|太子堂/)
    const { compared } = await readReview(db, sealing, await checkOf(orderNo))
    expect(compared).toMatchObject({
      name: '髙橋 花子',
      birth: '1990-04-01',
      address: '東京都世田谷区太子堂1-2-3',
    })
  })

  test('もう一度読み取っても一致しなければ、ふたたび担当者が見て、次はほかの判断ができる', async () => {
    const of = await holder('voice')
    const orderNo = await reviewing(of)
    const checkId = await checkOf(orderNo)
    await decide(checkId, { decision: 'documents_asked', reason: 'ほかの書類をお願いします。' })
    await carryOut()
    harness.clock.set('2026-11-20T10:05:00+09:00')
    for (let left = 2; left >= 0; left -= 1) await readCard(of, orderNo, 'mismatch')
    expect((await of.call(api.userEditStatusGet)).state).toBe('reviewing')
    await decide(checkId, { decision: 'refused', reason: '書類の住所が違います。' })
    await carryOut()
    expect(await of.call(api.userEditStatusGet)).toMatchObject({
      state: 'rejected',
      reason: '書類の住所が違います。',
    })
    const titles = (await of.call(api.noticesGet)).rows.map(({ title }) => title)
    expect(titles.filter((title) => title === '登録情報の変更を確認しています')).toHaveLength(2)
  })

  test('取り下げた変更は、あとから認められても変わらない', async () => {
    const of = await holder('voice')
    const checkId = await checkOf(await reviewing(of))
    await of.call(api.userEditRegisterPost, { body: { step: 'withdraw' } })
    await decide(checkId, { decision: 'approved' })
    await carryOut()
    expect((await of.call(api.userGet)).locality).toBe('千代田区')
  })
})

test('はじめての端末から申し込んだ変更を取り下げると、もう保留とは言わない', async () => {
  const of = await holder('data')
  const stranger = await harness.signIn(of.loginId, harness.clock.now(), true, {
    secret: undefined,
  })
  await submit(stranger, moved)
  expect((await stranger.call(api.userEditStatusGet)).message).toContain(
    '手続きを進めずにお待ちしています',
  )
  expect((await stranger.call(api.holdsGet)).holds).toMatchObject([{ state: 'held' }])
  await stranger.call(api.userEditRegisterPost, { body: { step: 'withdraw' } })
  for (const { call } of [stranger, of]) {
    expect(await call(api.userEditStatusGet)).toMatchObject({
      state: 'withdrawn',
      stateLabel: '取り下げ済み',
      message: '変更を取り下げました。',
    })
    expect((await call(api.holdsGet)).holds).toEqual([])
  }
  // Nor at the end of the day it would have waited for.
  harness.clock.set('2026-11-21T11:00:00+09:00')
  await runTasks(harness, 'holds released')
  const later = await harness.signIn(of.loginId)
  expect((await later.call(api.userEditStatusGet)).state).toBe('withdrawn')
  expect((await later.call(api.userGet)).locality).toBe('千代田区')
})
