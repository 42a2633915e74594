import { expect, test } from 'vitest'
import { readMigrationFile } from './migration-file.ts'
import { refusalOf } from './migrate.ts'

test('PostgreSQL 14 は、何も変えずに一文で断る。15 からは使える', () => {
  expect(refusalOf({ number: 140_012, version: '14.12' })).toBe(
    'The database is PostgreSQL 14.12, and the portal needs 15 or newer: nothing was changed.',
  )
  expect(refusalOf({ number: 150_000, version: '15.0' })).toBeUndefined()
  expect(refusalOf({ number: 180_004, version: '18.4' })).toBeUndefined()
})

test('印のない移しかえは、全部で一つの取引になる', () => {
  expect(readMigrationFile('-- Why.\ncreate table a (b text);\nupdate c set d = 1;\n')).toEqual({
    steps: [{ kind: 'together', sql: '-- Why.\ncreate table a (b text);\nupdate c set d = 1;' }],
    formerly: [],
  })
})

test('印のある移しかえは、取引・単独の索引・小分けの順に分かれ、前の版の指紋を覚えている', () => {
  const edition = 'ab'.repeat(32)
  const text = `-- formerly ${edition}
-- Why, and nothing to run yet.

-- step
alter table a add column b text;

-- step: alone
-- By what it is found.
create unique index concurrently a_b on a (b);

-- step: in parts of select 3
update a set b = $1;
`
  expect(readMigrationFile(text)).toEqual({
    steps: [
      { kind: 'together', sql: 'alter table a add column b text;' },
      {
        kind: 'alone',
        sql: '-- By what it is found.\ncreate unique index concurrently a_b on a (b);',
        index: 'a_b',
      },
      { kind: 'parts', sql: 'update a set b = $1;', count: 'select 3' },
    ],
    formerly: [edition],
  })
})

test('単独の段に、同時に作れる索引のほかのものは置けない', () => {
  expect(() => readMigrationFile('-- step: alone\nvacuum a;')).toThrow(
    'Not an index made concurrently',
  )
})
