import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { consoleApi } from '#protocol/console/index.ts'
import { ticketNo } from '#protocol/contact.ts'
import type { Api } from '#protocol/endpoint.ts'
import { markOf, personal } from '#protocol/personal.ts'
import {
  accountId,
  billId,
  bucketId,
  contractId,
  cursor,
  deviceId,
  documentId,
  iccidMasked,
  instant,
  lineId,
  masked,
  opaqueId,
  orderNo,
  ownPath,
  reportedInstant,
  tokyoDate,
  tokyoMonth,
} from '#protocol/primitives.ts'

type Schema = z.core.$ZodType

/** Times, names of things and what is hidden already; a birthday is no such day. A whole number, a mailbox or a postcode is not among them. */
const harmless = new Set<Schema>([
  accountId,
  billId,
  bucketId,
  contractId,
  cursor,
  deviceId,
  documentId,
  iccidMasked,
  instant,
  lineId,
  masked,
  opaqueId,
  orderNo,
  ownPath,
  reportedInstant,
  ticketNo,
  tokyoDate,
  tokyoMonth,
])

/** Names of things, and words of ours that a state or a plan is called by, wherever they stand. */
const harmlessNames = new Set([
  'accountId',
  'contractId',
  'nextCursor',
  'planName',
  'ref',
  'staffId',
  'stateLabel',
  'statusLabel',
  'ticketNo',
])

/** The texts of a result that nobody has marked as personal, by where they stand. */
function unmarked(schema: Schema, place: string): string[] {
  const name = place.split('.').at(-1) ?? ''
  if (markOf(schema) !== undefined || harmlessNames.has(name)) return []
  if (harmless.has(schema)) return /birth/i.test(name) ? [place] : []
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [place]
  if (schema instanceof z.ZodObject) {
    const id = z.globalRegistry.get(schema)?.id ?? place
    const shape: Readonly<Record<string, Schema>> = schema.shape
    return Object.entries(shape).flatMap(([field, part]) => unmarked(part, `${id}.${field}`))
  }
  if (schema instanceof z.ZodArray) return unmarked(schema.element, place)
  if (schema instanceof z.ZodRecord) return unmarked(schema.valueType, place)
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option: Schema) => unmarked(option, place))
  if (schema instanceof z.ZodPipe) return unmarked(schema.out, place)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return unmarked(schema.unwrap(), place)
  return []
}

const textsOf = (api: Api) => [
  ...new Set(Object.entries(api).flatMap(([name, { result }]) => unmarked(result, name))),
]

/** Looked at one by one: words of ours, codes and figures; none of them can hold what a person is called or reached by. */
const listed = readFileSync(join(import.meta.dirname, 'console-fields.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

test('コンソールの答えの文字の項目は、伏せる印があるか、個人のものでないと確かめてある', () => {
  expect(textsOf(consoleApi).toSorted()).toEqual(listed.toSorted())
})

test('印も確認もない項目があれば、見つかる', () => {
  const result = z.object({
    name: z.string(),
    hidden: personal('name', z.string()),
    at: instant,
    birth: tokyoDate,
    rows: z.array(z.object({ note: z.string().optional() })),
  })
  const endpoint = { ...consoleApi.consoleMeGet, result }
  expect(textsOf({ planted: endpoint })).toEqual([
    'planted.name',
    'planted.birth',
    'planted.rows.note',
  ])
})
