import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { attribute, descendants } from '#server/content/html-tree.ts'
import { orderPage, pages, withQuery, webhookPage } from '#vocabulary/pages.ts'
import type { Browser, Page } from '../browser-without-script.ts'
import { makeMember, type MemberShape } from './members.ts'
import { handOff } from './one-stop.ts'
import { openPages } from './pages.ts'
import { simDesk } from './sim-orders.ts'
import { makeWebhook } from './receivers.ts'
import { useHarness } from './use-harness.ts'

// Every press of my page that asks for a proof is walked: filled in, the detour taken, and what was pressed goes on as it was.

const NOW = '2026-11-22T10:00:00+09:00'
const harness = await useHarness(NOW)
const browse = await openPages(harness)
const desk = simDesk(harness, 'walk')
beforeEach(() => harness.clock.set(NOW))

type Known = { readonly call: Call; readonly lineId: string }

type Walk = {
  readonly endpoint: Endpoint
  readonly shape?: Partial<MemberShape>
  /** What was done before, with everything proven. */
  readonly before?: (member: Known) => Promise<string>
  /** The screen of the last press. */
  readonly open: (browser: Browser, member: Known & { readonly prior: string }) => Promise<Page>
  readonly press: RegExp
  readonly answers?: Readonly<Record<string, string>>
  /** What the page says at the end. */
  readonly done: string
}

const share = { planCode: 20, course: 'share' } as const
const AGREED = { agreed: 'yes' }
const SIM_FORM = '費用と日程を確認する'

/** The last hour that a select offers. */
function lastHour(page: Page) {
  const select = page.elements.find(
    (one) => one.tagName === 'select' && attribute(one, 'name') === 'switchAt',
  )
  const hours =
    select === undefined ? [] : descendants(select).map((one) => attribute(one, 'value'))
  return hours.findLast((hour) => hour !== undefined && hour !== '') ?? ''
}

async function bookEnd({ call }: Known) {
  const { conditions } = await call(api.simCancelPaymentGet)
  const booked = await call(api.simCancelReservePost, { body: { conditions, agreed: true } })
  return booked.orderNo
}

async function offerLine({ call, lineId }: Known) {
  const { conditions } = await call(api.handoverEstimateGet, { query: { lineId } })
  const who = { lastNameKana: 'サトウ', firstNameKana: 'ハナコ', birth: '1990-04-01' }
  const body = { lineId, conditions, agreed: true, ...who } as const
  await call(api.handoverOfferPost, { body })
  const { lines } = await call(api.handoverLinesGet)
  return lines[0]?.offer?.orderNo ?? ''
}

async function esimReady({ call, lineId }: Known) {
  const { orderNo } = await desk.orderEsim(call, lineId)
  await desk.after(1)
  return orderNo
}

const orderCard = async ({ call, lineId }: Known) => (await desk.orderCard(call, lineId)).orderNo

const walks: Readonly<Record<string, Walk>> = {
  SIMの追加: {
    endpoint: api.simAddPost,
    shape: share,
    open: async (browser) =>
      (await browser.open(pages.simAdd)).press(SIM_FORM, {
        kind: 'data',
        size: 'nano',
        nickname: 'タブレット',
      }),
    press: /SIMの追加を申し込む$/,
    answers: AGREED,
    done: 'SIMの追加の受付',
  },
  'eSIMへの変更（選んだ時刻）': {
    endpoint: api.simChangeSizeRegisterPost,
    open: async (browser, { lineId }) =>
      (await browser.open(withQuery(pages.simChange, { what: 'reissue', lineId }))).press(
        SIM_FORM,
        { reason: 'modelChange', size: 'esim', eid: desk.eid() },
      ),
    press: /SIMの発行を申し込む$/,
    done: 'の受付',
  },
  SIMの種別変更: {
    endpoint: api.simChangeTypeRegisterPost,
    open: async (browser, { lineId }) =>
      (await browser.open(withQuery(pages.simChange, { what: 'kind', lineId }))).press(SIM_FORM, {
        kind: 'data',
        size: 'nano',
      }),
    press: /種別変更を申し込む$/,
    answers: AGREED,
    done: 'の受付',
  },
  解約: {
    endpoint: api.simCancelReservePost,
    open: (browser) =>
      browser.open(withQuery(pages.cancellation, { step: 'confirm', scope: 'contract' })),
    press: /^解約を予約する$/,
    answers: AGREED,
    done: '解約の受付',
  },
  解約の予約の取り消し: {
    endpoint: api.simCancelResetPost,
    before: bookEnd,
    open: (browser, { prior }) => browser.open(withQuery(pages.cancellation, { undo: prior })),
    press: /^解約の予約を取り消す$/,
    done: '解約予約の取り消し',
  },
  初期契約解除: {
    endpoint: api.statusInitialCancelPost,
    shape: { startedOn: '2026-11-18' },
    open: (browser) => browser.open(withQuery(pages.initialCancel, { step: 'confirm' })),
    press: /^初期契約解除を申し出る$/,
    answers: AGREED,
    done: '初期契約解除',
  },
  MNP転出: {
    endpoint: api.portOutIssuanceRequestPost,
    open: (browser, { lineId }) =>
      browser.open(withQuery(pages.portOut, { step: 'confirm', lineId })),
    press: /^MNP予約番号の発行を申し込む$/,
    answers: AGREED,
    done: 'MNP',
  },
  'MNP転出（ワンストップ）への同意': {
    endpoint: api.portOutOneStopPost,
    open: async (browser, { call }) => {
      const { lines } = await call(api.contractGet)
      const { token, returnUrl } = await handOff(harness, lines[0]?.number ?? '')
      return browser.open(withQuery(pages.portOutConsent, { token, return_url: returnUrl }))
    },
    press: /^同意する$/,
    answers: AGREED,
    done: 'MNP転出への同意',
  },
  ゆずる手続きの取りやめ: {
    endpoint: api.handoverWithdrawPost,
    shape: { ...share, lines: [{}, {}] },
    before: offerLine,
    open: (browser, { prior }) => browser.open(withQuery(pages.handover, { undo: prior })),
    press: /^手続きを取りやめる$/,
    done: '手続きの取りやめ',
  },
  ロックの解除: {
    endpoint: api.lockLiftPost,
    before: async ({ call }) => {
      await call(api.lockPost, { body: { lock: 'topUp', waitHours: 0 } })
      return ''
    },
    open: (browser) => browser.open(pages.lock),
    press: /^ロックを解除する$/,
    done: '解除を受け付けました',
  },
  ご家族を招くこと: {
    endpoint: api.familyInvitationPost,
    shape: share,
    open: (browser) => browser.open(withQuery(pages.family, { invite: '1' })),
    press: /^招待を作る$/,
    answers: { role: 'manager', name: '花子' },
    done: '招待を作りました',
  },
  ご家族の招待の承諾: {
    endpoint: api.familyAcceptPost,
    before: async () => {
      const holder = await makeMember(harness, { loginId: `walk-holder`, ...share })
      const body = { role: 'manager', name: '次郎' } as const
      return (await holder.call(api.familyInvitationPost, { body })).url ?? ''
    },
    open: (browser, { prior }) => {
      const { pathname, search } = new URL(prior)
      return browser.open(pathname + search)
    },
    press: /^承諾する$/,
    done: 'さんのご契約',
  },
  アクセスキーを作ること: {
    endpoint: api.connectionsKeyPost,
    open: (browser) => browser.open(pages.connectionKey),
    press: /^アクセスキーを作る$/,
    answers: { name: '家計簿', scopes: 'data:read', days: '30' },
    done: 'アクセスキーを作りました',
  },
  Webhookの作成: {
    endpoint: api.webhooksPost,
    open: (browser) => browser.open(pages.webhooks),
    press: /^Webhookを作る$/,
    answers: { url: 'https://hooks.example.jp/portal' },
    done: 'Webhookを作りました',
  },
  Webhookの署名の鍵: {
    endpoint: api.webhooksSecretPost,
    before: async ({ call }) =>
      (await makeWebhook(call, 'https://hooks.example.jp/portal')).webhookId,
    open: (browser, { prior }) => browser.open(webhookPage(prior)),
    press: /^署名の鍵を替える$/,
    done: '署名の鍵を替えました',
  },
  お申し込みの取り消し: {
    endpoint: api.orderDelete,
    before: orderCard,
    open: (browser, { prior }) => browser.open(`${orderPage(prior)}&ask=cancel`),
    press: /^お申し込みを取り消す$/,
    done: '取り消し確認中',
  },
  切り替えの日時: {
    endpoint: api.orderSwitchOverPost,
    before: esimReady,
    open: (browser, { prior }) => browser.open(`${orderPage(prior)}&ask=switch`),
    press: /^この日時で切り替える$/,
    done: '切り替えの予約済み',
  },
}

/** Logged in by password alone, half an hour ago, in a browser that is known. */
async function byPassword(loginId: string, shape: Partial<MemberShape> = {}) {
  const made = await makeMember(harness, { loginId, ...shape })
  const [lineId = ''] = made.lineIds
  harness.clock.set('2026-11-20T10:00:00+09:00')
  const first = await harness.signIn(loginId, harness.clock.now(), true, { secret: undefined })
  const device = { secret: first.device?.secret }
  harness.clock.set(NOW)
  const proven = () => harness.signIn(loginId, harness.clock.now(), true, device)
  const locked = async () =>
    harness.signIn(loginId, harness.clock.now().subtract({ minutes: 30 }), false, device)
  return { loginId, lineId, proven, locked }
}

describe('本人の確認へ寄り道しても、入力したことはすべて残り、押したことがそのまま続く', () => {
  test.each(Object.entries(walks))('%s', async (_, walk) => {
    const member = await byPassword(`walk-${Object.values(walks).indexOf(walk)}`, walk.shape)
    const { call } = await member.proven()
    const { lineId } = member
    const prior = (await walk.before?.({ call, lineId })) ?? ''
    const browser = browse(await member.locked())
    const last = await walk.open(browser, { call, lineId, prior })
    const button = last.buttons.find((one) => walk.press.test(one)) ?? '（押すボタン）'
    const hour = lastHour(last)
    const typed = { ...walk.answers, ...(hour === '' ? {} : { switchAt: hour }) }
    const asked = await last.press(button, typed)
    expect(asked.leadsTo).toContain('/auth/login?proof=')
    const back = new URL(asked.leadsTo ?? '', 'http://localhost').searchParams.get('back') ?? ''
    expect(back).toContain('press=1')

    const here = await browse(await member.proven(), browser.cookieHeader()).open(back)
    for (const [name, value] of Object.entries(typed))
      expect([name, here.valueOf(name).split(',')]).toEqual([name, expect.arrayContaining([value])])
    const done = await here.press('お手続きを続ける')
    expect(`${done.heading} ${done.text}`).toContain(walk.done)
    expect(done.textsOf('notice--warning')).toEqual([])
    expect(done.leadsTo).toBeUndefined()
  })

  /** Asked for before anything is typed, or walked beside the rules of the detour. */
  const elsewhere: Readonly<Record<string, Endpoint>> = {
    'proof-detours.test.ts': api.handoverOfferPost,
    'proof-detours.test.ts, card': api.billingPaymentMethodPost,
    'proof-detours.test.ts, export': api.memberExportPost,
    'sent as the switch-over is, by the same form; its order needs another carrier':
      api.orderPortInPut,
    'e2e/mypage-passkey.e2e.ts: asked for before the browser makes a key': api.passkeysBeginPost,
    'the same, when the browser has made it': api.passkeysPost,
    'sent as a key is made, by the same form; an app begins it': api.connectionsAppPost,
    'passkey-walk.test.ts, on a lost phone': api.passkeysDelete,
    'phone-move-walk.test.ts': api.phoneMoveLetterPost,
  }

  test('確認を求める手続きは、どれもここで歩かれている', () => {
    const walked = [
      ...Object.values(walks).map(({ endpoint }) => endpoint),
      ...Object.values(elsewhere),
    ]
    const asking = Object.values<Endpoint>(api).filter(
      ({ proof, method }) => proof !== undefined && method !== 'GET',
    )
    expect(asking.length).toBeGreaterThan(14)
    expect(asking.filter((one) => !walked.includes(one)).map(({ path }) => path)).toEqual([])
  })
})
