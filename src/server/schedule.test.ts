import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inOrder, schedule } from './schedule.ts'

const run = async () => undefined
const order = [
  { name: 'first', every: 'hour' },
  { name: 'second', every: 'day' },
] as const

describe('期日の来た仕事は、一覧の順に行う', () => {
  test('どの順に渡しても、一覧の順になる', () => {
    const work = ['second', 'first'].map((name) => ({ name, run }))
    expect(inOrder(work, order).map(({ name, every }) => [name, every])).toEqual([
      ['first', 'hour'],
      ['second', 'day'],
    ])
  })

  test.each([
    ['一覧にない仕事', ['first', 'second', 'third'], 'not in the schedule: third'],
    ['一覧にだけある名前', ['first'], 'the schedule names second once too often'],
    ['同じ名前の二つの仕事', ['first', 'first'], 'two tasks have the same name'],
  ])('%sがあると、始まらない', (_, names, message) => {
    expect(() =>
      inOrder(
        names.map((name) => ({ name, run })),
        order,
      ),
    ).toThrow(message)
  })

  test('どの仕事にも、その場所の理由がある', () => {
    const source = readFileSync(new URL('schedule.ts', import.meta.url), 'utf8')
    const reasoned = source.match(/^ {2}\/\/ .{15,}\n {2}(?:hourly|daily)\(.+\),$/gm)
    expect(reasoned?.length).toBe(schedule.length)
  })

  test('どの仕事の名前も、一覧に一度だけある', () => {
    expect(new Set(schedule.map(({ name }) => name)).size).toBe(schedule.length)
  })
})
