import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { monthsAfter, tokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { withTrailingSlash } from '#protocol/conventions.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { api } from '#protocol/index.ts'
import { OPEN_API_PATH } from '#vocabulary/connection.ts'

/*
 * What programs of members rely on at /api/v1, line by line: nothing that was published goes away, and nothing new is asked for, without
 * another version. A line that is new is added to the file by hand.
 */

const file = join(import.meta.dirname, 'open-api-published.txt')
const published = readFileSync(file, 'utf8').trimEnd().split('\n')

type Schema = {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.custom<Schema>().parse(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))

/** Dotted names of the fields, and whether each is always there. */
function fieldsOf(root: Schema, part: Schema = root, before = ''): [string, boolean][] {
  const at =
    part.$ref === undefined ? part : (root.$defs?.[part.$ref.replace('#/$defs/', '')] ?? {})
  const inner = [...(at.anyOf ?? []), ...(at.oneOf ?? []), ...(at.items ? [at.items] : [])]
  return [
    ...inner.flatMap((one) => fieldsOf(root, one, before)),
    ...Object.entries(at.properties ?? {}).flatMap(([name, field]): [string, boolean][] => {
      const dotted = before === '' ? name : `${before}.${name}`
      return [[dotted, at.required?.includes(name) ?? false], ...fieldsOf(root, field, dotted)]
    }),
  ]
}

function linesOf(endpoint: Endpoint): string[] {
  const { method, path, scope, deprecated, query, body, result } = endpoint
  const at = `${method} ${OPEN_API_PATH}${withTrailingSlash(path).slice('/api'.length)}`
  const asked = [query, body].flatMap((part) => (part ? fieldsOf(schemaOf(part, 'input')) : []))
  const lines = [
    `${at} by ${scope}`,
    ...asked.map(([name, isRequired]) => `${at} takes ${name}${isRequired ? ', required' : ''}`),
    ...(deprecated === undefined ? [] : [`${at} ends ${deprecated.endsOn}`]),
    ...fieldsOf(schemaOf(result, 'output')).map(([name]) => `${at} gives ${name}`),
  ]
  return [...new Set(lines)]
}

const now = Object.values<Endpoint>(api)
  .filter(({ scope }) => scope !== undefined)
  .flatMap(linesOf)
  .toSorted()

const operationOf = (line: string) => line.split(' ').slice(0, 2).join(' ')

/** What breaks a program that was written before. What was announced to end goes on its day, and not before. */
function breaksOf(before: readonly string[], after: readonly string[], today: string): string[] {
  const isOver = (line: string) =>
    before.some((one) => {
      const [operation, end] = one.split(' ends ')
      return operation === operationOf(line) && end !== undefined && end <= today
    })
  const gone = before.filter(
    (line) => !line.endsWith(', required') && !after.includes(line) && !isOver(line),
  )
  const takes = (line: string) => line.replace(/, required$/, '')
  const stillTaken = gone.filter((line) => !after.includes(`${line}, required`))
  const known = new Set(before)
  const operations = new Set(before.map(operationOf))
  const asked = after.filter(
    (line) => line.endsWith(', required') && !known.has(line) && operations.has(operationOf(line)),
  )
  return [
    ...stillTaken.map((line) => `gone: ${takes(line)}`),
    ...asked.map((one) => `asked: ${one}`),
  ]
}

test('公開した窓口と項目は、版を改めずに、なくならず、新しく必須にもならない', () => {
  expect(published.length).toBeGreaterThan(300)
  // Of the machine: on which day something goes is what is asked.
  const today = toTokyoDate(Temporal.Now.instant())
  expect(breaksOf(published, now, today)).toEqual([])
})

test('新しく公開した窓口と項目は、公開の一覧に書き足されている', () => {
  expect(now.filter((line) => !published.includes(line))).toEqual([])
})

test('なくなった項目、新しく必須になった項目に気づく', () => {
  const before = ['GET /x/ by data:read', 'GET /x/ gives a', 'GET /x/ takes b']
  const after = ['GET /x/ by data:read', 'GET /x/ takes b, required', 'GET /y/ takes c, required']
  expect(breaksOf(before, after, '2026-11-28')).toEqual([
    'gone: GET /x/ gives a',
    'asked: GET /x/ takes b, required',
  ])
})

test('終わると予告した窓口は、その日になってからなくなり、予告のないものはいつでもなくならない', () => {
  const before = ['GET /x/ by data:read', 'GET /x/ ends 2027-06-01', 'GET /y/ by data:read']
  expect(breaksOf(before, before.slice(2), '2027-05-31')).toEqual([
    'gone: GET /x/ by data:read',
    'gone: GET /x/ ends 2027-06-01',
  ])
  expect(breaksOf(before, before.slice(2), '2027-06-01')).toEqual([])
  expect(breaksOf(before, [], '2027-06-01')).toEqual(['gone: GET /y/ by data:read'])
})

test('終わる窓口は、6か月以上前に予告される', () => {
  const tooSoon = (endpoints: readonly Endpoint[]) =>
    endpoints.flatMap(({ path, deprecated }) =>
      deprecated !== undefined &&
      deprecated.endsOn < monthsAfter(tokyoDate(deprecated.announcedOn), 6)
        ? [path]
        : [],
    )
  expect(tooSoon(Object.values<Endpoint>(api))).toEqual([])
  const planted = (endsOn: string) => ({
    ...api.highSpeedResidualGet,
    deprecated: { announcedOn: '2026-12-01', endsOn },
  })
  expect(tooSoon([planted('2027-05-31'), planted('2027-06-01')])).toEqual([
    '/api/high_speed/residual',
  ])
})
