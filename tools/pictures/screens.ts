import { billPage, pages } from '#vocabulary/pages.ts'
import { outageBoard } from '#vocabulary/site-pages.ts'
import { mailHtml, mailPictures } from '#backend/mail/mail-html.ts'
import { composeMail } from '#backend/mail/member-message.ts'
import { now } from '#tests/message-samples.ts'
import { shown } from '#tests/messages-shown.ts'

/** A picture to look at: a page for a visitor or a member, or a mail as a client shows it. */
export type Screen = {
  readonly name: string
  readonly width: 375 | 600 | 1280
  readonly dark: boolean
} & (
  | { readonly path: string; readonly member?: string }
  | { readonly mail: { readonly writer: string; readonly index: number } }
)

const screen =
  (width: 375 | 1280, dark: boolean) => (name: string, path: string, member?: string) =>
    ({
      name: `${name}-${width}${dark ? '-dark' : ''}`,
      path,
      width,
      dark,
      ...(member && { member }),
    }) satisfies Screen
const phone = screen(375, false)
const desk = screen(1280, false)
const darkPhone = screen(375, true)
const darkDesk = screen(1280, true)

const devices = '/doc/terminallist.html'
const mail = (name: string, width: 375 | 600, dark: boolean, writer: string, index: number) =>
  ({
    name: `mail-${name}-${width}${dark ? '-dark' : ''}`,
    width,
    dark,
    mail: { writer, index },
  }) satisfies Screen

/** Some forty, chosen so that each part of the design is on one of them. */
export const screens: readonly Screen[] = [
  phone('top', '/'),
  phone('fee', '/fee'),
  phone('switching', '/mnp'),
  phone('devices', devices),
  phone('device-found', `${devices}?q=iPhone+16`),
  phone('support', '/support'),
  phone('apn', '/apn'),
  phone('order', '/order'),
  phone('outages', outageBoard),
  desk('top', '/'),
  desk('fee', '/fee'),
  desk('switching', '/mnp'),
  desk('support', '/support'),
  darkPhone('top', '/'),
  darkDesk('fee', '/fee'),
  phone('mypage-sato', pages.top, 'sato'),
  phone('mypage-suzuki', pages.top, 'suzuki'),
  phone('mypage-takahashi', pages.top, 'takahashi'),
  phone('mypage-tanaka', pages.top, 'tanaka'),
  phone('mypage-ito', pages.top, 'ito'),
  phone('usage', pages.usage, 'suzuki'),
  phone('charge', pages.topUp, 'sato'),
  phone('plan', pages.planSize, 'sato'),
  phone('sim', pages.simChange, 'sato'),
  phone('cancel', pages.cancellation, 'sato'),
  phone('calls', pages.call, 'sato'),
  phone('bills', pages.billing, 'takahashi'),
  phone('options', pages.option, 'suzuki'),
  phone('my-devices', pages.devices, 'kobayashi'),
  phone('points', pages.point, 'suzuki'),
  phone('notice-kinds', pages.noticeSettings, 'sato'),
  phone('bill', billPage('2026-10'), 'sato'),
  desk('mypage-sato', pages.top, 'sato'),
  desk('mypage-suzuki', pages.top, 'suzuki'),
  desk('usage', pages.usage, 'sato'),
  desk('contract', pages.contract, 'suzuki'),
  desk('options', pages.option, 'sato'),
  desk('locks', pages.lock, 'sato'),
  desk('held', pages.held, 'sato'),
  darkPhone('mypage-suzuki', pages.top, 'suzuki'),
  darkDesk('usage', pages.usage, 'sato'),
  darkPhone('plan', pages.planSize, 'sato'),
  mail('used-up', 375, false, 'alertMessage', 0),
  mail('used-up', 375, true, 'alertMessage', 0),
  mail('plan', 600, false, 'planSizeMessage', 0),
]

const sender = {
  publicUrl: 'https://portal.example.jp',
  inquiryUrl: 'https://support.example.jp/inquiry',
}

/** The mail as one page, its pictures inside. */
export function mailPage({ writer, index }: { writer: string; index: number }): string {
  const message = shown[writer]?.[index]
  if (message === undefined) throw new Error(`There is no mail ${writer} ${index}`)
  const content = composeMail(message, { name: '佐藤 美咲' }, sender, now)
  return mailPictures(content).reduce(
    (html, { cid, png }) =>
      html.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${png.toString('base64')}"`),
    mailHtml(content),
  )
}
