import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const refused = (data: unknown) => ({ status: 503, statusText: '', internal: false, data })

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

/** What the page says at a path, in a document that was loaded at `loadedAt`, or on the server. */
async function shown(error: unknown, options: { loadedAt?: string; path?: string } = {}) {
  if (options.loadedAt) vi.stubGlobal('document', { location: { pathname: options.loadedAt } })
  const { ErrorPage } = await import('./error-page.tsx')
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[options.path ?? '/mypage/call.html']}>
      <ErrorPage error={error} traceKey="document-key" />
    </MemoryRouter>,
  )
}

test('お問い合わせ番号は、失敗した問い合わせのもの', async () => {
  const page = await shown(refused({ message: '接続できません。', traceKey: 'call-key' }))
  expect(page).toContain('お問い合わせ番号：call-key')
  expect(page).toContain('接続できません。')
})

test('分からないときは、そのページを読み込んだときのもの', async () => {
  expect(await shown(new Error('x'))).toContain('お問い合わせ番号：document-key')
  expect(await shown(new Error('x'), { loadedAt: '/mypage/call.html' })).toContain('document-key')
})

test('アプリの中を移ったあとに、前のページの番号は出さない', async () => {
  const page = await shown(new Error('x'), { loadedAt: '/mypage/top.html' })
  expect(page).toContain('サーバーでエラーが発生しました')
  expect(page).not.toContain('お問い合わせ番号')
})

test('マイページからは、同じページをもう一度開くか、マイページのトップへ行ける', async () => {
  const links = (page: string) => [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  expect(links(await shown(refused({})))).toEqual(['/mypage/call.html', '/mypage/top.html'])
  expect(links(await shown(refused({}), { path: '/mypage/top.html' }))).toEqual([
    '/mypage/top.html',
  ])
  expect(links(await shown({ ...refused({}), status: 403 }))).toEqual(['/'])
  expect(links(await shown(refused({}), { path: '//evil.example/mypage/' }))).toEqual(['/'])
})

test.each([400, 405, 409, 415, 422])(
  '%i：読み取れない送信は、サーバーの故障とは言わず、手続きが進んでいないことと次にすることを伝える',
  async (status) => {
    const page = await shown({ ...refused(null), status })
    expect(page).toContain('<h1>受け付けできませんでした</h1>')
    expect(page).toContain(
      '送信された内容またはアドレスに、この画面で読み取れない部分がありました。この操作での手続きは行っていません。画面を開き直して、もう一度お試しください。',
    )
    expect(page).not.toContain('サーバーで')
  },
)

test.each([413, 429])('%i も、受け付けできなかったと伝える', async (status) => {
  expect(await shown({ ...refused(null), status })).toContain('<h1>受け付けできませんでした</h1>')
})
