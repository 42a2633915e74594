import { describe, expect, test } from 'vitest'
import { readProfile, writeProfile } from '#backend/holder.ts'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { rowOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()

type Own = Parameters<ReturnType<typeof openBrowser>['answerAll']>[1]

/** One line for data alone, all of it answered: no document is asked for. */
async function dataOnly(loginId: string, own: Own) {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 13, lines: 1 })
  await browser.put({ step: 'kind', line: 1, kind: 'data' })
  await browser.put({ step: 'sim', line: 1, size: 'nano' })
  await browser.put({ step: 'user', line: 1, user: 'holder' })
  await browser.put({ step: 'options', options: [] })
  await browser.signIn(loginId)
  await browser.put({ step: 'holder', ...holder, ...own })
  return browser
}

type Browser = Awaited<ReturnType<typeof dataOnly>>

const holderStep = async ({ call }: Browser) =>
  (await call(api.applicationGet)).steps.find(({ step }) => step === 'holder')

async function submitted(browser: Browser) {
  await browser.registerCard()
  await browser.agree()
  const { state, orderNo } = await browser.submit()
  const { doubt } = await rowOf(harness, 'application', ['doubt'], { order_no: orderNo })
  return [state, doubt]
}

/** One voice line, by a document. */
async function contracted(loginId: string, own: Own) {
  const browser = openBrowser(harness)
  await browser.answerAll(loginId, own)
  await browser.submit()
  return browser
}

describe('データ通信だけのお申し込みでは書類を比べないので、同じ方かもしれないときは、断らずに担当者が確認する', () => {
  test('漢字とフリガナを両方変えても、生年月日と電話番号が同じなら審査になる', async () => {
    const own = { birth: '1981-01-01', phone: '09055550001', street: '太子堂9-1-1' }
    await contracted('phone-first', own)
    const other = { ...own, street: '三宿8-8-8', lastName: '林', firstName: '茂' }
    const kana = { lastNameKana: 'ハヤシ', firstNameKana: 'シゲル' }
    const browser = await dataOnly('phone-second', { ...other, ...kana })
    expect(await submitted(browser)).toEqual(['in_review', 'sameContact'])
  })

  test('生年月日と住所が同じでも審査になる。番地の書き方や部屋番号が違っても同じ住所とみなす', async () => {
    const own = { birth: '1981-01-02', phone: '09055550002', street: '太子堂9-2-3 コーポ桜203' }
    await contracted('address-first', own)
    const other = {
      birth: own.birth,
      phone: '09055550022',
      street: '太子堂九丁目2番3号',
      lastName: '林',
      firstName: '茂',
      lastNameKana: 'ハヤシ',
      firstNameKana: 'シゲル',
    }
    const browser = await dataOnly('address-second', other)
    expect(await submitted(browser)).toEqual(['in_review', 'sameContact'])
  })

  test('住所と電話番号が同じでも、生年月日の違うご家族は、そのまま受け付ける', async () => {
    const own = { birth: '1981-01-03', phone: '09055550003', street: '太子堂9-3-3' }
    await contracted('family-first', own)
    const other = { birth: '1983-07-07', firstName: '光', firstNameKana: 'ヒカル' }
    const browser = await dataOnly('family-second', { ...own, ...other })
    expect(await submitted(browser)).toEqual(['accepted', null])
  })

  test('名前も読みも同じでも、書類がなければ断らず、契約があることも伝えず、担当者が確認する', async () => {
    const own = { birth: '1981-01-04', phone: '09055550004', street: '太子堂9-4-4' }
    await contracted('same-first', own)
    const browser = await dataOnly('same-second', own)
    expect(await holderStep(browser)).toMatchObject({ done: true })
    expect(await submitted(browser)).toEqual(['in_review', 'sameHolder'])
  })

  test('以前のご契約で書類を示した方には、ご契約があることを、カードの前に伝える', async () => {
    const own = { birth: '1981-01-05', phone: '09055550005', street: '太子堂9-5-5' }
    const former = await contracted('shown-before', own)
    const { orderNo } = await former.call(api.applicationStatusGet)
    await former.call(api.applicationWithdrawPost, { body: { orderNo } })
    await harness.drain()
    await contracted('shown-now', own)
    const again = await dataOnly('shown-before', own)
    expect(await holderStep(again)).toMatchObject({
      done: false,
      problem: { code: 'PERSON_HAS_CONTRACT' },
    })
    expect((await again.call(api.applicationGet)).next).toEqual({ step: 'holder' })
  })

  test('取り消してすぐに申し込み直した方の状況は、あとのお申し込みのもの', async () => {
    const own = { birth: '1981-02-01', phone: '09055550020', street: '太子堂9-20-20' }
    const former = await contracted('again', own)
    const { orderNo } = await former.call(api.applicationStatusGet)
    await former.call(api.applicationWithdrawPost, { body: { orderNo } })
    await harness.drain()
    // Both are accepted: the later is known by its moment alone.
    harness.clock.set('2026-11-20T10:05:00+09:00')
    const again = await dataOnly('again', own)
    await submitted(again)
    const { orderNo: now } = await again.call(api.applicationStatusGet)
    expect(now).not.toBe(orderNo)
  })

  test('書類を示さずに契約した方が、別の名前の書類で音声を申し込んでも、担当者が確認する', async () => {
    const own = { birth: '1981-01-06', phone: '09055550006', street: '太子堂9-6-6' }
    const other = {
      lastName: '林',
      firstName: '茂',
      lastNameKana: 'ハヤシ',
      firstNameKana: 'シゲル',
    }
    expect(await submitted(await dataOnly('unshown-first', { ...own, ...other }))).toEqual([
      'accepted',
      null,
    ])
    const voice = openBrowser(harness)
    await voice.answerAll('unshown-second', own)
    expect((await voice.submit()).state).toBe('in_review')
  })

  test('ご契約者が引っ越すと、新しい住所で同じ方とみなす', async () => {
    const own = { birth: '1981-01-07', phone: '09055550007', street: '太子堂9-7-7' }
    const first = await contracted('moves-first', own)
    const { contract_id: contractId } = await rowOf(harness, 'contract', ['contract_id'], {
      account_id: first.account(),
    })
    const indexes = () =>
      rowOf(harness, 'contract_holder', ['phone_index', 'address_index'], {
        contract_id: contractId,
      })
    const before = await indexes()
    const { sealing } = harness.services
    const profile = await readProfile(harness.database.db, sealing, first.account())
    await writeProfile(harness.database.db, sealing, first.account(), {
      ...profile,
      street: '太子堂9-7-77',
    })
    await runTasks(harness, 'holders of contracts')
    const after = await indexes()
    expect(after.phone_index).toBe(before.phone_index)
    expect(after.address_index).not.toBe(before.address_index)
    const other = {
      firstName: '茂',
      firstNameKana: 'シゲル',
      lastName: '林',
      lastNameKana: 'ハヤシ',
    }
    const moved = { birth: own.birth, phone: '09055550077', street: '太子堂9丁目7番77号' }
    const browser = await dataOnly('moves-second', { ...other, ...moved })
    expect(await submitted(browser)).toEqual(['in_review', 'sameContact'])
  })
})

test('ほかのアカウントの書類は、この方の証明にならない', async () => {
  const own = { birth: '1981-01-08', phone: '09055550008', street: '太子堂9-8-8' }
  await contracted('proof-owner', own)
  await contracted('proof-other', {
    ...own,
    birth: '1981-01-09',
    firstName: '遥',
    firstNameKana: 'ハルカ',
  })
  const browser = await dataOnly('proof-third', own)
  expect(await holderStep(browser)).toMatchObject({ done: true })
  expect(await submitted(browser)).toEqual(['in_review', 'sameHolder'])
})
