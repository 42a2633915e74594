import { describe, expect, onTestFinished, test } from 'vitest'
import { dutyRows } from '#domain/identity/duty.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { holder, openBrowser } from '#tests/api/applicants.ts'
import { openPages } from '#tests/api/pages.ts'
import { codeOf } from '#tests/api/refusals.ts'
import { simDesk, type DeskMember } from '#tests/api/sim-orders.ts'
import { useApplicants } from '#tests/api/use-applicants.ts'
import { lineKinds, type LineKind } from '#vocabulary/line.ts'

const harness = await useApplicants()
const browse = await openPages(harness)
const desk = simDesk(harness, 'identity-duty')

/** The one row that turns the duty on for data SIMs, until the end of the test. */
function turnOn(validFrom = '2026-11-20') {
  dutyRows.push({ kinds: ['data', 'voice'], validFrom: tokyoDate(validFrom), source: '試験' })
  onTestFinished(() => void dutyRows.pop())
}

let serial = 0

/** An order of one line, answered up to what comes after the holder. */
async function upToHolder(kind: LineKind, loginId = `duty-${(serial += 1)}`, own: object = {}) {
  const browser = openBrowser(harness)
  const { put } = browser
  await put({ step: 'plan', plan: 13, lines: 1 })
  await put({ step: 'kind', line: 1, kind })
  await put({ step: 'sim', line: 1, size: 'nano' })
  if (kind === 'voice') await put({ step: 'number', line: 1, by: 'new' })
  await put({ step: 'user', line: 1, user: 'holder' })
  await put({ step: 'options', options: [] })
  await browser.signIn(loginId)
  await put({ step: 'holder', ...holder, ...own })
  return browser
}

type Browser = Awaited<ReturnType<typeof upToHolder>>

const stepsOf = async ({ call }: Browser) =>
  (await call(api.applicationGet)).steps.map(({ step }) => step)

/** What orders and pages say of identification, by where it is said. */
async function everything({ loginId, lineId }: DeskMember) {
  const said: Record<string, unknown> = {}
  for (const kind of lineKinds) {
    const draft = await upToHolder(kind)
    said[`申し込み ${kind}`] = await stepsOf(draft)
  }
  const call = await desk.again(loginId)
  for (const kind of lineKinds) {
    const query = { kind, size: 'nano' } as const
    const added = await call(api.simAddCostGet, { query })
    const changed = await call(api.simChangeTypeInitialCostGet, { query: { ...query, lineId } })
    said[`追加 ${kind}`] = [added.identityRequired, added.notices]
    said[`種別変更 ${kind}`] = [changed.identityRequired, changed.notices]
  }
  const query = { lineId, size: 'nano', reason: 'broken' } as const
  said['再発行'] = (await call(api.simChangeSizeInitialCostGet, { query })).identityRequired
  const pages = browse(await harness.signIn(loginId))
  for (const path of ['/mypage', '/mypage/user.html', '/mypage/user/edit.html', '/mypage/lite'])
    said[path] = (await pages.open(path)).text
  for (const path of ['/mypage/personal.html', '/mypage/sim/add.html'])
    said[path] = (await pages.open(path)).text
  return said
}

describe('本人確認が必要なSIMは、日付のある一行で決まる', () => {
  test('データSIMの行を入れると、watanabe さんのデータSIMのお申し込みで本人確認を求め、ほかは何も変わらない', async () => {
    const member = await desk.member({ planCode: 20 })
    const before = await everything(member)
    const watanabe = await upToHolder('data', 'watanabe')
    expect(await stepsOf(watanabe)).not.toContain('identity')
    turnOn()
    expect(await stepsOf(watanabe)).toEqual([
      'plan',
      'kind',
      'sim',
      'user',
      'options',
      'account',
      'holder',
      'identity',
      'card',
      'terms',
      'confirm',
    ])
    const page = await browse(await harness.signIn('watanabe')).open('/order/apply/identity')
    expect(page.text).toContain(
      'データSIMの契約には、携帯電話不正利用防止法により本人確認が必要です。',
    )
    await watanabe.registerCard()
    await watanabe.agree()
    expect(await codeOf(watanabe.submit())).toBe('APPLICATION_INCOMPLETE')
    await watanabe.readDocument('matched')
    expect((await watanabe.submit()).state).toBe('accepted')

    const after = await everything(member)
    const changed = Object.keys(before).filter(
      (place) => JSON.stringify(after[place]) !== JSON.stringify(before[place]),
    )
    expect(changed).toEqual([
      '申し込み data',
      '追加 data',
      '種別変更 data',
      '/mypage/personal.html',
      '/mypage/sim/add.html',
    ])
    const notice =
      'データSIMの契約には、法律により本人確認が必要です。申し込みのあとに続けて行います。'
    expect(after['追加 data']).toEqual([true, expect.arrayContaining([notice])])
    expect(before['追加 data']).toEqual([false, expect.not.arrayContaining([notice])])
    expect(before['/mypage/personal.html']).toContain(
      'データSIM、データ＋SMSだけのご契約では、本人確認は必要ありません。音声通話SIMをお申し込みになると、',
    )
    expect(after['/mypage/personal.html']).toContain(
      'データ＋SMSだけのご契約では、本人確認は必要ありません。データSIM、音声通話SIMをお申し込みになると、',
    )
    for (const text of [before, after].map((one) => String(one['/mypage/sim/add.html'])))
      expect(text).toContain('電話番号で通話できます。お申し込みのあと、本人確認が必要です。')
  })

  test('追加のデータSIMは、本人確認が済んでから準備が始まる', async () => {
    turnOn()
    const member = await desk.member({ planCode: 20 })
    const { state, identity } = await desk.orderLine(member.call, 'data', 'nano')
    expect([state, identity.state]).toEqual(['id_check', 'waiting'])
  })

  test('先の日付の行は、その日になるまで効かない', async () => {
    turnOn('2026-11-21')
    const draft = await upToHolder('data')
    expect(await stepsOf(draft)).not.toContain('identity')
    harness.clock.set('2026-11-21T00:00:00+09:00')
    expect(await stepsOf(draft)).toContain('identity')
  })

  test('過ぎた日付の行を入れても、受け付けたお申し込みと、使っている回線には、さかのぼって求めない', async () => {
    const other = {
      firstName: '海',
      firstNameKana: 'カイ',
      birth: '1985-02-03',
      phone: '09055556666',
    }
    const applied = await upToHolder('data', 'before-the-row', { ...other, street: '三宿9-8-7' })
    await applied.registerCard()
    await applied.agree()
    expect((await applied.submit()).state).toBe('accepted')
    const member = await desk.member({ planCode: 20, lines: [{ kind: 'data' }] })
    const { state } = await desk.orderLine(member.call, 'data', 'nano')
    turnOn('2026-10-01')
    expect((await applied.call(api.applicationGet)).identity.state).toBe('not_required')
    expect((await applied.call(api.applicationStatusGet)).state).toBe('accepted')
    await harness.drain()
    const { rows } = await member.call(api.statusApplyStateGet, { query: {} })
    expect([state, rows[0]?.state]).toEqual(['ordered', 'preparing'])
    const contract = await member.call(api.contractGet)
    expect(contract.lines.map(({ status }) => status)).toContain('active')
  })

  test('データSIMだけの方の氏名の変更は、行を入れた日から、新しい書類で確かめる', async () => {
    const { call } = await desk.member({ lines: [{ kind: 'data' }] })
    expect((await call(api.userEditStatusGet)).needsProof).toBe(false)
    turnOn()
    expect((await call(api.userEditStatusGet)).needsProof).toBe(true)
  })
})
