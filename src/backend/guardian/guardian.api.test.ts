import { describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { memberTables } from '#server/tables.ts'
import { openBrowser } from '#tests/api/applicants.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { runTasks } from '#tests/api/tasks.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'

const harness = await useApplicants()
const { sealing } = harness.services
const { db } = harness.database

let serial = 0

/** Turns 18 on 2026-12-01. */
const birth = '2008-12-01'
const agreed = { guardian: 'parent', consent: true } as const

async function applicant() {
  const browser = openBrowser(harness)
  await browser.put({ step: 'plan', plan: 13, lines: 1 })
  await browser.put({ step: 'kind', line: 1, kind: 'voice' })
  await browser.put({ step: 'sim', line: 1, size: 'nano' })
  await browser.put({ step: 'number', line: 1, by: 'new' })
  return browser
}

const userOf = (own: object) => ({ step: 'user', line: 1, user: 'family', ...own }) as const

/** A contract whose line a minor uses. */
async function contracted() {
  serial += 1
  const loginId = `guardian-${serial}`
  const browser = await applicant()
  await browser.put({ ...userOf({ birth, ...agreed }) })
  await browser.put({ step: 'options', options: [] })
  await browser.signIn(loginId)
  const kana = ['ア', 'イ', 'ウ', 'エ', 'オ', 'カ', 'キ', 'ク'][serial] ?? 'ケ'
  await browser.put({
    step: 'holder',
    lastName: '森',
    firstName: `保護者${kana}`,
    lastNameKana: 'モリ',
    firstNameKana: kana.repeat(3),
    birth: `197${serial}-04-12`,
    gender: 'female',
    zipCode: '1540004',
    region: '東京都',
    locality: '世田谷区',
    street: `太子堂${serial}-2-3`,
    phone: `0901234567${serial}`,
  })
  await browser.readDocument('matched')
  await browser.registerCard()
  await browser.agree()
  expect((await browser.submit()).state).toBe('accepted')
  const { consents } = await browser.call(api.guardianConsentGet)
  const lineId = consents[0]?.line.lineId
  if (lineId === undefined) throw new Error('no consent was recorded')
  return { loginId, browser, lineId, name: `森 保護者${kana}` }
}

const again = async ({ loginId }: { loginId: string }) => (await harness.signIn(loginId)).call
const consentOf = async (of: { loginId: string }) =>
  (await (await again(of))(api.guardianConsentGet)).consents[0]

async function at(time: string) {
  harness.clock.set(time)
  await runTasks(harness, 'consents of users who are 18')
}

describe('18歳未満の方が使う回線', () => {
  test('続柄と保護者の同意がないと進めず、どちらの欄にも理由が出る。18歳以上なら聞かない', async () => {
    const { put } = await applicant()
    const consent = ['使う方が18歳未満のときは、保護者としての同意にチェックを入れてください。']
    await expect(put(userOf({ birth }))).rejects.toMatchObject({
      failure: {
        fields: {
          guardian: ['使う方が18歳未満のときは、申し込む方の続柄を選んでください。'],
          consent,
        },
      },
    })
    const half = put(userOf({ birth, guardian: 'parent' }))
    await expect(half).rejects.toMatchObject({ failure: { fields: { consent } } })
    await put({ ...userOf({ birth: '2008-11-20' }) })
    await put({ ...userOf({ birth, ...agreed }) })
  })

  test('同意は、だれが、どの続柄で、いつ、どの方法で、どの契約のためにしたかを残し、書き出しにも入る', async () => {
    const of = await contracted()
    expect(await consentOf(of)).toMatchObject({
      state: 'given',
      stateLabel: '保護者の同意済み',
      guardian: of.name,
      relation: '親権者（父または母）',
      way: 'お申し込みの画面',
      givenAt: '2026-11-20T10:00:00+09:00',
      birth,
    })
    const [contract] = await rowsOf(harness, 'contract', ['contract_id'], {
      account_id: of.browser.account(),
    })
    const table = memberTables.find((one) => one.table === 'guardian_consent')
    const page = await table?.read(
      db,
      sealing,
      { accountId: of.browser.account(), contractId: contract?.contract_id },
      { after: undefined, limit: 10, wholeNumbers: false },
    )
    expect(page?.rows).toEqual([
      [
        '保護者の同意済み',
        birth,
        of.name,
        '親権者（父または母）',
        'お申し込みの画面',
        '2026-11-20T10:00:00+09:00',
        null,
        '2026-11-20T10:00:00+09:00',
      ],
    ])
  })

  test('18歳の誕生日に、ご本人の同意をお願いし、同意すると生年月日が残る', async () => {
    const of = await contracted()
    await at('2026-11-30T12:00:00+09:00')
    expect((await consentOf(of))?.state).toBe('given')
    await at('2026-12-01T00:00:00+09:00')
    await at('2026-12-01T01:00:00+09:00')
    expect(await consentOf(of)).toMatchObject({
      state: 'asked',
      answerUntil: '2027-01-01T00:00:00+09:00',
    })
    const call = await again(of)
    const { rows } = await call(api.noticesGet)
    const asked = rows.filter(({ title }) =>
      title.startsWith('回線を使う方が18歳になりました。ご本人の同意をご確認ください'),
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toContain('2026年12月31日（木）24:00までにお答えがないときは')
    const body = { lineId: of.lineId, answer: 'confirm' } as const
    const { consents } = await call(api.guardianConsentPost, { body })
    expect(consents[0]).toMatchObject({ state: 'confirmed', birth })
    await at('2027-02-01T00:00:00+09:00')
    expect((await consentOf(of))?.state).toBe('confirmed')
  })

  test('30日のあいだに答えがなければ生年月日だけを消し、回線とフィルタリングは変えない', async () => {
    const of = await contracted()
    const before = await rowsOf(harness, 'line', ['status', 'kind'], { line_id: of.lineId })
    await at('2026-12-01T00:00:00+09:00')
    await at('2026-12-31T23:00:00+09:00')
    expect((await consentOf(of))?.state).toBe('asked')
    await at('2027-01-01T00:00:00+09:00')
    const erased = await consentOf(of)
    expect(erased).toMatchObject({ state: 'erased', guardian: of.name })
    expect(erased?.birth).toBeUndefined()
    const [row] = await rowsOf(harness, 'guardian_consent', ['birth_sealed'], {
      line_id: of.lineId,
    })
    expect(row?.birth_sealed).toBeNull()
    expect(await rowsOf(harness, 'line', ['status', 'kind'], { line_id: of.lineId })).toEqual(
      before,
    )
    const { rows } = await (await again(of))(api.noticesGet)
    expect(rows.map(({ title }) => title)).toContain('使う方の生年月日を消去しました')
  })

  test('同意はいつでも取り消せる。消したあとは、同意に戻せない', async () => {
    const of = await contracted()
    const call = await again(of)
    const answer = (what: 'confirm' | 'erase') =>
      call(api.guardianConsentPost, { body: { lineId: of.lineId, answer: what } })
    expect(await codeOf(answer('confirm'))).toBe('WRONG_STATE')
    expect((await answer('erase')).consents[0]?.state).toBe('erased')
    expect(await codeOf(answer('confirm'))).toBe('WRONG_STATE')
    expect(await codeOf(answer('erase'))).toBe('WRONG_STATE')
    await at('2026-12-01T00:00:00+09:00')
    expect((await consentOf(of))?.state).toBe('erased')
  })

  test('ほかの方の回線の同意には答えられない', async () => {
    const mine = await contracted()
    const other = await contracted()
    const call = await again(other)
    const body = { lineId: mine.lineId, answer: 'erase' } as const
    expect(await codeOf(call(api.guardianConsentPost, { body }))).toBe('NOT_FOUND')
    expect((await consentOf(mine))?.state).toBe('given')
  })
})
