import { describe, expect, test } from 'vitest'
import { classesOf, textOf } from '#server/content/html-tree.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { openPages } from '#tests/api/pages.ts'
import type { Page } from '#tests/browser-without-script.ts'
import { simDesk } from '#tests/api/sim-orders.ts'

const harness = await useHarness()
const browse = await openPages(harness)
const desk = simDesk(harness, 'sim')

/** The cards one chooses from, with their text. */
const choices = ({ elements }: Page) =>
  elements.filter((one) => classesOf(one).includes('choice')).map(textOf)

const change = (what: string, lineId: string) =>
  `/mypage/sim/change.html?${new URLSearchParams({ what, lineId })}`

describe('費用は、選ぶところに出る', () => {
  test('手続きを選ぶ画面に、再発行と種別変更の費用がある', async () => {
    const { text } = await browse(await desk.member()).open('/mypage/sim/change.html')
    expect(text).toContain('費用は、eSIMが220円（税込）、SIMカードが3,733円（税込）です。')
    expect(text).toContain('費用は3,733円（税込）です。')
  })

  test('再発行の画面では、SIMのタイプごとに費用がある', async () => {
    const member = await desk.member()
    const page = await browse(member).open(change('reissue', member.lineId))
    expect(choices(page).slice(-4)).toEqual([
      expect.stringMatching(/^eSIM.*220円1回のみ（税込）$/),
      expect.stringMatching(/^nanoSIM.*3,733円1回のみ（税込）$/),
      expect.stringMatching(/^microSIM.*3,733円1回のみ（税込）$/),
      expect.stringMatching(/^標準SIM.*3,733円1回のみ（税込）$/),
    ])
  })

  test('種別変更の画面では、種別ごとの月額の差と、形ごとの費用がある', async () => {
    const member = await desk.member()
    const page = await browse(member).open(change('kind', member.lineId))
    expect(choices(page)).toEqual([
      expect.stringMatching(/^データ＋SMS.*−297円月額（税込）$/),
      expect.stringMatching(/^データ.*−443円月額（税込）$/),
      ...['eSIM', 'nanoSIM', 'microSIM', '標準SIM'].map((form) =>
        expect.stringMatching(new RegExp(`^${form}.*3,733円1回のみ（税込）$`)),
      ),
    ])
  })

  test('SIMの追加の画面にも、形ごとの費用がある', async () => {
    const member = await desk.member({ planCode: 20, course: 'share' })
    const page = await browse(member).open('/mypage/sim/add.html')
    expect(choices(page).at(3)).toMatch(/^eSIM.*3,733円1回のみ（税込）$/)
  })
})

describe('EIDの入力', () => {
  /** Up to 確認 with an eSIM in a device that another order has taken. */
  async function confirmTaken() {
    const eid = desk.eid()
    const first = await desk.member()
    const taken = await browse(first).open(change('reissue', first.lineId))
    const answers = { reason: 'modelChange', size: 'esim', eid }
    const ordered = await taken.press('費用と日程を確認する', answers)
    await ordered.press('SIMの発行を申し込む')

    const member = await desk.member()
    const visitor = browse(member)
    const input = await visitor.open(change('reissue', member.lineId))
    return { eid, visitor, confirm: await input.press('費用と日程を確認する', answers) }
  }

  const eidIn = ({ elements }: Page) =>
    elements
      .filter((one) => one.attrs.some(({ name, value }) => name === 'name' && value === 'eid'))
      .map((one) => one.attrs.find(({ name }) => name === 'value')?.value)

  test('ほかの手続きで使用中なら、入力の画面のEIDの欄に理由が出て、入力した内容は残る', async () => {
    const { eid, confirm } = await confirmTaken()
    const again = await confirm.press('SIMの発行を申し込む')
    expect(again.title).toBe('SIMのサイズ変更・再発行')
    expect(again.fieldErrors).toEqual([
      '入力されたEIDは、ほかの手続きで使用中です。端末のEIDを確認して入力し直してください。',
    ])
    expect(again.checked).toEqual(['reason=modelChange', 'size=esim'])
    expect(eidIn(again)).toEqual([eid])
    expect(again.url.href).not.toContain(eid)
  })

  test('ブラウザーの「戻る」でも、選んだ内容とEIDが残る。ほかの手続きには現れず、申し込むと消える', async () => {
    const member = await desk.member()
    const visitor = browse(member)
    const address = change('reissue', member.lineId)
    const eid = desk.eid()
    const answers = { reason: 'modelChange', size: 'esim', eid }
    const confirm = await (await visitor.open(address)).press('費用と日程を確認する', answers)
    const back = await visitor.open(address)
    expect(back.checked).toEqual(['reason=modelChange', 'size=esim'])
    expect(eidIn(back)).toEqual([eid])
    const other = await visitor.open(change('kind', member.lineId))
    expect([other.checked, eidIn(other)]).toEqual([[], ['']])

    await confirm.press('SIMの発行を申し込む')
    expect(visitor.cookies()).not.toContain('sim_answers')
  })
})
