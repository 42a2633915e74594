import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readFreshSchema } from '#backend/db/fresh-schema.ts'
import { readMigrationFile, type Step } from '#backend/db/migration-file.ts'

// What a migration may not hold, because the version before reads and writes while it runs and after it (CONTRIBUTING.md,
// "Add a migration"; docs/decisions/079). Whatever a file makes itself is empty, and may be done anything with.

const folder = new URL('../src/backend/db/migrations/', import.meta.url)

/** Written before there was a release, and each harmless for its reason. Nothing is added here: mend the migration. */
const EXCUSED: Readonly<Record<string, string>> = {
  '0220_second_factor.sql': 'login_attempt: logins of the last minutes',
  '0230_outage.sql':
    'the board of outages, some hundred rows; its names are those of before the first release',
  '0233_lock_number_transfer.sql': 'contract_lock: the locks that members have set by hand',
  '0280_month_close_part.sql': 'month_close: one row a month; a close under way begins again',
  '0290_documents_asked_again.sql':
    'identity_decision: what staff decided by hand, some rows a day',
  '0310_ledger_due_of_record.sql': 'ledger_due: a queue that each hour empties',
  '0321_contract_living_account.sql': 'card_update: visits to the card page of the last days',
  '0322_application_decision.sql': 'application: of the last weeks, older ones are deleted',
  '0331_handover_receiver.sql': 'handover: some rows a day',
  '0335_succession.sql': 'card_update: visits to the card page of the last days',
  '0355_import_narrow.sql': 'ledger_due: a queue that each hour empties',
  '0366_message_waits_since.sql': 'the old index is dropped once the new one is there',
  '0380_entry_by_end.sql': 'shown beside a running version before (tests/long/version-before)',
}
/** Before them no version is in use that this one follows. */
const FIRST_CHECKED = '0190'

type Rule = {
  readonly what: string
  readonly found: (step: Step, made: ReadonlySet<string>) => boolean
}

const onOld = (pattern: RegExp) => (step: Step, made: ReadonlySet<string>) =>
  statementsOf(step.sql).some((one) => {
    const table = pattern.exec(one)?.groups?.['table']
    return table !== undefined && !made.has(table)
  })
const table = '(?:only )?(?<table>\\w+)'
const alter = `^alter table ${table} .*`

const rules: readonly Rule[] = [
  {
    what: 'an index that stops writes: create it concurrently, in a step alone',
    found: onOld(new RegExp(`^create (?:unique )?index (?!concurrently)\\w+ on ${table}`)),
  },
  {
    what: 'a constraint that reads the table under a lock: add it not valid, validate it in the next step',
    found: onOld(
      new RegExp(
        `${alter}add (?:constraint \\w+ )?(?:check|foreign key|unique|primary key)(?!.*(?:not valid|using index))`,
      ),
    ),
  },
  {
    what: 'a column with a constraint that reads the table under a lock: add that apart, not valid',
    found: onOld(
      new RegExp(`${alter}add column (?:(?!add ).)*\\b(?:check|references|unique|primary key)\\b`),
    ),
  },
  {
    what: 'a column that the version before does not fill: give it a default or let it be null',
    found: onOld(new RegExp(`${alter}add column (?!.*default).*not null`)),
  },
  {
    what: 'a rewrite of the table: another type, a stored column, a default that is reckoned for each row',
    found: onOld(
      new RegExp(
        `${alter}(?:\\balter column \\w+ (?:set data )?type\\b|\\bstored\\b|default (?:gen_random_uuid|random|clock_timestamp|nextval)|set (?:un)?logged)`,
      ),
    ),
  },
  {
    what: 'a column that is read through to be never null: prove it by a validated constraint before',
    found: (step, made) =>
      onOld(new RegExp(`${alter}alter column \\w+ set not null`))(step, made) &&
      !/drop constraint/.test(step.sql),
  },
  {
    what: 'all rows changed in one go: do it in parts, or say by "-- few: …" why they are few',
    found: (step, made) =>
      step.kind === 'together' &&
      !/^-- few: \S/m.test(step.sql) &&
      (onOld(new RegExp(`^update ${table} `))(step, made) ||
        onOld(new RegExp(`^delete from ${table}\\b`))(step, made)),
  },
  {
    what: 'what the version before still uses is taken away: leave it to the next release',
    found: onOld(
      new RegExp(
        `^(?:drop table (?:if exists )?(?<table>\\w+)|alter table (?<table>\\w+) (?:drop column|rename))`,
      ),
    ),
  },
  {
    what: 'a lock on a whole table',
    found: ({ sql }) => /^(?:lock table|vacuum full|cluster) /m.test(sql),
  },
]

/** Each on one line, without comments and without the bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$[\s\S]*?\$\$/g, '')
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim().toLowerCase())
}

function faultsOf(text: string): string[] {
  const { steps } = readMigrationFile(text)
  const made = new Set(
    steps.flatMap(({ sql }) =>
      statementsOf(sql).flatMap(
        (one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? [],
      ),
    ),
  )
  return rules
    .filter(({ found }) => steps.some((step) => found(step, made)))
    .map(({ what }) => what)
}

const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= FIRST_CHECKED)

test('スキーマのファイルは、すべての移行より新しい', () => {
  const schema = readFreshSchema()
  const missing = readdirSync(folder).filter((name) => {
    const checksum = createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex')
    return !schema.includes(`('${name}', '${checksum}')`)
  })
  expect(missing, 'The schema files lack a migration: node tools/write-schema.ts').toEqual([])
})

describe('移行には、前の版を止めるものがない', () => {
  test.each(names.toSorted().filter((name) => !(name in EXCUSED)))('%s', (name) => {
    expect(faultsOf(readFileSync(new URL(name, folder), 'utf8'))).toEqual([])
  })

  test('見逃すものは、実在する', () => {
    expect(Object.keys(EXCUSED).filter((name) => !names.includes(name))).toEqual([])
  })
})

test.each([
  ['create index bill_paid on bill (paid_at);', rules[0]],
  ['create unique index\n  payment_receipt on payment (receipt_no);', rules[0]],
  ['alter table bill add check (total_yen > 0);', rules[1]],
  [
    'alter table bill add constraint bill_of foreign key (contract_id) references contract;',
    rules[1],
  ],
  ["alter table bill add column way text default 'card' check (way = 'card');", rules[2]],
  ['alter table bill add column way text not null;', rules[3]],
  ['alter table bill alter column total_yen type numeric;', rules[4]],
  ['alter table bill add column id uuid default gen_random_uuid();', rules[4]],
  [
    'alter table bill add column twice bigint generated always as (total_yen * 2) stored;',
    rules[4],
  ],
  ['alter table bill alter column way set not null;', rules[5]],
  ["update bill set way = 'card';", rules[6]],
  ['delete from month_close where finished_at is null;', rules[6]],
  ['drop table bill;', rules[7]],
  ['alter table bill drop column way;', rules[7]],
  ['lock table bill;', rules[8]],
])('%sは断る', (sql, rule) => {
  expect(faultsOf(sql)).toEqual([rule?.what])
})

test.each([
  'create table visit (id text); create index visit_id on visit (id); update visit set id = id;',
  '-- step: alone\ncreate index concurrently bill_paid on bill (paid_at);',
  'alter table bill add constraint bill_way check (true) not valid;\n-- step\nalter table bill validate constraint bill_way;',
  "alter table bill add column way text not null default 'card';",
  "-- few: rows of one defect\nupdate bill set way = 'card' where way is null;",
  '-- step: in parts of select 1\nupdate bill set way = $1 where way is null;',
])('%sは受け取る', (sql) => {
  expect(faultsOf(sql)).toEqual([])
})
