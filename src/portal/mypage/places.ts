import { pages } from '#vocabulary/pages.ts'
import { formatCount } from '#ui/format.ts'

export type PlaceGroup = 'data' | 'contract' | 'payment' | 'procedure' | 'account'

export type Place = {
  readonly href: string
  readonly label: string
  readonly hint: string
  readonly group: PlaceGroup
  /** Its name in the navigation of my page; the others are reached from the top. */
  readonly tab?: string
  /** Open to a provider account without a contract. */
  readonly withoutContract?: boolean
  /** Still of use when the contract has ended: what was can be read. */
  readonly afterEnd?: boolean
}

export const groupNames: Record<PlaceGroup, string> = {
  data: 'データと通話',
  contract: '契約と回線',
  payment: 'お支払い',
  procedure: 'お手続き',
  account: 'お客さま情報',
}

/** Every entrance of my page, in the order in which it is shown. places.test.ts holds it against the routes. */
export const places: readonly Place[] = [
  {
    href: pages.usage,
    label: 'データ利用量',
    hint: '日別・月別の利用量、今月の見込み、付与と利用の記録',
    group: 'data',
    tab: 'データ利用量',
    afterEnd: true,
  },
  {
    href: pages.charge,
    label: 'データチャージ',
    hint: '足りないときに追加、すぐに使えます',
    group: 'data',
    tab: 'チャージ',
  },
  {
    href: pages.notification,
    label: 'データ残量のお知らせ',
    hint: '残量・利用量・料金がここまで来たらメールで',
    group: 'data',
  },
  {
    href: pages.call,
    label: '通話・SMSの明細',
    hint: '1件ごとの料金とその理由',
    group: 'data',
    afterEnd: true,
  },
  {
    href: pages.lite,
    label: 'かんたんマイページ',
    hint: '通信が遅いときに。残量・切り替え・チャージ・紛失時の停止だけ',
    group: 'data',
  },
  {
    href: pages.contract,
    label: 'ご契約内容',
    hint: 'プラン・回線・オプション・予約中の変更',
    group: 'contract',
    tab: 'ご契約',
    afterEnd: true,
  },
  {
    href: pages.planChange,
    label: 'データ容量の変更',
    hint: '翌月1日から変更、取り消しも',
    group: 'contract',
  },
  {
    href: pages.simAdd,
    label: 'SIMの追加',
    hint: 'シェアコースに回線を加える',
    group: 'contract',
  },
  {
    href: pages.simChange,
    label: 'SIMの変更・再発行',
    hint: 'サイズ、eSIM、種別の変更',
    group: 'contract',
  },
  {
    href: pages.lost,
    label: '紛失・盗難のとき',
    hint: '回線をすぐに止める、見つかったら再開する',
    group: 'contract',
  },
  {
    href: pages.documents,
    label: '契約書面',
    hint: 'PDFの確認と郵送',
    group: 'contract',
    afterEnd: true,
  },
  {
    href: pages.orders,
    label: 'お手続き状況',
    hint: '進行中のお手続きと、これまでの履歴',
    group: 'procedure',
    tab: 'お手続き',
    afterEnd: true,
  },
  {
    href: pages.deadlines,
    label: '期限と予定',
    hint: '締め切りと有効期限、カレンダーへの登録',
    group: 'procedure',
  },
  {
    href: pages.cancel,
    label: '解約・転出',
    hint: '費用と最終日の確認、他社への乗り換え',
    group: 'procedure',
    tab: '解約・転出',
  },
  {
    href: pages.portOut,
    label: 'MNP転出',
    hint: '電話番号をそのまま他社で使う',
    group: 'procedure',
  },
  {
    href: pages.initialCancel,
    label: '初期契約解除',
    hint: '書面の受け取りから8日間',
    group: 'procedure',
  },
  {
    href: pages.notices,
    label: 'お知らせ',
    hint: 'お手続きの結果、残量や料金のお知らせ',
    group: 'account',
    tab: 'お知らせ',
    withoutContract: true,
    afterEnd: true,
  },
]

const known = new Set([pages.top, ...places.map(({ href }) => href)])

/** A path the wire names, if there is a screen behind it: no link may lead nowhere. */
export function linkTo(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const [bare = ''] = path.split(/[?#]/)
  return known.has(bare) || /^\/mypage\/line\/[\w-]+\.html$/.test(bare) ? path : undefined
}

export function isOpenWithoutContract(path: string): boolean {
  return places.some(({ href, withoutContract }) => withoutContract === true && href === path)
}

/** Whose my page it is: a member, one whose contract has ended, or an account without a contract. */
export type Standing = 'member' | 'ended' | 'account'

/** What is offered: nothing that would only say that it cannot be done. */
export function placesFor(standing: Standing): readonly Place[] {
  if (standing === 'member') return places
  return places.filter(({ afterEnd, withoutContract }) =>
    standing === 'ended' ? afterEnd : withoutContract,
  )
}

/** The navigation on every page of my page. */
export function tabsFor(standing: Standing, unread: number) {
  const shown = placesFor(standing).flatMap(({ href, tab }) =>
    tab === undefined ? [] : [{ href, label: tab }],
  )
  return [{ href: pages.top, label: 'トップ' }, ...shown].map((tab) =>
    tab.href === pages.notices && unread > 0
      ? { ...tab, label: `${tab.label}（未読${formatCount(unread)}件）` }
      : tab,
  )
}
