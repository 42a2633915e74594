import { z } from 'zod'
import { plainNumber } from '#vocabulary/typed-number.ts'
import type { Endpoint } from './endpoint.ts'

/** An operation that takes what a form holds, in its body or in its address. */
export type Sendable<Value> = Endpoint & { readonly result: z.ZodType<Value> } & (
    | { readonly body: z.ZodObject }
    | { readonly body?: undefined; readonly query: z.ZodObject }
    | { readonly body?: undefined; readonly query?: undefined }
  )

/** One that asks before anything is ordered. */
export type Asking<Schema extends z.ZodObject> = { readonly query: Schema }
/** What was asked, as its schema gives it. */
export type GivenAnswers<Schema extends z.ZodObject> = z.output<Schema>
export type FormSchema = z.ZodObject

/** What was typed or chosen: a posted form, or the address that 入力 leads to. */
export type Given = FormData | URLSearchParams

/** One sentence beside each field that needs one. */
export type FieldSentences = Readonly<Record<string, readonly string[]>>

/** The values as the wire takes them, or what its schema says to each field. */
export type Parsed<Schema extends z.ZodObject> =
  | { readonly value: z.output<Schema> }
  | { readonly fields: FieldSentences }

/** Parses a form by the endpoint's own schema; fields the schema does not know are left aside. */
export function parseGiven<Schema extends z.ZodObject>(
  schema: Schema,
  given: Given,
): Parsed<Schema> {
  const parsed = z.safeParse(schema, valuesFor(schema, given))
  return parsed.success ? { value: parsed.data } : { fields: sentencesOf(parsed.error) }
}

/** What the schema says to these fields alone: 入力 asks only a part of what is sent in the end. */
export function sentencesFor(
  schema: z.ZodObject,
  given: Given,
  asked: readonly string[],
): FieldSentences {
  const parsed = parseGiven(schema, given)
  if ('value' in parsed) return {}
  return Object.fromEntries(Object.entries(parsed.fields).filter(([name]) => asked.includes(name)))
}

/** The answers as typed, to be shown again. */
export function typedIn(given: Given): Record<string, string> {
  return Object.fromEntries([...given].map(([name, value]) => [name, textOf(value)]))
}

const textOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : '')

function sentencesOf({ issues }: z.ZodError): FieldSentences {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0] ?? ''))
  return Object.fromEntries(
    [...byField].map(([name, found]) => [name, found.map(({ message }) => message)]),
  )
}

function valuesFor(schema: z.ZodObject, given: Given): Record<string, unknown> {
  const named = Object.entries<z.core.$ZodType>(schema.shape)
  return Object.fromEntries(
    named.map(([name, field]) => [name, valueFor(field, given.getAll(name).map(textOf))]),
  )
}

/** A form holds texts only: a number, a tick and a list are made of them as the schema has it; nothing typed is nothing. */
function valueFor(schema: z.core.$ZodType, texts: readonly string[]): unknown {
  const [text] = texts
  if (isListOfObjects(schema)) return texts.map(readObject)
  if (text === undefined) return undefined
  if (schema instanceof z.ZodOptional)
    return texts.every((one) => one.trim() === '') ? undefined : valueFor(schema.unwrap(), texts)
  if (schema instanceof z.ZodDefault) return valueFor(schema.unwrap(), texts)
  if (schema instanceof z.ZodPipe) return valueFor(schema.in, texts)
  if (schema instanceof z.ZodArray) return texts.map((one) => valueFor(schema.element, [one]))
  if (schema instanceof z.ZodString) return text
  if (text === '') return undefined
  if (schema instanceof z.ZodUnion) return texts.length > 1 ? texts : text
  if (schema instanceof z.ZodNumber) {
    const plain = plainNumber(text)
    return plain === '' || Number.isNaN(Number(plain)) ? text : Number(plain)
  }
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodLiteral)
    return ticks.get(text) ?? text
  return text
}

/** Checkboxes that stand for objects: each sends its object as JSON, and none ticked is an empty list. */
const isListOfObjects = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodArray && schema.element instanceof z.ZodObject

function readObject(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const ticks = new Map([
  ['on', true],
  ['yes', true],
  ['off', false],
])
