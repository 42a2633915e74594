import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { makeMember, setProfile } from '#tests/api/members.ts'
import { registered as registeredName } from '#tests/api/profile-holders.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const START = '2026-11-20T10:00:00+09:00'
const harness = await useHarness(START)
const desk = simDesk(harness, 'account')

const registered = {
  ...registeredName,
  firstName: '𠮷子',
  firstNameKana: 'ヨシコ',
  phone: '09000000001',
  email: 'hanako@example.jp',
}

describe('お客さま情報', () => {
  test('登録されている内容が、仕様の見本の項目で返り、まだない項目は空になる', async () => {
    const { call, accountId } = await harness.signIn('known')
    await setProfile(harness, accountId, registered)
    expect(await call(api.userGet)).toEqual(registered)
    const fresh = await harness.signIn('fresh')
    expect(await fresh.call(api.userGet)).toMatchObject({
      lastName: '',
      birthYear: '',
      email: 'fresh@example.jp',
    })
  })

  test('契約のないアカウントには、本人確認済みの情報はない', async () => {
    const { call } = await harness.signIn('nobody')
    expect(await codeOf(call(api.personalGet))).toBe('ACCESS_DENIED')
  })

  test('本人確認をしていなければ、登録の内容と「不要」が返る', async () => {
    const member = await makeMember(harness, { loginId: 'unverified', lines: [{ kind: 'data' }] })
    await setProfile(harness, member.accountId, registered)
    expect(await member.call(api.personalGet)).toEqual({
      name: '髙橋 𠮷子',
      kana: 'タカハシ ヨシコ',
      birth: '1990-04-01',
      address: '東京都千代田区千代田1-1',
      method: '',
      identified: ['voice'],
      state: 'not_required',
      stateLabel: '不要',
    })
  })

  test('書類と一致した内容が、読み取りを始めたときのまま、登録の情報とは別に残る', async () => {
    const member = await desk.member({ planCode: 20 })
    await setProfile(harness, member.accountId, registered)
    const { orderNo } = await desk.orderLine(member.call, 'voice', 'nano')
    const { startUrl } = await member.call(api.identityCheckPost, {
      body: { orderNo, back: '/mypage/order.html' },
    })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const url = await harness.services.identity.start(member.accountId, checkId)
    await setProfile(harness, member.accountId, { ...registered, lastName: '書換' })
    const body = new URLSearchParams({ outcome: 'matched' })
    await fetch(url, { method: 'POST', redirect: 'manual', body })
    await harness.services.identity.finish(member.accountId, checkId)
    const call = await desk.again(member.loginId)
    expect(await call(api.personalGet)).toEqual({
      name: '髙橋 𠮷子',
      kana: 'タカハシ ヨシコ',
      birth: '1990-04-01',
      address: '東京都千代田区千代田1-1',
      method: 'マイナンバーカードの署名用電子証明書の確認',
      document: 'マイナンバーカード',
      checkedBy: 'ICチップ（読み取りの仕組み）',
      verifiedOn: '2026-11-20',
      identified: ['voice'],
      state: 'matched',
      stateLabel: '確認済み',
    })
  })
})
