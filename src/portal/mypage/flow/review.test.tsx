import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { Review } from './review.tsx'
import { UndoReview } from './undo-review.tsx'

const keys = { xsrfToken: 'x', draft: 'd' }
const refused = { code: 'OPTION_ALREADY_ACTIVE', message: 'すでにご利用中です。' } as const

/** Drawn as a page of its own, since forms and links know where they are. */
const drawn = (element: React.ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

const review = (allowed: boolean) =>
  drawn(
    <Review
      stage={<p>月額料金 770円</p>}
      facts={[['10分かけ放題', '利用していません → 利用する']]}
      why={{ allowed, ...refused }}
      note={undefined}
      refused={refused}
      form={{ keys, conditions: 'c', values: {}, submitLabel: '申し込む' }}
      back={{ href: '/mypage/option.html', label: '一覧に戻る' }}
    />,
  )

test('ほかの画面で済んだために断られたあとの確認は、もう起きない変更を並べない', () => {
  const html = review(false)
  expect(html).toContain('すでにご利用中です。')
  expect(html).toContain('一覧に戻る')
  expect(html).not.toContain('利用していません')
  expect(html).not.toContain('770円')
})

test('入力を直せば申し込めるあいだは、確認の内容も並べる', () => {
  expect(review(true)).toContain('利用していません → 利用する')
})

test('取り消しが断られたわけは、1度だけ言う', () => {
  const html = drawn(
    <UndoReview
      booking={{ orderNo: 'A-1', undo: { allowed: false, ...refused } }}
      entries={() => []}
      gone=""
      submitLabel="取り消す"
      backHref="/mypage/option.html"
      note={undefined}
      keys={keys}
      refused={refused}
    />,
  )
  expect(html.split('すでにご利用中です。')).toHaveLength(2)
})

test('もう取り消せない予約の確認は、取り消したあとのことも期限も並べない', () => {
  const html = drawn(
    <UndoReview
      booking={{
        orderNo: 'A-1',
        undo: { allowed: false, code: 'NOTHING_BOOKED', message: '取り消せる予約はありません。' },
        undoUntil: '2026-11-30',
      }}
      entries={() => [['取り消したあと', '引き続きお使いいただけます。']]}
      gone=""
      submitLabel="取り消す"
      backHref="/mypage/sim/cancel.html"
      note={undefined}
      keys={keys}
      refused={undefined}
    />,
  )
  expect(html).toContain('取り消せる予約はありません。')
  expect(html).not.toContain('取り消したあと')
  expect(html).not.toContain('取り消せる期限')
})
