import { expect, test } from 'vitest'
import { ApiError } from '#protocol/http.ts'
import { proposalOf } from './proposal.ts'

test('回線網の書面の回答は、選ばれたものだけが提案になる。選ばずに押しても「断った」にはならない', () => {
  const form = new FormData()
  form.set('operation', 'exchangeRecorded')
  form.set('writtenOn', '2026-11-28')
  form.set('reference', 'K-1')
  const refusedAt = () => {
    try {
      return proposalOf(form)
    } catch (error) {
      return error instanceof ApiError ? error.failure?.fields : error
    }
  }
  expect(refusedAt()).toEqual({ outcome: ['書面の回答を選んでください。'] })
  form.set('outcome', 'rejected')
  expect(refusedAt()).toMatchObject({ outcome: 'rejected', writtenOn: '2026-11-28' })
})
