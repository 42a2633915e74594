import type { Placed } from './arrange.ts'
import type { Column, Constraint, Index, Routine, Table, View } from './catalog.ts'
import type { Declared } from './declarations.ts'
import { plain, wrapped } from './plain-sql.ts'

/** A row whose values are as PostgreSQL writes them. */
export type Row = Readonly<Record<string, string | null>>

/** A table with what belongs to it: functions of its triggers, columns, constraints, indexes, triggers, rows. */
export function tableText(placed: Placed, declared: Declared | undefined, rows: readonly Row[]) {
  const { table, partitions, functions, late } = placed
  const parts = [
    ...functions.map(functionText),
    [
      ...commentOf(declared?.comment),
      createTable(placed, declared),
      ...late.map(({ of, key }) => wrapped(`alter table ${of} add ${constraintText(of, key)};`)),
      // With columns, constraints and, unless it has some of its own, indexes and triggers of the whole.
      ...partitions.map(
        ({ name, partitionOf }) =>
          `create table ${name} partition of ${table.name} ${plain(partitionOf?.bound ?? '')};`,
      ),
      ...table.indexes.flatMap((index) => indexTexts(table, index)),
      ...[table, ...partitions].flatMap(({ triggers }) =>
        triggers.map(({ definition }) => wrapped(`${plain(definition)};`)),
      ),
    ].join('\n'),
    ...(rows.length === 0 ? [] : [insertText(table, rows)]),
  ]
  return parts.join('\n\n')
}

function createTable({ table, constraints }: Placed, declared: Declared | undefined): string {
  const { name, settings, partitionedBy } = table
  const lines = [
    ...table.columns.map((one) => ({
      comment: declared?.columns.get(one.name),
      text: wrapped(columnText(table, one), '  '),
    })),
    ...constraints.map((one) => ({
      comment: undefined,
      text: wrapped(constraintText(name, one), '  '),
    })),
  ]
  const body = lines.flatMap(({ comment, text }, at) => [
    ...commentOf(comment, '  '),
    at === lines.length - 1 ? text : `${text},`,
  ])
  const how = [
    partitionedBy === null ? '' : ` partition by ${plain(partitionedBy)}`,
    settings.length === 0 ? '' : ` with (${settings.join(', ')})`,
  ].join('')
  return [`create ${table.isUnlogged ? 'unlogged ' : ''}table ${name} (`, ...body, `)${how};`].join(
    '\n',
  )
}

function columnText(table: Table, column: Column): string {
  const type = plain(column.type)
  return [
    `${column.name} ${type}`,
    // An identity and a primary key are never null.
    column.isRequired && column.identity === null && !isOfKey(table, column) ? ' not null' : '',
    column.default === null ? '' : ` default ${plain(column.default).replace(`'::${type}`, "'")}`,
    column.identity === null ? '' : ` ${identityText(table.name, column.name, column.identity)}`,
  ].join('')
}

const isOfKey = ({ constraints }: Table, { name }: Column) =>
  constraints.some(({ kind, columns }) => kind === 'primary' && columns.includes(name))

function identityText(table: string, column: string, identity: NonNullable<Column['identity']>) {
  const { always, sequence } = identity
  const named = sequence === `${table}_${column}_seq` ? '' : ` (sequence name ${sequence})`
  return `generated ${always ? 'always' : 'by default'} as identity${named}`
}

/** Without the name where PostgreSQL would give it the same. */
function constraintText(table: string, { name, kind, columns, definition }: Constraint): string {
  const end = { primary: 'pkey', unique: 'key', check: 'check', foreign: 'fkey' }[kind]
  const middle = kind === 'primary' || (kind === 'check' && columns.length !== 1) ? [] : columns
  const usual = [table, ...middle, end].join('_')
  return `${name === usual && usual.length < 64 ? '' : `constraint ${name} `}${plain(definition)}`
}

/** Of a partitioned table with those of its partitions, unless they have the names that PostgreSQL gives. */
function indexTexts(table: Table, { columns, definition, ofPartitions }: Index): string[] {
  const text = plain(definition)
  const partitions = Object.entries(ofPartitions)
  const isUsual = partitions.every(([part, index]) => index === `${part}_${columns.join('_')}_idx`)
  if (isUsual) return [wrapped(`${text.replace(` on only ${table.name} `, ` on ${table.name} `)};`)]
  const name = /index (\w+) on/.exec(text)?.[1] ?? ''
  return [
    wrapped(`${text};`),
    ...partitions.flatMap(([part, index]) => [
      wrapped(
        `${text.replace(`index ${name} on only ${table.name} `, `index ${index} on ${part} `)};`,
      ),
      `alter index ${name} attach partition ${index};`,
    ]),
  ]
}

/** As it stands in the migration: PostgreSQL keeps a body to the letter. */
export function functionText({ name, definition, isForOwnerAlone }: Routine): string {
  const [head = '', body = ''] = definition.split(/\nAS \$function\$/)
  const words = plain(head)
    .replace('create or replace ', 'create ')
    .replaceAll(/\s+/g, ' ')
    .replace(' returns ', '\nreturns ')
  return [
    `${words} as $$${body.replace(/\$function\$\s*$/, '$$$$;')}`,
    ...(isForOwnerAlone ? [`revoke execute on function ${name} from public;`] : []),
  ].join('\n')
}

export const viewText = ({ name, definition }: View) =>
  `create view ${name} as\n${plain(definition)}`

/** Rows that migrations have written. */
export function insertText(table: Table, rows: readonly Row[]): string {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]))
  const names = Object.keys(rows[0] ?? {})
  const value = (row: Row, name: string) => literal(row[name] ?? null, types.get(name) ?? '')
  const lines = rows.map((row) => `  (${names.map((name) => value(row, name)).join(', ')})`)
  return `insert into ${table.name} (${names.join(', ')}) values\n${lines.join(',\n')};`
}

function literal(value: string | null, type: string): string {
  if (value === null) return 'null'
  return ['smallint', 'integer', 'bigint', 'boolean'].includes(type)
    ? value
    : `'${value.replaceAll("'", "''")}'`
}

const WIDTH = 110

function commentOf(comment: string | undefined, indent = ''): string[] {
  if (comment === undefined) return []
  const lines = ['']
  for (const word of comment.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((line) => `${indent}-- ${line}`)
}
