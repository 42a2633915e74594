import { expect, test } from 'vitest'
import { lostEntryOf } from './lost-entry.ts'

const suspend = (allowed: boolean) => ({ operation: 'lineSuspend', allowed }) as const
const resume = (allowed: boolean) => ({ operation: 'lineResume', allowed }) as const

test('止められる回線がないときは「すぐ止める」とは言わず、再開できるときだけ再開を案内する', () => {
  expect(lostEntryOf([suspend(true), resume(false)])).toBe('stop')
  expect(lostEntryOf([suspend(false), resume(true)])).toBe('resume')
  // Not open yet, or stopped for a debt.
  expect(lostEntryOf([suspend(false), resume(false)])).toBeUndefined()
  // One of three lines is stopped.
  expect(lostEntryOf([suspend(false), suspend(true), resume(true)])).toBe('stop')
  // As long as it is not known, the way to a stop stays.
  expect(lostEntryOf(undefined)).toBe('stop')
})
