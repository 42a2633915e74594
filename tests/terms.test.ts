import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const folder = new URL('../content/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')
const japaneseDate = (date: string) =>
  date.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, (_, year, month, day) => `${year}年${month}月${day}日`)

type Terms = { path: string; title: string; date: string; version: string; html: string }

const versioned = /^<span data-title="([^"]+)".* data-date="([^"]+)" data-version="([^"]+)" hidden>/

/** Every fragment that carries a version is a set of terms. */
const allTerms = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .flatMap((file): Terms[] => {
    const html = read(file)
    const [, title = '', date = '', version] = versioned.exec(html) ?? []
    if (version === undefined) return []
    return [{ path: `/${file.replace(/\/index\.html$/, '')}`, title, date, version, html }]
  })

/** `path version sha256`, of the words alone: markup and white space may change. */
function textOfVersion({ path, version, html }: Terms): string {
  const words = html.replace(/<[^>]*>|\s/g, '')
  return `${path} ${version} ${createHash('sha256').update(words).digest('hex')}`
}

describe('規約', () => {
  test('一覧にはすべての規約が載っている', () => {
    const listed = [...read('terms/index.html').matchAll(/<th scope="row"><a href="([^"]+)">/g)]
    expect(allTerms.length).toBeGreaterThanOrEqual(12)
    expect(listed.map(([, path]) => path).toSorted()).toEqual(
      allTerms.map(({ path }) => path).toSorted(),
    )
  })

  // What a member has agreed to must be found again by its version: a changed text is a new version, with a record.
  test('文面が変われば、版も変わる', () => {
    const known = readFileSync(new URL('terms-texts.txt', import.meta.url), 'utf8')
    expect(allTerms.map(textOfVersion).toSorted().join('\n')).toBe(known.trimEnd())
  })

  test.each(allTerms)('$title の版と改定日は、一覧と本文と記録で同じ', (terms) => {
    const { path, title, date, version, html } = terms
    const row = new RegExp(
      `<a href="${RegExp.escape(path)}">${RegExp.escape(title)}</a></th>\\s*` +
        `<td data-label="版">第${RegExp.escape(version)}版</td>\\s*` +
        `<td data-label="改定日"><time datetime="${date}">${japaneseDate(date)}</time></td>`,
    )
    expect(read('terms/index.html')).toMatch(row)
    expect(html).toContain(`第${version}版（${japaneseDate(date)}改定）`)
    const [latest] =
      html.split('附則・改定の記録</h2>')[1]?.match(/<tr>\s*<th scope="row">[^]*?<\/tr>/) ?? []
    expect(latest).toMatch(
      new RegExp(
        `>第${RegExp.escape(version)}版</th>\\s*<td data-label="改定日">${japaneseDate(date)}</td>`,
      ),
    )
  })

  test.each(allTerms)(
    '$title には「2分でわかる要点」と、そこから本文への案内がある',
    ({ html }) => {
      const summary = html.split('2分でわかる要点</h2>')[1]?.split('</section>')[0] ?? ''
      const anchors = [...summary.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      expect(anchors.length).toBeGreaterThan(0)
      expect(anchors.filter((id) => !html.includes(`id="${id}"`))).toEqual([])
    },
  )
})
