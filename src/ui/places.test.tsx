import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Accordion } from './accordion.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Notice } from './notice.tsx'
import { Pagination } from './pagination.tsx'
import { StepRing } from './step-ring.tsx'
import { SummaryList } from './summary-list.tsx'
import { Tabs } from './tabs.tsx'
import { Timeline } from './timeline.tsx'

test('パンくずリストは、いまの場所をリンクにしない', () => {
  expect(
    renderToStaticMarkup(<Breadcrumb way={[{ href: '/', label: 'トップ' }]} here="料金" />),
  ).toBe(
    '<nav class="breadcrumb" aria-label="パンくずリスト"><ol><li><a href="/">トップ</a></li><li><span aria-current="page">料金</span></li></ol></nav>',
  )
})

test('開いているタブが分かる', () => {
  expect(
    renderToStaticMarkup(
      <Tabs
        label="表示"
        current="/b"
        tabs={[
          { href: '/a', label: '日' },
          { href: '/b', label: '月' },
        ]}
      />,
    ),
  ).toContain('<li><a href="/a">日</a></li><li><a href="/b" aria-current="page">月</a></li>')
})

test('ヘッダーの開閉は短く、ほかは300ミリ秒', () => {
  expect(renderToStaticMarkup(<Accordion title="題">中身</Accordion>)).toBe(
    '<details class="accordion"><summary>題</summary>中身</details>',
  )
  expect(
    renderToStaticMarkup(
      <Accordion title="題" inHeader open>
        中身
      </Accordion>,
    ),
  ).toBe('<details open="" class="accordion accordion--header"><summary>題</summary>中身</details>')
})

test('手続きの進み具合は、いまの手順を言葉でも伝え、終わると数字の代わりに印が付く', () => {
  const confirm = renderToStaticMarkup(<StepRing current={1} />)
  expect(confirm).toContain('<span class="visually-hidden">手順 2/3：確認</span>')
  expect(confirm.match(/step-ring__passed/g)).toHaveLength(2)
  expect(confirm).toContain('>2</text>')
  const done = renderToStaticMarkup(<StepRing current={2} />)
  // Where one begins, a phone shows the way back too (flow.css).
  expect(confirm).not.toContain('step-ring--first')
  expect(renderToStaticMarkup(<StepRing current={0} />)).toContain('step-ring--first')
  expect(done).toContain('step-ring__check')
  expect(done).not.toContain('</text>')
})

test('お知らせの文は段落になる', () => {
  expect(
    renderToStaticMarkup(
      <Notice tone="danger" title="受け付けられません" role="alert">
        理由です。
      </Notice>,
    ),
  ).toBe(
    '<div class="notice notice--danger" role="alert"><p class="notice__title">受け付けられません</p><p>理由です。</p></div>',
  )
})

test('変更前と変更後は、矢印が見えなくても分かる', () => {
  expect(renderToStaticMarkup(<SummaryList entries={[['容量', '8GB', { was: '3GB' }]]} />)).toBe(
    '<dl class="summary-list"><div><dt>容量</dt><dd><span class="visually-hidden">変更前</span><span class="summary-list__was">3GB</span><span aria-hidden="true"> → </span><span class="visually-hidden">、変更後</span><span class="nowrap">8GB</span></dd></div></dl>',
  )
})

test('申し込みの流れは、日付だけの段と時刻のある段を分けて書く', () => {
  const markup = renderToStaticMarkup(
    <Timeline
      steps={[
        { title: '受付', state: 'done', at: '2026-11-18T10:24:00+09:00' },
        { title: '発送', state: 'current', at: '2026-11-20' },
      ]}
    />,
  )
  expect(markup).toContain(
    '<time dateTime="2026-11-18T10:24:00+09:00">2026年11月18日（水）10:24</time>',
  )
  expect(markup).toContain('<li class="timeline__current" aria-current="step">')
  expect(markup).toContain('<time dateTime="2026-11-20">2026年11月20日（金）</time>')
})

describe('ページ送り', () => {
  function numbersAt(page: number, pages: number): string {
    const markup = renderToStaticMarkup(
      <Pagination page={page} pages={pages} href={(at) => `?page=${at}`} />,
    )
    return markup
      .replaceAll('<span class="visually-hidden">ページ目</span>', '')
      .replaceAll(/<\/li>/g, ' ')
      .replaceAll(/<[^>]*>/g, '')
      .trim()
  }

  test.each([
    [1, 1, ''],
    [1, 3, '1 2 3 次へ'],
    [1, 12, '1 2 … 12 次へ'],
    [7, 12, '前へ 1 … 6 7 8 … 12 次へ'],
    [12, 12, '前へ 1 … 11 12'],
  ])('%dページ目、全%dページでは「%s」', (page, pages, shown) => {
    expect(numbersAt(page, pages)).toBe(shown)
  })
})
