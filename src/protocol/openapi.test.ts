import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleApi } from './console/index.ts'
import { api } from './index.ts'
import { createOpenApiDocument, ofConsole } from './openapi.ts'

const document = createOpenApiDocument(api)
const text = JSON.stringify(document, null, 2)

test('docs/openapi.json は最新である（node tools/write-openapi.ts）', async () => {
  const file = new URL('../../docs/openapi.json', import.meta.url)
  expect(await readFile(file, 'utf8')).toBe(`${text}\n`)
})

test('docs/openapi-console.json は最新である（node tools/write-openapi.ts）', async () => {
  const file = new URL('../../docs/openapi-console.json', import.meta.url)
  const ofStaff = JSON.stringify(createOpenApiDocument(consoleApi, ofConsole), null, 2)
  expect(await readFile(file, 'utf8')).toBe(`${ofStaff}\n`)
})

test('通信のどの操作も、文書に1回ある', () => {
  const ids = [...text.matchAll(/"operationId": "(\w+)"/gu)].map(([, id]) => id)
  expect(ids.toSorted()).toEqual(Object.keys(api).toSorted())
})

test('どの参照も、部品に着く', () => {
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

test('終わる予定の操作は、そう書かれ、終わる日をもつ', () => {
  const deprecated = { announcedOn: '2026-12-01', endsOn: '2027-06-01' }
  const { paths } = createOpenApiDocument({
    stays: api.contractGet,
    goes: { ...api.highSpeedResidualGet, deprecated },
  })
  expect([paths['/api/high_speed/residual/']?.['get'], paths['/api/contract/']?.['get']]).toEqual([
    expect.objectContaining({ deprecated: true, 'x-sunset': '2027-06-01' }),
    expect.not.objectContaining({ deprecated: true }),
  ])
})

test('会員が見る金額と日付は、1か所で説明する', () => {
  expect(document.components.schemas['Yen']).toEqual({
    type: 'integer',
    minimum: -1_000_000_000,
    maximum: 1_000_000_000,
    description: '整数の円。名前に ExTax がなければ税込',
  })
})

test('失敗の欄は開いた記録のままで、結果は新しい欄を拒まない', () => {
  expect(text).not.toContain('"additionalProperties": false')
  expect(document.components.schemas['Failure']).toMatchObject({
    properties: { fields: { additionalProperties: { type: 'array', items: { type: 'string' } } } },
  })
})
