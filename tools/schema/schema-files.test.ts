import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '#tests/setup/scratch-folder.ts'
import { arrange } from './arrange.ts'
import type { Constraint, Table } from './catalog.ts'
import { readDeclarations } from './declarations.ts'
import { plain, wrapped } from './plain-sql.ts'
import { tableText } from './statements.ts'

const keyTo = (target: string): Constraint => ({
  name: `${target}_of`,
  kind: 'foreign',
  columns: [target],
  definition: `FOREIGN KEY (${target}) REFERENCES ${target}(id)`,
  target,
})

const tableOf = (name: string, ...targets: string[]): Table => ({
  name,
  isUnlogged: false,
  settings: [],
  partitionedBy: null,
  partitionOf: null,
  columns: [{ name: 'id', type: 'text', isRequired: true, default: null, identity: null }],
  constraints: targets.map(keyTo),
  indexes: [],
  triggers: [],
})

const declaredIn = (folders: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(folders).map(([table, folder]) => [
      table,
      { folder, comment: undefined, columns: new Map<string, string>() },
    ]),
  )

test('表は、参照する表のあとに置かれ、分野も参照する分野のあとに読まれる', () => {
  const { folders } = arrange(
    {
      tables: [tableOf('bill', 'contract'), tableOf('contract', 'person'), tableOf('person')],
      views: [],
      functions: [],
    },
    declaredIn({ bill: 'backend/billing', contract: 'backend/contract', person: 'backend/person' }),
  )
  expect(folders.map(({ name }) => name)).toEqual([
    'backend/person',
    'backend/contract',
    'backend/billing',
  ])
})

test('互いに参照する表の片方の鍵は、もう片方の表のあとで加えられる', () => {
  const { folders } = arrange(
    { tables: [tableOf('a', 'b'), tableOf('b', 'a')], views: [], functions: [] },
    declaredIn({ a: 'backend/one', b: 'backend/two' }),
  )
  const texts = folders.flatMap(({ tables }) =>
    tables.map((placed) => tableText(placed, undefined, [])),
  )
  expect(texts).toEqual([
    'create table b (\n  id text not null\n);',
    [
      'create table a (',
      '  id text not null,',
      '  constraint b_of foreign key (b) references b(id)',
      ');',
      'alter table b add constraint a_of foreign key (a) references a(id);',
    ].join('\n'),
  ])
})

test('どこにも宣言のない表は、名前を挙げて断る', () => {
  expect(() =>
    arrange({ tables: [tableOf('forgotten')], views: [], functions: [] }, new Map()),
  ).toThrow('the table forgotten is declared in no tables.ts')
})

test('宣言の前の注釈は、表と列に添えられる', () => {
  const root = scratchFolder()
  mkdirSync(join(root, 'backend/billing'), { recursive: true })
  writeFileSync(
    join(root, 'backend/billing/tables.ts'),
    `export const billingTables = [
  /** One a month. */
  table('bill', ofContract('請求', 'trade'), {
    month: column<string>('月'),
    /**
     * What the member pays,
     * with tax.
     */
    total_yen: column<number>('合計'),
  }),
  // Asked for by the card.
  table(
    'payment',
    ofContract('お支払い', 'trade'),
    {
      /** The processor's. */
      order_id: key<string>(),
      token_sealed: sealed<string>({
        // Not a column.
        aad: () => 'x',
      }),
    },
  ),
]
`,
  )
  const folder = 'backend/billing'
  expect([...readDeclarations(root)]).toEqual([
    [
      'bill',
      {
        folder,
        comment: 'One a month.',
        columns: new Map([['total_yen', 'What the member pays, with tax.']]),
      },
    ],
    [
      'payment',
      {
        folder,
        comment: 'Asked for by the card.',
        columns: new Map([['order_id', "The processor's."]]),
      },
    ],
  ])
})

test.each([
  [
    "CHECK (state = ANY (ARRAY['open'::text, 'It''s ANY (ARRAY[]'::text]))",
    "check (state in ('open', 'It''s ANY (ARRAY[]'))",
  ],
  ["CHECK (kind <> ALL (ARRAY['a'::text, 'b'::text]))", "check (kind not in ('a', 'b'))"],
  [
    'CREATE INDEX bill_paid ON public.bill USING btree (paid_at)',
    'create index bill_paid on bill (paid_at)',
  ],
  ["'{}'::text[]", "'{}'::text[]"],
  ['PRIMARY KEY (contract_id, "position")', 'primary key (contract_id, "position")'],
])('%s は、人が書くように短くなる', (definition, expected) => {
  expect(plain(definition)).toBe(expected)
})

test('長い文は、区切りのことばの前で折り返され、引用の中では折り返されない', () => {
  const said = `${'x'.repeat(60)} where note = '${'y or '.repeat(20)}'`
  expect(wrapped(`create index ${said}`)).toBe(
    `create index ${'x'.repeat(60)}\n  where note = '${'y or '.repeat(20)}'`,
  )
})
