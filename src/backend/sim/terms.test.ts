import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lineTerms } from './terms.ts'

test('同意していただく約款の版と改定日は、掲載している約款と同じ', () => {
  const page = new URL(`../../../content${lineTerms.path}`, import.meta.url)
  const [head = ''] = readFileSync(page, 'utf8').split('\n')
  expect(head).toContain(`data-title="${lineTerms.title}"`)
  expect(head).toContain(`data-date="${lineTerms.revisedOn}" data-version="${lineTerms.version}"`)
})
