import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { z } from 'zod'

export type Store = DatabaseSync

/** Opens the data file of a stand-in, creating its folder and tables when they are missing. */
export function openStore(dataFile: string, schema: string): Store {
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true })
  const store = new DatabaseSync(dataFile)
  store.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;')
  store.exec(schema)
  return store
}

/** A row as the code reads it: the column `line_ref` is `lineRef`. */
export const rowOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.record(z.string(), z.unknown()).transform(inCamelCase).pipe(z.object(shape))

const inCamelCase = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** A column that holds JSON. */
export const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)

/** A text that is left out of what is read where the row has none. */
export const textOrAbsent = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined)
  .optional()

/** The first row of a query; undefined where there is none. */
export function firstRow<Row extends z.ZodType>(
  store: Store,
  row: Row,
  sql: string,
  ...values: SQLInputValue[]
): z.output<Row> | undefined {
  const found = store.prepare(sql).get(...values)
  return found === undefined ? undefined : row.parse(found)
}

/** Every row of a query. */
export const allRows = <Row extends z.ZodType>(
  store: Store,
  row: Row,
  sql: string,
  ...values: SQLInputValue[]
): z.output<Row>[] =>
  store
    .prepare(sql)
    .all(...values)
    .map((found) => row.parse(found))

/** Runs a statement that gives no rows. */
export const run = (store: Store, sql: string, ...values: SQLInputValue[]) =>
  store.prepare(sql).run(...values)

type Value = SQLInputValue | object | undefined

/** Inserts a row by its values: `lineRef` is the column `line_ref`, what is left out is null, an object is kept as JSON. */
export function insertRow(store: Store, table: string, row: Readonly<Record<string, Value>>) {
  const columns = Object.keys(row).map((name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  const places = columns.map(() => '?').join(', ')
  return run(
    store,
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`,
    ...Object.values(row).map(toColumn),
  )
}

const toColumn = (value: Value): SQLInputValue =>
  value === undefined || value === null
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : value

/** All of `work` or nothing. Inside another transaction it simply joins it. */
export function transaction<Result>(store: Store, work: () => Result): Result {
  if (store.isTransaction) return work()
  store.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    store.exec('COMMIT')
    return result
  } catch (error) {
    store.exec('ROLLBACK')
    throw error
  }
}
