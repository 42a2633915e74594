import { describe, expect, test } from 'vitest'
import { progressOf } from './chapters.ts'
import { onTo, pathOf, placeIn } from './places.ts'
import type { StepState } from './wire.ts'

const step = (name: StepState['step'], line?: number): StepState => ({
  step: name,
  label: name,
  done: false,
  ...(line === undefined ? {} : { line }),
})
const steps = [
  step('plan'),
  step('kind', 1),
  step('sim', 1),
  step('kind', 2),
  step('sim', 2),
  step('options'),
  step('confirm'),
]

describe('進み具合', () => {
  test('回線ごとの質問は、まとめて1つの章に数える', () => {
    const { chapters, current, previous } = progressOf(steps, { step: 'sim', line: 2 })
    expect(chapters.map(({ name }) => name)).toEqual([
      'plan',
      '1回線目',
      '2回線目',
      'options',
      'confirm',
    ])
    expect([current, previous]).toEqual([2, step('kind', 2)])
  })

  test('最初の質問の前には、何もない', () => {
    expect(progressOf(steps, { step: 'plan' })).toMatchObject({ current: 0, previous: undefined })
  })
})

describe('質問のアドレス', () => {
  test.each([{ step: 'plan' }, { step: 'number', line: 3 }, { step: 'confirm' }] as const)(
    '往復する：$step',
    (place) => expect(placeIn(pathOf(place).replace('/order/apply/', ''))).toEqual(place),
  )

  test.each(['', 'line/4/sim', 'line/1/plan', 'sim', 'nothing', 'plan/'])(
    'ない質問は、ない：%s',
    (path) => expect(placeIn(path)).toBeUndefined(),
  )

  test('引き継いだものは次の質問へ続き、ほかの言葉は続かない', () => {
    const url = new URL('https://own.invalid/order/apply/plan?sim=esim&plan=13&name=x')
    expect(onTo({ step: 'kind', line: 1 }, url)).toBe('/order/apply/line/1/kind?sim=esim')
  })
})
