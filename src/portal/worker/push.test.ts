import { expect, test } from 'vitest'
import { pages } from '#vocabulary/pages.ts'
import { showPushes } from './push.ts'
import type { WorkerScope } from './scope.ts'

type Shown = { title: string; body: string; data: string; tag?: string }

/** A worker's place, and its phone. */
function phone() {
  const shown: Shown[] = []
  const opened: string[] = []
  const worker = Object.assign(new EventTarget(), {
    registration: {
      showNotification: async (title: string, rest: Omit<Shown, 'title'>) => {
        shown.push({ title, ...rest })
      },
    },
    navigator: {},
    location: { origin: 'https://portal.example' },
    clients: { openWindow: async (url: string) => void opened.push(url) },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what is used of a worker is here
  showPushes(worker as unknown as WorkerScope)
  const waited: Promise<unknown>[] = []
  const dispatch = (type: string, more: object) =>
    worker.dispatchEvent(
      Object.assign(new Event(type), {
        waitUntil: (work: Promise<unknown>) => waited.push(work),
        ...more,
      }),
    )
  return {
    shown,
    opened,
    push: async (text: string) => {
      dispatch('push', { data: { text: () => text } })
      await Promise.all(waited)
    },
    tap: async (data: unknown) => {
      dispatch('notificationclick', { notification: { data, close: () => {} } })
      await Promise.all(waited)
    },
  }
}

test('ほかの版の形で届いたプッシュ通知も、黙って捨てず、お知らせがあると示して、押すとお知らせの一覧を開く', async () => {
  for (const text of [
    JSON.stringify({ version: 2, notice: { title: '題', body: '文' } }),
    JSON.stringify({ title: '題', body: '文' }),
    JSON.stringify({ title: 1, body: '文', path: '/mypage/x' }),
    'null',
    '[]',
    '{',
    '',
  ]) {
    const { shown, opened, push, tap } = phone()
    await push(text)
    expect(shown, text).toEqual([
      {
        title: 'お知らせがあります',
        body: '開いてご確認ください。',
        lang: 'ja',
        data: pages.notices,
      },
    ])
    await tap(shown[0]?.data)
    expect(opened).toEqual([`https://portal.example${pages.notices}`])
  }
})

test('知らない項目が増えていても、知っているものはそのまま示す', async () => {
  const { shown, push } = phone()
  await push(
    JSON.stringify({ title: '題', body: '文', path: '/mypage/a', tag: 7, unread: 'x', more: {} }),
  )
  expect(shown).toEqual([{ title: '題', body: '文', lang: 'ja', data: '/mypage/a' }])
})

test('通知を押しても、マイページのほかは開かない', async () => {
  const { opened, tap } = phone()
  for (const data of ['https://elsewhere.example/mypage/top.html', '/auth/logout', 7, undefined])
    await tap(data)
  expect(opened.map((url) => new URL(url, 'https://portal.example').pathname)).toEqual(
    Array(4).fill(pages.notices),
  )
})
