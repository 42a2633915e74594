import { brand } from '#brand'
import type { FamilyRole } from '#vocabulary/family.ts'
import { folders, isBillPage, pages } from '#vocabulary/pages.ts'
import { orderPages, outageBoard, successionPages } from '#vocabulary/site-pages.ts'
import type { Operation } from '#vocabulary/operation.ts'

/** The five areas of the bar; every page of my page belongs to one of them. */
export type AreaName = 'top' | 'data' | 'price' | 'procedure' | 'notices'

export type EntranceGroup = 'data' | 'price' | 'contract' | 'account' | 'leave'

export type Entrance = {
  readonly href: string
  readonly label: string
  /** What is there, for lists that have the room to say it. */
  readonly hint: string
  readonly area: AreaName
  /** Where the top lists it; what has an entrance of its own there (the lost phone, the bar) is not listed twice. */
  readonly group?: EntranceGroup
  /** What begins there: where none of it is possible now, the top does not offer it. */
  readonly begins?: readonly Operation[]
  /** Open to a provider account without a contract. */
  readonly withoutContract?: boolean
  /** Still of use when the contract has ended: what was can be read. */
  readonly afterEnd?: boolean
  /** Nothing on it is of use when the contract has ended, and it says nothing of that itself: my page does in its place. */
  readonly closesWithContract?: boolean
  /** Of use before the first line opens: nothing that needs a line, or data. */
  readonly beforeOpening?: boolean
}

export const groupNames: Record<EntranceGroup, string> = {
  data: 'データ',
  price: '料金と書面',
  contract: '契約と回線',
  account: 'お客さま情報',
  leave: 'やめる・移る',
}

/** How entrances of an area are said: by address, label and hint, and for whom they are there. */
const entrancesIn =
  (area: AreaName, group?: EntranceGroup) =>
  (
    href: string,
    label: string,
    hint: string,
    more: Omit<Entrance, 'href' | 'label' | 'hint' | 'area' | 'group'> = {},
  ): Entrance => ({ href, label, hint, area, ...(group && { group }), ...more })

const data = entrancesIn('data', 'data')
const price = entrancesIn('price', 'price')
const contract = entrancesIn('procedure', 'contract')
const procedure = entrancesIn('procedure')
const leave = entrancesIn('procedure', 'leave')
const account = entrancesIn('top', 'account')
const notice = entrancesIn('notices', 'account')

const beforeAndAfter = { afterEnd: true, beforeOpening: true } as const
const forEverybody = { withoutContract: true, ...beforeAndAfter } as const

/** Every entrance of my page, in the order in which it is shown. entrances.test.ts holds it against the routes. */
export const entrances: readonly Entrance[] = [
  data(pages.usage, 'データ利用量', '日別・月別の利用量と、付与・利用の記録', beforeAndAfter),
  data(pages.topUp, 'データチャージ', '足りないときに追加、すぐに使えます', { begins: ['topUp'] }),
  data(pages.gift, 'データを贈る・受け取る', '残りをほかの方に贈る、コードで受け取る'),
  data(pages.alert, 'データ残量のお知らせ', '残量・利用量・料金がここまで来たらメールで', {
    closesWithContract: true,
  }),
  entrancesIn('top', 'data')(
    pages.lite,
    'かんたんマイページ',
    '通信が遅いときに。残量・切り替え・チャージ・料金・紛失時の停止だけ',
    { beforeOpening: true },
  ),
  price(pages.billing, '料金・請求', '今月の料金と見込み、これまでの請求と内訳', beforeAndAfter),
  price(pages.advice, 'データ容量の見直し', 'この1年を、ほかの容量で計算し直します', {
    begins: ['planSizeChange'],
  }),
  price(
    pages.spending,
    '料金の上限と自動チャージ',
    '使いすぎを防ぐ月の上限と、足りないときの自動チャージ',
    { closesWithContract: true },
  ),
  price(pages.contract, 'ご契約内容', '料金、回線、オプション', beforeAndAfter),
  price(pages.call, '通話・SMSの明細', '1件ごとの料金とその理由。CSVで保存できます', {
    afterEnd: true,
  }),
  price(pages.invoices, '適格請求書', '請求ごとに発行、PDFのダウンロードと再発行', {
    afterEnd: true,
  }),
  price(pages.documents, '契約書面', 'PDFの確認と郵送', beforeAndAfter),
  contract(pages.planSize, 'データ容量の変更', '翌月1日から変更、取り消しも', {
    begins: ['planSizeChange', 'planSizeUndo'],
  }),
  contract(pages.simAdd, 'SIMの追加', 'シェアコースに回線を加える', { begins: ['simAdd'] }),
  contract(pages.simChange, 'SIMの変更・再発行', 'サイズ、eSIM、種別の変更', {
    begins: ['simReissue', 'simKindChange'],
  }),
  contract(pages.phoneMove, '新しいスマホに移す', 'eSIMなら約5分、24時間は元に戻せます', {
    begins: ['phoneMove'],
  }),
  contract(pages.option, 'オプション', '通話・安心・楽しむオプションの申し込みと解約', {
    begins: ['optionJoin', 'optionLeave'],
  }),
  contract(pages.family, 'ご家族の役割', 'ご家族を招いて、回線の残りと速度をお任せします'),
  contract(
    pages.familyRequests,
    'ご家族からのお願い',
    'データや速度のお願いに、1回押すだけで返事をします',
  ),
  contract(pages.devices, '端末', '保証、分割払いの残り、修理・交換の請求', { afterEnd: true }),
  procedure(pages.procedures, '手続き', 'いまできる手続きと、できない手続きの理由'),
  procedure(pages.lost, '紛失・盗難のとき', '回線をすぐに止める、見つかったら再開する'),
  contract(pages.orders, 'お手続き状況', '進行中のお手続きと、これまでの履歴', beforeAndAfter),
  contract(pages.deadlines, '期限と予定', '締め切りと有効期限、カレンダーへの登録', {
    beforeOpening: true,
  }),
  account(pages.user, 'お客さま情報', 'ご登録の氏名、住所、連絡先', forEverybody),
  account(
    pages.personal,
    '本人確認済みの情報',
    '契約者として確認した氏名と住所、確認した日',
    beforeAndAfter,
  ),
  account(pages.held, '保存している情報', '何をいつまで保存するか、持ち出しと削除', forEverybody),
  account(
    pages.access,
    '閲覧と代理の記録',
    '当社の担当者が見たもの、代わりに手続きしたこと',
    forEverybody,
  ),
  account(pages.familyPlaces, 'ご家族の契約', '招かれている契約を開く、役割をやめる', forEverybody),
  account(pages.logins, 'ログインの記録', '日時と端末の確認、ほかの端末のログアウト', forEverybody),
  account(
    pages.passkeys,
    'パスキー',
    '指紋や顔でご本人を確認する鍵の追加と、なくしたとき',
    forEverybody,
  ),
  account(
    pages.connections,
    '連携とアクセスキー',
    'プログラムに許したこと、使われた記録、取り消し',
    { withoutContract: true, afterEnd: true },
  ),
  notice(pages.noticeSettings, 'お知らせの設定', 'メールとSMSで受け取る種類を選ぶ', forEverybody),
  notice(pages.push, 'プッシュ通知', 'この端末の画面で受け取る、種類と時間を選ぶ', {
    withoutContract: true,
    beforeOpening: true,
    closesWithContract: true,
  }),
  account(pages.webhooks, 'Webhook', '請求の確定や手続きの進みを、ご自分のプログラムで受け取る', {
    beforeOpening: true,
    closesWithContract: true,
  }),
  account(
    pages.app,
    'アプリとウィジェット',
    'ホーム画面に置く、電波がないときの数字、残りだけのカード',
    { beforeOpening: true, closesWithContract: true },
  ),
  account(pages.point, 'ポイント連携', `${brand.pointsPartner}のIDとの連携と解除`, forEverybody),
  account(
    pages.optin,
    '情報提供の同意',
    `${brand.pointsPartner}へ送る情報の確認、同意と撤回`,
    forEverybody,
  ),
  account(pages.enquete, 'アンケート', '回答は任意です', { withoutContract: true }),
  contract(
    pages.lock,
    '手続きロック（不正防止）',
    'MNP転出・SIMの変更・データチャージを、ほかの人にさせない',
  ),
  leave(pages.cancellation, '解約・転出', '費用と最終日の確認、他社への乗り換え'),
  leave(pages.portOut, 'MNP転出', '電話番号をそのまま他社で使う'),
  leave(pages.handover, '回線をご家族にゆずる', '電話番号とSIMはそのまま、契約者を変える', {
    begins: ['lineHandover'],
  }),
  leave(pages.initialCancel, '初期契約解除', '書面の受け取りから8日間', {
    begins: ['initialCancel'],
    beforeOpening: true,
  }),
  notice(pages.contact, 'お問い合わせ', '窓口に書いて尋ねる、これまでのやりとり', forEverybody),
  entrancesIn('notices')(
    pages.notices,
    'お知らせ',
    'お手続きの結果、残量や料金のお知らせ',
    forEverybody,
  ),
]

/**
 * The entrance to a page: one label for it in lists, in the way above a heading and as the title of a procedure.
 * @throws Error for a page without an entrance of its own.
 */
export function entranceTo(href: string): Entrance {
  const entrance = entrances.find((one) => one.href === href)
  if (entrance === undefined) throw new Error(`${href} is no entrance`)
  return entrance
}

/** The same where a list says something else of what is there. */
export const entryTo = (href: string, hint: string) => ({
  href,
  label: entranceTo(href).label,
  hint,
})

/** Titles of a procedure's steps, made of its entrance's label unless it says another. */
export function procedureTitles<More extends Readonly<Record<string, string>>>(
  href: string,
  more: More,
) {
  const { label } = entranceTo(href)
  return { input: label, confirm: `${label}の確認`, done: `${label}の受付`, ...more }
}

/** Screens that no list offers, to which a notice or a deadline leads: by the name it calls them. */
export const furtherPages: Readonly<Record<string, string>> = {
  [pages.pay]: '料金のお支払い',
  [pages.card]: 'お支払い方法',
  [pages.deviceClaim]: '修理・交換の請求',
  [pages.userEdit]: '登録情報の変更',
  [orderPages.begin]: 'お申し込み',
  [orderPages.status]: 'お申し込みの状況',
  [successionPages.status]: '名義変更（承継）の状況',
  [successionPages.stop]: 'お申し出を止める画面',
  [outageBoard]: '障害・メンテナンス情報',
}

const known = new Set([
  pages.top,
  ...entrances.map(({ href }) => href),
  ...Object.keys(furtherPages),
])
/** Pages of one line and of its cap, or of one month's bill. */
const ofOne = /^\/mypage\/(?:line\/[\w-]+(?:\/cap)?|billing\/\d{4}-\d\d)\.html$/

/** A path the wire names, if there is a screen behind it: no link may lead nowhere. */
export function linkTo(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const [bare = ''] = path.split(/[?#]/)
  return known.has(bare) || ofOne.test(bare) ? path : undefined
}

/** Pages of the account that are reached from another page. */
const ofTheAccount: readonly string[] = [
  pages.userEdit,
  pages.passkeyAdd,
  pages.passkeyLost,
  pages.connectionKey,
  pages.connectionApp,
  pages.connectionConsent,
  pages.prove,
  pages.familyJoin,
  pages.familyLines,
]

export function isOpenWithoutContract(path: string): boolean {
  if (ofTheAccount.includes(path)) return true
  return entrances.some(({ href, withoutContract }) => withoutContract === true && href === path)
}

/**
 * What a role opens at the contract of another (docs/decisions/116); everything else there is the holder's. Pages of the
 * account are one's own wherever one stands.
 */
export function isOpenToRole(path: string, role: FamilyRole): boolean {
  if (isOpenWithoutContract(path) || path === pages.gift) return true
  return (
    role === 'manager' && (path === pages.familyRequests || path.startsWith(`${folders.line}/`))
  )
}

/** Whose my page it is: a member, one whose line has yet to open, one whose contract has ended, an account without a
 * contract, or somebody who stands at the contract of another. */
export type Standing = 'member' | 'opening' | 'ended' | 'account' | 'family'

/** What is offered: nothing that would only say that it cannot be done. */
export function entrancesFor(standing: Standing): readonly Entrance[] {
  if (standing === 'member') return entrances
  return entrances.filter((entrance) => entrance[flags[standing]])
}

const flags = {
  opening: 'beforeOpening',
  ended: 'afterEnd',
  account: 'withoutContract',
  family: 'withoutContract',
} as const

/** The page of an address, where it is of no use once the contract has ended. */
export const uselessAfterEnd = (path: string): Entrance | undefined =>
  entrances.find(({ href, afterEnd }) => href === path && !afterEnd)

/** The bar on every page of my page: what each of the five leads to for this member. */
export function barFor(standing: Standing) {
  if (standing === 'family') return familyBar
  const open = entrancesFor(standing)
  return bar.flatMap(({ area, label, hrefs }) => {
    const href = hrefs.find(
      (one) => one === pages.top || open.some((entrance) => entrance.href === one),
    )
    return href === undefined ? [] : [{ area, label, href }]
  })
}

const bar = [
  { area: 'top', label: 'トップ', hrefs: [pages.top] },
  { area: 'data', label: 'データ', hrefs: [pages.usage] },
  { area: 'price', label: '料金', hrefs: [pages.billing] },
  { area: 'procedure', label: '手続き', hrefs: [pages.procedures, pages.orders] },
  { area: 'notices', label: 'お知らせ', hrefs: [pages.notices] },
] as const satisfies readonly { area: AreaName; label: string; hrefs: readonly string[] }[]

const familyBar = [
  { area: 'top', label: '残り', href: pages.familyLines },
  { area: 'procedure', label: '契約の切り替え', href: pages.familyPlaces },
  { area: 'notices', label: 'お知らせ', href: pages.notices },
] as const satisfies readonly { area: AreaName; label: string; href: string }[]

/** What the bar shows as the place of a page: itself, where it is one of the bar's, else what it belongs to. */
export function placeOf(standing: Standing, path: string) {
  const shown = barFor(standing)
  const itself = shown.find(({ href }) => href === path)
  if (itself !== undefined) return itself
  // In a role everything but the messages is reached from what is left.
  const area = standing === 'family' && areaOf(path) !== 'notices' ? 'top' : areaOf(path)
  return shown.find((one) => one.area === area)
}

/** Which of the five a page belongs to; a page of one line belongs to the top, from where it is reached. */
export function areaOf(path: string): AreaName {
  if (path === pages.portOutConsent) return 'procedure'
  if (path === pages.deviceRegister || path === pages.deviceClaim) return 'procedure'
  if (isBillPage(path) || path === pages.returnInvoices) return 'price'
  return entrances.find(({ href }) => href === path)?.area ?? 'top'
}
