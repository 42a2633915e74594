import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { lastPresses } from '#portal/mypage/flow/proofs.ts'
import { procedurePages } from '#portal/mypage/flow/procedures.ts'
import { pages } from '#vocabulary/pages.ts'
import { makeMember, type MemberShape } from './members.ts'
import { openPages } from './pages.ts'
import { useHarness } from './use-harness.ts'

// A check of who somebody is comes before the work, and what was typed survives it (decision 081).

const harness = await useHarness()
const browse = await openPages(harness)
const NOW = '2026-11-22T10:00:00+09:00'
beforeEach(() => harness.clock.set(NOW))

/** The account's browser again, after the provider's page: the same device, with a second factor. */
async function proven(loginId: string, device: { secret: string | undefined }) {
  return browse(await harness.signIn(loginId, harness.clock.now(), true, device))
}

/** Logged in by password alone, long ago, in a browser that is known. */
async function byPassword(loginId: string, shape: Partial<MemberShape> = {}) {
  const member = await makeMember(harness, { ...shape, loginId })
  harness.clock.set('2026-11-20T10:00:00+09:00')
  const first = await harness.signIn(loginId, harness.clock.now(), true, { secret: undefined })
  const device = { secret: first.device?.secret }
  harness.clock.set(NOW)
  const before = harness.clock.now().subtract({ minutes: 30 })
  const session = await harness.signIn(loginId, before, false, device)
  return { ...member, ...session, device }
}

describe('はじめに言う', () => {
  /** Where no endpoint asks for anything beside the session. */
  const unasked = [
    pages.planSize,
    pages.option,
    pages.devices,
    pages.deviceRegister,
    pages.documents,
  ]

  test('手続きのどの画面も、最後のボタンが求める本人の確認を、1歩目で言う', async () => {
    // Two of at most three lines in their first eight days: everything can be begun.
    const member = await byPassword('first-step', {
      course: 'share',
      lines: [{}, {}],
      planCode: 20,
      startedOn: '2026-11-18',
    })
    const browser = browse(member)
    const asking = Object.entries(lastPresses).filter(
      // These open only for who comes from another carrier, or from an app, with what that has sent along.
      ([path, last]) =>
        path !== pages.portOutConsent &&
        path !== pages.connectionConsent &&
        (last?.proof ?? last?.endpoint.proof) !== undefined,
    )
    expect(asking.length).toBeGreaterThan(9)
    for (const [path] of asking) {
      const page = await browser.open(path)
      expect([path, page.links.map(({ text }) => text)]).toEqual([
        path,
        expect.arrayContaining(['先に確認する']),
      ])
      expect(page.text, path).toContain('（1分ほど）')
    }
    const here = await (await proven('first-step', member.device)).open(pages.simChange)
    expect(here.text).not.toContain('先に確認する')
  })

  test('いま始められる手続きのない画面では、本人の確認も待ち時間も求めない', async () => {
    const member = await byPassword('nothing-to-begin')
    const browser = browse(member)
    // One line, whose size is no share's, long after its eight days.
    for (const path of [pages.simAdd, pages.initialCancel]) {
      const page = await browser.open(path)
      expect(page.links.map(({ text }) => text)).not.toContain('先に確認する')
      expect(page.text).not.toContain('お待ちいただきます')
      // No step is taken where all there is to read is why not.
      expect(page.text).not.toContain('手順 1/3')
    }
  })

  test('ロックでSIMの変更を止めているあいだ、回線を選ぶ画面は本人の確認を先に求めない', async () => {
    const member = await byPassword('sim-locked')
    const choice = () => browse(member).open(pages.simChange)
    expect((await choice()).links.map(({ text }) => text)).toContain('先に確認する')
    await member.call(api.lockPost, { body: { lock: 'simChange', waitHours: 24 } })
    const page = await choice()
    expect(page.text).toContain('いま受け付けられません')
    expect(page.links.map(({ text }) => text)).not.toContain('先に確認する')
  })

  test('転出の予約番号があるあいだ、その画面は番号だけを見せ、本人の確認を先に求めない', async () => {
    const member = await byPassword('number-is-there')
    const lineId = member.lineIds[0] ?? ''
    const sure = await harness.signIn('number-is-there', harness.clock.now(), true, member.device)
    const { conditions } = await sure.call(api.portOutPaymentGet, { query: { lineId } })
    const body = { lineId, conditions, agreed: true as const }
    await sure.call(api.portOutIssuanceRequestPost, { body: body })
    await harness.drain()
    const page = await browse(member).open(pages.portOut)
    expect(page.text).toContain('MNP予約番号')
    expect(page.links.map(({ text }) => text)).not.toContain('先に確認する')
  })

  test('手続きの画面は、どれもこの表にあるか、確認を求めない', () => {
    // A move asks at its second step, for the proof that is chosen there (tests/api/phone-move-walk.test.ts).
    const own = [pages.orders, pages.phoneMove]
    const listed = new Set<string>([...Object.keys(lastPresses), ...unasked, ...own])
    const known = Object.values(procedurePages).map((page) => page?.path ?? '')
    expect(known.filter((path) => !listed.has(path))).toEqual([])
  })

  test('はじめての端末では、受け付けない手続きは受け付ける日時を、待つ手続きは待つ時間を1歩目で言う', async () => {
    await makeMember(harness, { loginId: 'new-device' })
    const stranger = await harness.signIn('new-device', harness.clock.now(), true, {
      secret: undefined,
    })
    const browser = browse(stranger)
    const handover = await browser.open(pages.handover)
    expect(handover.text).toContain('この端末からは、まだお手続きいただけません')
    expect(handover.text).toContain('2026年11月23日（月）10:00からお手続きいただけます')
    const sim = await browser.open(pages.simChange)
    expect(sim.text).toContain('お申し込みのあと、24時間お待ちいただきます')
    const portOut = await browser.open(pages.portOut)
    expect(portOut.text).toContain('お申し込みのあと、2時間お待ちいただきます')
  })
})

describe('寄り道をしても', () => {
  test('回線をゆずる：入力した家族の名前と生年月日と同意がそのまま残り、続きへ進む', async () => {
    const member = await byPassword('detour-handover')
    const review = await browse(member).open(
      `${pages.handover}?step=confirm&lineId=${member.lineIds[0]}`,
    )
    const asked = await review.press('ゆずる手続きを始める', {
      lastNameKana: 'サトウ',
      firstNameKana: 'ハナコ',
      birth: '19900401',
      agreed: 'yes',
    })
    const back = new URL(asked.leadsTo ?? '', 'http://localhost').searchParams.get('back') ?? ''
    expect(back).toContain('press=1')
    const here = await (await proven('detour-handover', member.device)).open(back)
    expect(here.valueOf('lastNameKana')).toContain('サトウ')
    expect(here.valueOf('birth')).toContain('1990-04-01')
    const done = await here.press('お手続きを続ける')
    expect(done.text).toContain('譲渡番号')
    const { lines } = await member.call(api.handoverLinesGet)
    expect(lines[0]?.offer).toBeDefined()
  })

  test.each([
    ['カード', pages.card, /カードを(登録|変更)する/, {}],
    ['データの持ち出し', pages.held, /ファイルを準備する/, { wholeNumbers: 'on' }],
  ] as const)('%s：戻ると、押したことがそのまま続く', async (name, path, button, answers) => {
    const loginId = `detour-${path.length}`
    const member = await byPassword(loginId)
    const page = await browse(member).open(path)
    const words = page.buttons.find((one) => button.test(one)) ?? ''
    const asked = await page.press(words, answers)
    const back = new URL(asked.leadsTo ?? '', 'http://localhost').searchParams.get('back') ?? ''
    const here = await (await proven(loginId, member.device)).open(back)
    const went = await here.press('お手続きを続ける')
    expect([name, went.leadsTo ?? went.text]).not.toContain(undefined)
    if (path === pages.held) expect(went.text).toContain('持ち出すファイルの準備を始めました')
    else expect(went.leadsTo).toMatch(/^http/)
  })

  test.each([
    ['付けなければ、一部を伏せ', 'masked', false],
    ['付ければ、すべての桁を含め', 'whole', true],
  ] as const)(
    'データの持ち出し：相手先の番号は、印を%s、寄り道をしても変わらない',
    async (_, word, wholeNumbers) => {
      const member = await byPassword(`export-${word}`)
      const page = await browse(member).open(pages.held)
      const tick = { wholeNumbers: page.choice('wholeNumbers', 'すべての桁で') }
      const asked = await page.press('ファイルを準備する', wholeNumbers ? tick : {})
      const back = new URL(asked.leadsTo ?? '', 'http://localhost').searchParams.get('back') ?? ''
      const sure = await harness.signIn(`export-${word}`, harness.clock.now(), true, member.device)
      const here = await browse(sure).open(back)
      await here.press('お手続きを続ける')
      const { exports } = await sure.call(api.memberExportGet)
      expect(exports.map((one) => one.wholeNumbers)).toEqual([wholeNumbers])
    },
  )

  test('ほかの端末のブラウザーや、確認コードのないログインには、預かった手続きを渡さない', async () => {
    const member = await byPassword('detour-stranger')
    const page = await browse(member).open(pages.card)
    await page.press(page.buttons.find((one) => one.includes('カードを')) ?? '')
    const address = `${pages.card}?note=verified&press=1`
    expect((await browse(member).open(address)).buttons).not.toContain('お手続きを続ける')
    const stranger = await proven('detour-stranger', { secret: undefined })
    expect((await stranger.open(address)).buttons).not.toContain('お手続きを続ける')
    const own = await proven('detour-stranger', member.device)
    expect((await own.open(address)).buttons).toContain('お手続きを続ける')
    harness.clock.set(harness.clock.now().add({ minutes: 31 }).toString())
    const late = await proven('detour-stranger', member.device)
    expect((await late.open(address)).buttons).not.toContain('お手続きを続ける')
  })
})
