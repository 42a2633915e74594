import { expect, test } from 'vitest'
import { attribute, descendants, textOf } from '#server/content/html-tree.ts'
import { visit } from './portal.ts'

// That a press comes to the place, and back: tests/e2e/public-anchors.e2e.ts.
test('料金の目次は、どれもその名前の見出しを指す', async () => {
  const { elements } = await visit().open('/fee')
  const toc = elements.filter((one) => attribute(one, 'class') === 'toc').flatMap(descendants)
  const entries = toc.filter(({ tagName }) => tagName === 'a')
  expect(entries).toHaveLength(13)
  for (const entry of entries) {
    const id = (attribute(entry, 'href') ?? '').replace(/^#/, '')
    const named = elements.filter((one) => attribute(one, 'id') === id)
    expect(named.map(textOf), id).toEqual([textOf(entry)])
  }
})
