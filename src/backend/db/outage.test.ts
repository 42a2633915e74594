import { describe, expect, test } from 'vitest'
import { isDatabaseOutage } from './outage.ts'

/** As pg raises it. */
const said = (code: string, message = 'said by the database') =>
  Object.assign(new Error(message), { code })

describe('a database that cannot serve now is an outage', () => {
  test.each([
    ['a session ended by an administrator', '57P01'],
    ['a crash of another session', '57P02'],
    ['a start or an end under way', '57P03'],
    ['a lost connection', '08006'],
    ['a full disk', '53100'],
    ['too many connections', '53300'],
    ['a replica, or a database for reading only', '25006'],
    ['a file that cannot be read', '58030'],
    ['a broken page', 'XX001'],
    ['a lock not to be had in time', '55P03'],
    ['a deadlock', '40P01'],
    ['nobody at the address', 'ECONNREFUSED'],
    ['a line cut off', 'ECONNRESET'],
  ])('%s (%s)', (_, code) => {
    expect(isDatabaseOutage(said(code))).toBe(true)
    expect(isDatabaseOutage(new AggregateError([said('23505'), said(code)]))).toBe(true)
  })

  test.each([
    'Query read timeout',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
  ])('%s', (message) => expect(isDatabaseOutage(new Error(message))).toBe(true))
})

test.each([
  ['a key that is there already', '23505'],
  ['a right that is missing', '42501'],
  ['a value that does not fit', '22P02'],
  ['a column that is not there', '42703'],
])('%s (%s) is a defect, and no outage', (_, code) => {
  expect(isDatabaseOutage(said(code))).toBe(false)
})
