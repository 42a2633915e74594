import { brand } from '#brand'
import { Accordion } from '#ui/accordion.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Card, CardGrid, LinkCard, LinkList } from '#ui/card.tsx'
import { Section, Split } from '#ui/layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PrintHeader } from '#ui/print-header.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { type GalleryPart, part, statesOf } from './gallery-part.ts'

export const navigationParts: readonly GalleryPart[] = [
  part('breadcrumb', 'パンくずリスト', {
    通常: (
      <Breadcrumb
        way={[
          { href: '/', label: 'トップ' },
          { href: '/beginner', label: '初めての方へ' },
        ]}
        here="SIMカードとSIMフリー"
      />
    ),
  }),
  part('tabs', 'タブ', {
    '3つ': (
      <Tabs
        label="データの表示"
        current="#day"
        tabs={[
          { href: '#day', label: '日ごと' },
          { href: '#month', label: '月ごと' },
          { href: '#history', label: '付与と利用の記録' },
        ]}
      />
    ),
  }),
  part(
    'pagination',
    'ページ送り',
    statesOf(
      [1, 7, 12],
      (page) => `12ページのうち${page}ページ目`,
      (page) => (
        <Pagination
          label={`請求の一覧（${page}）`}
          page={page}
          pages={12}
          href={(at) => `#page-${page}-${at}`}
        />
      ),
    ),
  ),
  part('accordion', '開閉', {
    閉じた状態と開いた状態: (
      <div>
        <Accordion title="月の途中で申し込むと、料金はどうなりますか">
          <p>利用を始めた日から月末までの日数で計算します。</p>
        </Accordion>
        <Accordion title="解約に費用はかかりますか" open>
          <p>かかりません。解約した月の料金は1か月分です。</p>
        </Accordion>
      </div>
    ),
    'ヘッダー用（200ミリ秒）': (
      <Accordion title="プランとサービス" inHeader>
        <p>料金プラン、オプション</p>
      </Accordion>
    ),
  }),
  part('card', 'カード', {
    '通常、リンク、長い文': (
      <CardGrid>
        <Card>
          <h3>090-0000-0000</h3>
          <p>音声通話、nanoSIM</p>
        </Card>
        <LinkCard href="#card">
          <h3>データチャージ</h3>
          <p>残量が足りないときに、100MBから買い足せます。</p>
        </LinkCard>
        <Card>
          <h3>とても長い名前の回線でも、枠の中で折り返します</h3>
          <p>Antidisestablishmentarianism-0123456789-0123456789-0123456789</p>
        </Card>
      </CardGrid>
    ),
    入口の一覧: (
      <LinkList
        entries={[
          { href: '#usage', label: 'データの使用量' },
          { href: '#bill', label: '請求と明細', hint: '11月分は12月7日（月）にお支払い' },
          { href: '#leave', label: '解約・転出' },
        ]}
      />
    ),
  }),
  part('layout', 'ページの骨組み', {
    手続きの画面: (
      <Split
        sideLabel="料金の要約"
        side={
          <Card>
            <SummaryList
              entries={[
                ['毎月', '1,628円（税込）'],
                ['適用日', '2026年12月1日（火）'],
              ]}
            />
          </Card>
        }
      >
        <Section id="layout-section" title="データ容量を選ぶ" beside={<a href="#help">選び方</a>}>
          <p>今月の使用量は2.10GBです。</p>
        </Section>
      </Split>
    ),
    印刷のときだけの見出し: (
      <PrintHeader
        name={brand.service}
        title="データ容量の変更（確認）"
        printedAt="2026-11-20T18:05:00+09:00"
      />
    ),
  }),
]
