import { expect, test } from 'vitest'
import { ticketApi } from '#protocol/console/ticket.ts'
import { readFilter } from './read-filter.ts'

const schema = ticketApi.consoleTicketListGet.query
const read = (search: string) => readFilter(schema, new URLSearchParams(search))

test('条件のない一覧は、すべての対応中', () => {
  expect(read('')).toEqual({ query: { whose: 'all', state: 'open' }, leftOut: [] })
})

test('知らない値の条件は外し、どれを外したか分かる', () => {
  expect(read('whose=everybody&state=done&channel=letter')).toEqual({
    query: { whose: 'all', state: 'done', channel: 'letter' },
    leftOut: ['whose'],
  })
})

test('なくなった列の条件は外し、どれを外したか分かる', () => {
  expect(read('carrier=x&whose=mine')).toEqual({
    query: { whose: 'mine', state: 'open' },
    leftOut: ['carrier'],
  })
})

test('開いている件の印は、条件ではない', () => {
  expect(read('open=identity-by-hand:c1&done=take').leftOut).toEqual([])
})
