import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { api } from './index.ts'
import { createOpenApiDocument } from './openapi.ts'

const document = createOpenApiDocument(api)
const text = JSON.stringify(document, null, 2)

test('docs/openapi.json is current (node tools/write-openapi.ts)', async () => {
  const file = new URL('../../docs/openapi.json', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(`${text}\n`)
})

test('every operation of the wire is in the document once', () => {
  const ids = [...text.matchAll(/"operationId": "(\w+)"/gu)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual(Object.keys(api).toSorted())
})

test('every reference leads to a component', () => {
  const targets = new Set(
    [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/gu)].map(String),
  )
  const missing = [...text.matchAll(/"\$ref": "#\/(\w+)\/(\w+)\/(\w+)"/gu)].filter(
    ([, root, kind = '', name = '']) =>
      root !== 'components' || !Object.hasOwn(groupOf(kind), name),
  )
  expect(targets.size).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

function groupOf(kind: string): object {
  const groups: Record<string, object> = document.components
  return groups[kind] ?? {}
}

test('what a member sees of an amount or a date is described once', () => {
  expect(document.components.schemas['Yen']).toEqual({
    type: 'integer',
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: '整数の円。名前に ExTax がなければ税込',
  })
})

test('fields of a failure stay an open record, results are not closed to newer fields', () => {
  expect(text).not.toContain('"additionalProperties": false')
  expect(document.components.schemas['Failure']).toMatchObject({
    properties: { fields: { additionalProperties: { type: 'array', items: { type: 'string' } } } },
  })
})
