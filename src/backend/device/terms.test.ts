import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claimTerms } from './terms.ts'

test.each(Object.entries(claimTerms))(
  '%sの請求で同意していただく規約の版は、掲載している規約と同じ',
  (_, { path, title, version }) => {
    const page = new URL(`../../../content${path}`, import.meta.url)
    const [head = ''] = readFileSync(page, 'utf8').split('\n')
    expect(head).toContain(`data-title="${title}"`)
    expect(head).toContain(`data-version="${version}"`)
  },
)
