import type { Reply } from './breach.ts'
import { answering, isAbout, saying } from './breaches.ts'
import { trySystem } from './try-system.ts'

const navi = 'GET /navi'
const rewritten = (name: string, change: (html: string) => string) =>
  saying(navi, (json) => ({ ...json, [name]: change(String(json[name])) }))

trySystem('navigation', [
  {
    name: 'JSONの代わりに、HTMLを返す',
    breaks: 'NAVI-1',
    answer: answering(navi, async (_, forward) => ({
      ...(await forward()),
      headers: { 'content-type': 'text/html' },
    })),
  },
  { name: 'ヘッダーが空', breaks: 'NAVI-1', answer: rewritten('header', () => '') },
  { name: '答えない', breaks: 'NAVI-2', answer: async () => undefined },
  {
    name: '2MBを返す',
    breaks: 'NAVI-2',
    answer: rewritten('header', (html) => html + 'あ'.repeat(700_000)),
  },
  {
    name: '戻り先を、そのまま貼る',
    breaks: 'NAVI-3',
    answer: rewritten('header', (html) => html.replaceAll('%3F', '?')),
  },
  {
    name: 'ログイン中にも、ログインを勧める',
    breaks: 'NAVI-4',
    answer: (request, forward) =>
      forward({ path: request.path.replace('dmm_login=1', 'dmm_login=0') }),
  },
  {
    name: 'よその住所へ、ログインから戻す',
    breaks: 'NAVI-5',
    answer: answering(navi, async (request, forward) => {
      const back = new URL(request.path, 'http://x').searchParams.get('back_path') ?? ''
      const reply = await forward()
      return {
        ...reply,
        body: reply.body.replaceAll('back=%2F\\"', `back=${encodeURIComponent(back)}\\"`),
      }
    }),
  },
  {
    name: 'ヘッダーに、スクリプトを置く',
    breaks: 'NAVI-6',
    answer: rewritten('header', (html) => `${html}<script src="/a.js"></script>`),
  },
  {
    name: '頭に、題を置く',
    breaks: 'NAVI-6',
    answer: rewritten('head', (html) => `${html}<title>x</title>`),
  },
  {
    name: 'スタイルが、よその住所にある',
    breaks: 'NAVI-7',
    answer: rewritten('head', () => '<link rel="stylesheet" href="https://cdn.invalid/navi.css">'),
  },
  {
    name: '囲みを、閉じて返す',
    breaks: 'NAVI-8',
    answer: rewritten('main_contents', (html) => `${html}</div>`),
  },
])

const script = 'GET /announce/bar.js'
const items = 'GET /announce/items'
const first = (change: (item: Record<string, unknown>) => object) =>
  saying(items, (json) => {
    const list = Array.isArray(json['items']) ? json['items'] : []
    return { ...json, items: list.map((item: object) => change({ ...item })) }
  })
const ofScript = (change: (reply: Reply) => Reply) =>
  answering(script, async (_, forward) => change(await forward()))

trySystem('announcement', [
  {
    name: 'スクリプトがHTMLを書き込む',
    breaks: 'ANNOUNCE-1',
    answer: ofScript((reply) => ({
      ...reply,
      body: reply.body.replace('textContent', 'innerHTML'),
    })),
  },
  {
    name: 'スクリプトの代わりに、ページを返す',
    breaks: 'ANNOUNCE-1',
    answer: ofScript((reply) => ({ ...reply, headers: { 'content-type': 'text/html' } })),
  },
  {
    name: '重要さの言葉が違う',
    breaks: 'ANNOUNCE-2',
    answer: first((item) => ({ ...item, level: 'warning' })),
  },
  {
    name: '頼んだより多く返す',
    breaks: 'ANNOUNCE-3',
    answer: (request, forward) => forward({ path: request.path.replace(/size=\d+/, 'size=10') }),
  },
  {
    name: '終わったお知らせを出す',
    breaks: 'ANNOUNCE-4',
    answer: first((item) => ({ ...item, to: '2026-11-01T00:00:00+09:00' })),
  },
  {
    name: '知らない場所にも、お知らせを出す',
    breaks: 'ANNOUNCE-5',
    answer: (request, forward) => forward({ path: request.path.replace('999', '78') }),
  },
  {
    name: 'ほかのサイトからは読めない',
    breaks: 'ANNOUNCE-6',
    async answer(request, forward) {
      const { headers, ...reply } = await forward()
      const { 'access-control-allow-origin': _, ...others } = headers
      return { ...reply, headers: isAbout(request, items) ? others : headers }
    },
  },
  {
    name: '題に、HTMLを置く',
    breaks: 'ANNOUNCE-7',
    answer: first((item) => ({ ...item, title: '<b>重要</b>' })),
  },
  {
    name: 'よその暗号のない住所へ連れて行く',
    breaks: 'ANNOUNCE-7',
    answer: first((item) => ({ ...item, url: 'http://other.invalid/' })),
  },
])
