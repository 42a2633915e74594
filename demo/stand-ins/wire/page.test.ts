import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { page } from './page.ts'

test('見本のページの書体は、名前を引用符で挟んだまま渡る', async () => {
  const text = await page('題', html`<p>本文</p>`)
  const [, style = ''] = /<style>([\s\S]*)<\/style>/u.exec(text) ?? []
  expect(style).toContain('"Hiragino Sans", "Noto Sans JP"')
  expect(style).not.toContain('&quot;')
})

test('題と本文に書かれた記号は、文字のまま見える', async () => {
  const text = await page('<b>"題"</b>', html`<p>${'<i>&'}</p>`)
  expect(text).toContain('<title>&lt;b&gt;&quot;題&quot;&lt;/b&gt;</title>')
  expect(text).toContain('<p>&lt;i&gt;&amp;</p>')
})
