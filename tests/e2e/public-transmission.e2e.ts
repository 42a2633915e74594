import { expect, open, test } from './fixtures.ts'

test('外部へ送るのは公表したものだけで、見ているページのURLは送らない', async ({
  page,
  baseURL,
}) => {
  const sent: { path: string; referer: string | undefined }[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== baseURL && url.protocol.startsWith('http'))
      sent.push({ path: url.pathname, referer: request.headers()['referer'] })
  })
  const items = page.waitForResponse(/\/announce\/items/)
  await open(page, '/support?from=trial')
  await items
  const published = await (await page.request.get('/legal/external-transmission.html')).text()
  expect(new Set(sent.map(({ path }) => path))).toEqual(
    new Set(['/navi.css', '/announce/bar.js', '/announce/items']),
  )
  for (const { referer } of sent) expect(referer ?? `${baseURL}/`).toBe(`${baseURL}/`)
  for (const name of ['navi.css', 'bar.js', 'お知らせの取得', 'ひびき株式会社'])
    expect(published).toContain(name)
  expect(published).not.toContain('閲覧中のページのURL')
})
