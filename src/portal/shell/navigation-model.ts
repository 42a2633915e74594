import { pages } from '#vocabulary/pages.ts'
import { brand } from '#brand'
import type { ExternalLinks } from '#portal/context.ts'
import type { MenuId } from '#portal/shell/menu-state.ts'

/** Spec 3, Navigation model. */
export type NavigationPage = {
  name: string
  url: string
  isSub: boolean
  isTargetBlank: boolean
  isRouterLink: boolean
}

export type NavigationCategory = { category: string; pages: NavigationPage[] }

const page = (name: string, url: string): NavigationPage => ({
  name,
  url,
  isSub: false,
  isTargetBlank: false,
  isRouterLink: true,
})
const sub = (name: string, url: string) => ({ ...page(name, url), isSub: true })
const outside = (name: string, url: string) => ({
  ...page(name, url),
  isTargetBlank: true,
  isRouterLink: false,
})
/** A page of ours that is opened as a plain link. */
const plain = (name: string, url: string) => ({ ...page(name, url), isRouterLink: false })

export const menuIds = ['plan', 'terminal', 'support'] as const satisfies MenuId[]

/** The header's menus (spec 2.5). */
export function headerMenus(links: ExternalLinks): (NavigationCategory & { id: MenuId })[] {
  return [
    {
      id: 'plan',
      category: 'プラン・サービス',
      pages: [page('料金プラン', '/fee'), page('オプション', '/option')],
    },
    {
      id: 'terminal',
      category: '端末',
      pages: [page('対応端末', '/doc/terminallist.html')],
    },
    {
      id: 'support',
      category: 'サポート',
      pages: [
        outside('よくある質問', links.faq),
        page('はじめての方へ', '/beginner'),
        page('ご利用中のサポート', '/support'),
        page('APN設定', '/apn'),
      ],
    },
  ]
}

export function talkPages(links: ExternalLinks): NavigationPage[] {
  return [
    page('仕組みと使い方', '/talk/about.html'),
    page('料金', '/talk/fee.html'),
    page('利用規約', '/talk/agreement'),
    outside('よくある質問', links.talkFaq),
  ]
}

/** The footer's categories (spec 2.6), with every page of the site. */
export function footerCategories(links: ExternalLinks): NavigationCategory[] {
  return [
    {
      category: '検討中の方',
      pages: [
        page('はじめての方へ', '/beginner'),
        sub('SIMカード・SIMロック', '/beginner/simfree.html'),
        sub('できること・できないこと', '/beginner/possible.html'),
        sub('データ通信量の目安', '/beginner/datatraffic.html'),
        page('乗り換え（MNP）', '/mnp'),
        page('重要事項説明', '/agreement/mobile_info.html'),
      ],
    },
    {
      category: '料金・サービス',
      pages: [
        page('料金プラン', '/fee'),
        page('オプション', '/option'),
        page(brand.talk, '/talk/top.html'),
        sub('仕組みと使い方', '/talk/about.html'),
        sub('料金', '/talk/fee.html'),
        page(`${brand.pointsPartner}との連携`, '/pointback_transition'),
      ],
    },
    {
      category: '端末',
      pages: [
        page('対応端末', '/doc/terminallist.html'),
        page('アプリ・ツール', '/app/tool.html'),
        page('資料・ドキュメント', '/doc'),
      ],
    },
    {
      category: '利用中の方',
      pages: [
        page('マイページ', pages.top),
        page('ご利用中のサポート', '/support'),
        page('APN設定', '/apn'),
      ],
    },
    {
      category: 'サポート',
      pages: [
        outside('よくある質問', links.faq),
        outside('お問い合わせ', links.inquiry),
        page('お知らせ', '/info'),
        sub('お知らせの一覧（年別）', '/history'),
        page('開発者の方へ', '/developers'),
        page('サイトマップ', '/sitemap.html'),
      ],
    },
    {
      category: '規約',
      pages: [
        page('規約・約款の一覧', '/terms'),
        sub('通信サービス契約約款', '/agreement/mobile.html'),
        sub('端末交換オプション', '/agreement/device.html'),
        sub('セキュリティ・リモートサポート', '/agreement/security.html'),
        sub('つながる端末保証', '/agreement/tsunagaru.html'),
        sub('音声オプション', '/agreement/voicemail.html'),
        { ...plain('公衆Wi-Fi', '/agreement/wifi.html'), isSub: true },
        sub('タブホ（雑誌読み放題）', '/terms/tabuho.html'),
        sub('データチャージ', '/agreement/data-option.html'),
        sub('端末売買契約', '/agreement/installment_sales.html'),
        sub(brand.talk, '/talk/agreement'),
      ],
    },
  ]
}

/** What the law asks for, at the very end of every page. */
export const legalPages: NavigationPage[] = [
  page('特定商取引法に基づく表記', '/legal/tokushoho.html'),
  page('プライバシーポリシー', '/legal/privacy.html'),
  page('情報提供の同意', '/privacy_policy'),
  page('外部送信', '/legal/external-transmission.html'),
  page('アクセシビリティ', '/accessibility'),
]
