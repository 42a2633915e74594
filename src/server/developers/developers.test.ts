import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { readFragment } from '../content/fragment.ts'
import { pathOf } from '../content/view-path.ts'
import { changesWith, wireChanges, type WireChange } from './changes.ts'
import { developerFragments } from './developers.ts'
import { eventFieldsWithoutMeaning } from './events.ts'
import { exampleOf } from './examples.ts'
import { fieldOf, fieldsOf, sharedForms, type Field } from './fields.ts'
import { operationPage } from './links.ts'
import { codesOfPrograms, operations } from './operations.ts'
import { readDocument } from './schema.ts'

const fragments = developerFragments()
const pages = new Map(fragments.map(({ view, html }) => [pathOf(view), readFragment(html)]))

describe('プログラムから呼べる操作', () => {
  test('どれも、自分のページに自分の名前の場所を1つ持つ', () => {
    expect(operations.length).toBeGreaterThan(30)
    const ids = operations.map(({ id }) => [
      id,
      pages.get(operationPage(id))?.ids.filter((one) => one === id),
    ])
    expect(ids).toEqual(operations.map(({ id }) => [id, [id]]))
  })

  test('ページのアドレスは、書き留めた一覧のまま：リンクは切れない', () => {
    const stored = readFileSync(new URL('addresses.txt', import.meta.url), 'utf8')
    expect([...pages.keys()].toSorted()).toEqual(stored.trim().split('\n'))
  })

  test('いつからあるかが、変更の記録に1度ずつある', () => {
    const idsOf = (what: WireChange['kind']) =>
      wireChanges.flatMap(({ kind, operations: ids }) => (kind === what ? ids : []))
    const removed = idsOf('removed')
    const added = idsOf('added').filter((id) => !removed.includes(id))
    expect(added.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  })

  test.each(operations)('$id の例は、送るものも返るものも、その形に合う', ({ id, endpoint }) => {
    const site = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll('{{link.site}}', 'https://mobile.example'))
    const { query, body, result } = exampleOf(id)
    const faults = [
      endpoint.query?.safeParse(query).error,
      endpoint.body?.safeParse(body).error,
      endpoint.result.safeParse(site(result)).error,
    ]
    expect(faults.flatMap((fault) => fault?.issues ?? [])).toEqual([])
  })
})

test('終わる予定は、窓口の表に書いた日のとおり、変更の記録に出る', () => {
  const [first, second] = operations
  if (first === undefined || second === undefined) throw new Error('no operations')
  const deprecated = { announcedOn: '2026-12-01', endsOn: '2027-06-01', instead: second.id }
  const planted = [{ ...first, endpoint: { ...first.endpoint, deprecated } }, second]
  expect(changesWith(planted)).toEqual([
    {
      on: '2026-12-01',
      kind: 'deprecated',
      text: `「${first.endpoint.summary}」は、2027年6月1日に終わります。「${second.endpoint.summary}」をお使いください。`,
      operations: [first.id, second.id],
    },
    ...wireChanges,
  ])
})

test('載せている項目には、どれも意味が書いてある', () => {
  const { schemas, messages } = readDocument()
  const results = [...messages.values()].map(({ result }) => result)
  const shared = sharedForms(schemas, results)
  const forms = { schemas, shared }
  const all = [
    ...[...messages].flatMap(([id, { query, body, result }]) => [
      ...named(id, fieldsOf(result, id, forms)),
      ...named(id, body === undefined ? [] : fieldsOf(body, `${id}!`, forms)),
      ...query.flatMap(({ name, required, schema }) =>
        named(id, fieldOf(name, schema, !required, { owner: `${id}?`, names: [], way: '' }, forms)),
      ),
    ]),
    ...[...shared].flatMap((name) => named(name, fieldsOf(schemas.get(name) ?? {}, name, forms))),
  ]
  expect(all.length).toBeGreaterThan(800)
  expect(all.filter(({ meaning }) => meaning === undefined)).toEqual([])
})

const named = (owner: string, fields: Field[]) =>
  fields.map(({ way, meaning }) => ({ owner, way, meaning }))

test('Webhookで届く項目にも、どれも意味が書いてある', () => {
  expect(eventFieldsWithoutMeaning()).toEqual([])
})

test('エラーのページには、プログラムに返るコードの場所が1つずつあり、文はそのまま', () => {
  const page = pages.get('/developers/errors')
  const anchors = page?.ids.filter((id) => Object.hasOwn(errors, id)) ?? []
  expect(new Set(anchors).size).toBe(anchors.length)
  expect(codesOfPrograms.filter((code) => !anchors.includes(code))).toEqual([])
})

test('共通の形へのリンクは、どれもその場所へ行く', () => {
  const forms = new Set(pages.get('/developers/forms.html')?.ids)
  const links = fragments.flatMap(({ html }) =>
    [...html.matchAll(/\/developers\/forms\.html#(\w+)/gu)].map(([, name = '']) => name),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((name) => !forms.has(name))).toEqual([])
})

test('料金の表示を持たない：ビルドのあとで料金が変わっても、書き直すものがない', () => {
  const placeholders = fragments.flatMap(({ html }) => html.match(/\{\{[^}]+\}\}/gu) ?? [])
  expect([...new Set(placeholders)].toSorted()).toEqual(['{{brand.service}}', '{{link.site}}'])
})
